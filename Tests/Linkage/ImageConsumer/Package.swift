// swift-tools-version: 6.2
import PackageDescription

// A program that reads pictures. It needs libpng and libjpeg, and no library of other modules.
let package = Package(
    name: "ImageConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "ImageConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographImage", package: "Mimeograph"),
            ]
        )
    ]
)
