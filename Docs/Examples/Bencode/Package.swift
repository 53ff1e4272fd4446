// swift-tools-version: 6.2
import PackageDescription

// A format from outside: it sees the public API and nothing else. Change the path to wherever Mimeograph is.
let package = Package(
    name: "Bencode",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Bencode", targets: ["Bencode"])],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .target(
            name: "Bencode",
            dependencies: [.product(name: "Mimeograph", package: "Mimeograph")],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "BencodeTests",
            dependencies: [
                "Bencode",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographConformance", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
