// swift-tools-version: 6.2
import PackageDescription

// A program that reads compressed text. It needs libzstd, and no library of other modules.
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
