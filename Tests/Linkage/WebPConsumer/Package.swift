// swift-tools-version: 6.2
import PackageDescription

// Somebody who reads and writes WebP pictures; it needs libwebp beside what PNG and JPEG need, and nothing that other modules need.
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
