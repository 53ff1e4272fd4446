// swift-tools-version: 6.2
import PackageDescription

// A client for the streamed answers of language models. Change the path to your copy of Mimeograph.
let package = Package(
    name: "ModelStream",
    platforms: [.macOS(.v15)],
    products: [.library(name: "ModelStream", targets: ["ModelStream"])],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .target(
            name: "ModelStream",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographEventStream", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "ask",
            dependencies: ["ModelStream"],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "ModelStreamTests",
            dependencies: [
                "ModelStream",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographSessionTesting", package: "Mimeograph"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
