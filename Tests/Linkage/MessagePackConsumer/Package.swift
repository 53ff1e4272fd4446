// swift-tools-version: 6.2
import PackageDescription

// A program that uses MessagePack and no other format.
let package = Package(
    name: "MessagePackConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "MessagePackConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographMessagePack", package: "Mimeograph"),
            ]
        )
    ]
)
