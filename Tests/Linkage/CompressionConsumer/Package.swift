// swift-tools-version: 6.2
import PackageDescription

// A program that reads compressed text. It needs zlib, and no library of other modules.
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
