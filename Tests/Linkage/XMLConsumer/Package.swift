// swift-tools-version: 6.2
import PackageDescription

// A program that uses XML and no other format. It needs libxml2, and no library of other formats.
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
