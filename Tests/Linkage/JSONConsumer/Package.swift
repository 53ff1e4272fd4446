// swift-tools-version: 6.2
import PackageDescription

// A program that uses JSON and no other format.
let package = Package(
    name: "JSONConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "JSONConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
            ]
        )
    ]
)
