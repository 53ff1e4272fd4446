// swift-tools-version: 6.2
import PackageDescription

// A program that reads and writes tables. It needs no library of other modules.
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
