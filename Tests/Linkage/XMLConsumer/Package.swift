// swift-tools-version: 6.2
import PackageDescription

// Somebody who uses XML and no other format; it needs libxml2, and nothing that other formats need.
let package = Package(
    name: "XMLConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "XMLConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographXML", package: "Mimeograph"),
            ]
        )
    ]
)
