// swift-tools-version: 6.2
import PackageDescription

// Somebody who holds a serializer of their own to the laws, from a script.
let package = Package(
    name: "ConformanceKitConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "ConformanceKitConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographConformance", package: "Mimeograph"),
            ]
        )
    ]
)
