// swift-tools-version: 6.2
import PackageDescription

// A program that reads GIF pictures. Besides the libraries for PNG and JPEG it needs giflib, and no library of other modules.
let package = Package(
    name: "GIFConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "GIFConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographImage", package: "Mimeograph"),
                .product(name: "MimeographImageGIF", package: "Mimeograph"),
            ]
        )
    ]
)
