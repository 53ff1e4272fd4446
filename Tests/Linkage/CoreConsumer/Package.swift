// swift-tools-version: 6.2
import PackageDescription

// Somebody who uses the core and nothing else.
let package = Package(
    name: "CoreConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(name: "CoreConsumer", dependencies: [.product(name: "Mimeograph", package: "Mimeograph")])
    ]
)
