// swift-tools-version: 6.2
import PackageDescription

// A program that only reads and writes text.
let package = Package(
    name: "TextConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "TextConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
            ]
        )
    ]
)
