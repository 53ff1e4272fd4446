// swift-tools-version: 6.2
import PackageDescription

// A program that observes the network and sends requests in another way. It needs neither libcurl nor OpenSSL.
let package = Package(
    name: "ReachabilityConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "ReachabilityConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographReachability", package: "Mimeograph"),
            ]
        )
    ]
)
