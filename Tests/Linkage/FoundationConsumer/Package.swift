// swift-tools-version: 6.2
import PackageDescription

// A program that passes Foundation's messages and uses no format.
let package = Package(
    name: "FoundationConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "FoundationConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographFoundation", package: "Mimeograph"),
            ]
        )
    ]
)
