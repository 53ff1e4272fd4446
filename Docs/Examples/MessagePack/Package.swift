// swift-tools-version: 6.2
import PackageDescription

// A format for any Codable type, from outside: it sees the public API and nothing else. Change the path to wherever Mimeograph is.
let package = Package(
    name: "MessagePack",
    platforms: [.macOS(.v15)],
    products: [.library(name: "MessagePack", targets: ["MessagePack"])],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .target(
            name: "MessagePack",
            dependencies: [.product(name: "Mimeograph", package: "Mimeograph")],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "MessagePackTests",
            dependencies: [
                "MessagePack",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographConformance", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
