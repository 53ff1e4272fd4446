// swift-tools-version: 6.2
import PackageDescription

// A transport and an XML coder for clients that Swift OpenAPI Generator makes. Change the path to your copy of Mimeograph.
let package = Package(
    name: "OpenAPITransport",
    platforms: [.macOS(.v15)],
    products: [.library(name: "OpenAPITransport", targets: ["OpenAPITransport"])],
    dependencies: [
        .package(name: "Mimeograph", path: "../../.."),
        .package(path: "../HTTPTypesAdapter"),
        .package(url: "https://github.com/apple/swift-openapi-runtime.git", from: "1.9.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.3.0"),
    ],
    targets: [
        .target(
            name: "OpenAPITransport",
            dependencies: [
                .product(name: "HTTPTypesAdapter", package: "HTTPTypesAdapter"),
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographXML", package: "Mimeograph"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "OpenAPIRuntime", package: "swift-openapi-runtime"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        // A client in the form in which the generator writes one.
        .target(
            name: "Petstore",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "OpenAPIRuntime", package: "swift-openapi-runtime"),
            ],
            path: "Tests/Petstore",
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "pets",
            dependencies: [
                "OpenAPITransport", "Petstore",
                .product(name: "OpenAPIRuntime", package: "swift-openapi-runtime"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "OpenAPITransportTests",
            dependencies: [
                "OpenAPITransport", "Petstore",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographCompression", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographSessionTesting", package: "Mimeograph"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "OpenAPIRuntime", package: "swift-openapi-runtime"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
