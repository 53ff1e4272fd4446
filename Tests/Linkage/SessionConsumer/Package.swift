// swift-tools-version: 6.2
import PackageDescription

// Somebody who talks with a web service; it needs libcurl and OpenSSL, and nothing that other modules need.
let package = Package(
    name: "SessionConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "SessionConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
            ]
        )
    ]
)
