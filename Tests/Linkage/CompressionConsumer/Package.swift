// swift-tools-version: 6.2
import PackageDescription

// Somebody who reads compressed text; it needs zlib, and nothing that other modules need.
let package = Package(
    name: "CompressionConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "CompressionConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographCompression", package: "Mimeograph"),
            ]
        )
    ]
)
