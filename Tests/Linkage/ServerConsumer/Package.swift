// swift-tools-version: 6.2
import PackageDescription

// Somebody who answers requests in the format that a client takes.
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
