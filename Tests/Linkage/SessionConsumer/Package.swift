// swift-tools-version: 6.2
import PackageDescription

// A client of a web service. It needs libcurl and OpenSSL, and no library of other modules.
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
