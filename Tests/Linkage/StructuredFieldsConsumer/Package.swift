// swift-tools-version: 6.2
import PackageDescription

// A program that parses and serializes structured fields.
let package = Package(
    name: "StructuredFieldsConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "StructuredFieldsConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographStructuredFields", package: "Mimeograph"),
            ]
        )
    ]
)
