// swift-tools-version: 6.2
import PackageDescription

// A program that sends files and uses no format.
let package = Package(
    name: "FilesConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "FilesConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographForm", package: "Mimeograph"),
                .product(name: "MimeographFiles", package: "Mimeograph"),
            ]
        )
    ]
)
