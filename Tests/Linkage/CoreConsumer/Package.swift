// swift-tools-version: 6.2
import PackageDescription

// A program that uses only the core.
let package = Package(
    name: "CoreConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(name: "CoreConsumer", dependencies: [.product(name: "Mimeograph", package: "Mimeograph")])
    ]
)
