// swift-tools-version: 6.2
import PackageDescription

// A program that decodes what it can of a JSON body.
let package = Package(
    name: "LeniencyConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "LeniencyConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographLeniency", package: "Mimeograph"),
            ]
        )
    ]
)
