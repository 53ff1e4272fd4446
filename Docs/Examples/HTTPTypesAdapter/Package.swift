// swift-tools-version: 6.2
import PackageDescription

// Conversions between swift-http-types and Mimeograph. Change the path to your copy of Mimeograph.
let package = Package(
    name: "HTTPTypesAdapter",
    platforms: [.macOS(.v15)],
    products: [.library(name: "HTTPTypesAdapter", targets: ["HTTPTypesAdapter"])],
    dependencies: [
        .package(name: "Mimeograph", path: "../../.."),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.3.0"),
    ],
    targets: [
        .target(
            name: "HTTPTypesAdapter",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "HTTPTypesAdapterTests",
            dependencies: [
                "HTTPTypesAdapter",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographServer", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
