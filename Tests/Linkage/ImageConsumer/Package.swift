// swift-tools-version: 6.2
import PackageDescription

// Somebody who reads pictures; it needs libpng and libjpeg, and nothing that other modules need.
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
