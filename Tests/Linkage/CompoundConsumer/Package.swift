// swift-tools-version: 6.2
import PackageDescription

// A program that tries several serializers, all of them its own or from the core.
let package = Package(
    name: "CompoundConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "CompoundConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographCompound", package: "Mimeograph"),
            ]
        )
    ]
)
