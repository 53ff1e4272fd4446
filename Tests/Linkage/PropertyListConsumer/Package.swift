// swift-tools-version: 6.2
import PackageDescription

// A program that uses property lists and no other format.
let package = Package(
    name: "PropertyListConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "PropertyListConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographPropertyList", package: "Mimeograph"),
            ]
        )
    ]
)
