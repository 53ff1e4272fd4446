// swift-tools-version: 6.2
import PackageDescription

// A Hummingbird server with one registry. Change the path to your copy of Mimeograph.
let package = Package(
    name: "HummingbirdServer",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Negotiation", targets: ["Negotiation"])],
    dependencies: [
        .package(name: "Mimeograph", path: "../../.."),
        .package(path: "../HTTPTypesAdapter"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.16.0"),
    ],
    targets: [
        .target(
            name: "Negotiation",
            dependencies: [
                .product(name: "HTTPTypesAdapter", package: "HTTPTypesAdapter"),
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographFiles", package: "Mimeograph"),
                .product(name: "MimeographServer", package: "Mimeograph"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .target(
            name: "BookService",
            dependencies: [
                "Negotiation",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographCompression", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographPropertyList", package: "Mimeograph"),
                .product(name: "MimeographXML", package: "Mimeograph"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "book-server",
            dependencies: ["BookService", .product(name: "Hummingbird", package: "hummingbird")],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "BookServiceTests",
            dependencies: [
                "BookService",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographCompression", package: "Mimeograph"),
                .product(name: "MimeographServer", package: "Mimeograph"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
