// swift-tools-version: 6.2
import PackageDescription

// Somebody who uses XML and no other format, so that libxml2 is the only library beside those of Swift.
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
