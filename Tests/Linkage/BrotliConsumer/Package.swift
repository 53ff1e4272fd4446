// swift-tools-version: 6.2
import PackageDescription

// A program that reads compressed text. It needs libbrotli, and no library of other modules.
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
