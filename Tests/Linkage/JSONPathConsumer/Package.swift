// swift-tools-version: 6.2
import PackageDescription

// A program that searches JSON documents.
let package = Package(
    name: "JSONPathConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "JSONPathConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographJSONPath", package: "Mimeograph"),
            ]
        )
    ]
)
