// swift-tools-version: 6.2
import PackageDescription

// Somebody who reads and writes tables; nothing that other modules need is needed.
let package = Package(
    name: "CSVConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "CSVConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographCSV", package: "Mimeograph"),
            ]
        )
    ]
)
