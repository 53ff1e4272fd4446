// swift-tools-version: 6.2
import PackageDescription

// A program that reads event streams and uses no other format.
let package = Package(
    name: "EventStreamConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "EventStreamConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographEventStream", package: "Mimeograph"),
            ]
        )
    ]
)
