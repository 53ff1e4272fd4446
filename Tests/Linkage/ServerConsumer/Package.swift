// swift-tools-version: 6.2
import PackageDescription

// A program that answers requests in a format that the client accepts.
let package = Package(
    name: "ServerConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "ServerConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographServer", package: "Mimeograph"),
            ]
        )
    ]
)
