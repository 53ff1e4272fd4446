// swift-tools-version: 6.2
import PackageDescription

// A program that uses CBOR and no other format.
let package = Package(
    name: "CBORConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "CBORConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographCBOR", package: "Mimeograph"),
            ]
        )
    ]
)
