// swift-tools-version: 6.2
import PackageDescription

// A program that follows a stream of events.
let package = Package(
    name: "EventSourceConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "EventSourceConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographSessionTesting", package: "Mimeograph"),
                .product(name: "MimeographEventSource", package: "Mimeograph"),
            ]
        )
    ]
)
