// swift-tools-version: 6.2
import PackageDescription

// Somebody who wants to know whether there is a network, and has another way to send requests: no libcurl and no OpenSSL.
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
