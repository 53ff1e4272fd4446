// swift-tools-version: 6.2
import PackageDescription

// A program that signs messages and verifies their signatures.
let package = Package(
    name: "SignaturesConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "SignaturesConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographSignatures", package: "Mimeograph"),
            ]
        )
    ]
)
