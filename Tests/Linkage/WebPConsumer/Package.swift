// swift-tools-version: 6.2
import PackageDescription

// A program that reads and writes WebP pictures. Besides libpng and libjpeg it needs libwebp, and no library of other modules.
let package = Package(
    name: "WebPConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "WebPConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographImage", package: "Mimeograph"),
                .product(name: "MimeographImageWebP", package: "Mimeograph"),
            ]
        )
    ]
)
