// swift-tools-version: 6.2
import PackageDescription

// A plugin outside of the package, which uses only the public API. Change the path to your copy of Mimeograph.
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
        // The conformance suites, which tools can also run.
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
