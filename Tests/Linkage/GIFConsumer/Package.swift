// swift-tools-version: 6.2
import PackageDescription

// Somebody who reads GIF pictures; it needs giflib beside what PNG and JPEG need, and nothing that other modules need.
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
