// swift-tools-version: 6.2
import PackageDescription

// A plugin from outside: it sees the public API and nothing else. Change the path to wherever Mimeograph is.
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
        // The conformance suites, which a tool may run, too.
        .target(
            name: "BencodeSuites",
            dependencies: [
                "Bencode",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographConformance", package: "Mimeograph"),
            ],
            path: "Tests/BencodeTests/Conformance",
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "BencodeTests",
            dependencies: [
                "Bencode", "BencodeSuites",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographConformance", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
            ],
            exclude: ["Conformance"],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
