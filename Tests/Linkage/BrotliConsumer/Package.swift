// swift-tools-version: 6.2
import PackageDescription

// Somebody who reads compressed text; it needs libbrotli, and nothing that other modules need.
let package = Package(
    name: "BrotliConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "BrotliConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographBrotli", package: "Mimeograph"),
            ]
        )
    ]
)
