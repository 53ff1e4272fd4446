// swift-tools-version: 6.2
import PackageDescription

// A script that checks its own serializer against the laws.
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
