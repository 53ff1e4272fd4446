// swift-tools-version: 6.2
import PackageDescription

// A program that uses forms and no other format.
let package = Package(
    name: "FormConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "FormConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographForm", package: "Mimeograph"),
            ]
        )
    ]
)
