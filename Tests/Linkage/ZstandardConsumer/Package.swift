// swift-tools-version: 6.2
import PackageDescription

// Somebody who reads compressed text; it needs libzstd, and nothing that other modules need.
let package = Package(
    name: "ZstandardConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "ZstandardConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographZstandard", package: "Mimeograph"),
            ]
        )
    ]
)
