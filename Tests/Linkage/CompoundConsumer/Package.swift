// swift-tools-version: 6.2
import PackageDescription

// Somebody who tries several serializers, all of them from the core or his own.
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
