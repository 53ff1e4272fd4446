// swift-tools-version: 6.2
import PackageDescription

// A program that patches JSON documents.
let package = Package(
    name: "JSONPatchConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "JSONPatchConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographJSONPatch", package: "Mimeograph"),
            ]
        )
    ]
)
