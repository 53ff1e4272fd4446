// swift-tools-version: 6.2
import PackageDescription

// A program that tests a client of a web service without the service.
let package = Package(
    name: "SessionTestingConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "SessionTestingConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographSessionTesting", package: "Mimeograph"),
            ]
        )
    ]
)
