// swift-tools-version: 6.2
import PackageDescription

// A Vapor server with one registry. Change the path to your copy of Mimeograph.
let package = Package(
    name: "VaporServer",
    platforms: [.macOS(.v15)],
    products: [.library(name: "VaporNegotiation", targets: ["VaporNegotiation"])],
    dependencies: [
        .package(name: "Mimeograph", path: "../../.."),
        .package(url: "https://github.com/vapor/vapor.git", from: "4.122.0"),
    ],
    targets: [
        .target(
            name: "VaporNegotiation",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographServer", package: "Mimeograph"),
                .product(name: "Vapor", package: "vapor"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .target(
            name: "Library",
            dependencies: [
                "VaporNegotiation",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographCBOR", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographPropertyList", package: "Mimeograph"),
                .product(name: "MimeographXML", package: "Mimeograph"),
                .product(name: "Vapor", package: "vapor"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "library-server",
            dependencies: ["Library", .product(name: "Vapor", package: "vapor")],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "LibraryTests",
            dependencies: [
                "Library",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographCompression", package: "Mimeograph"),
                .product(name: "MimeographServer", package: "Mimeograph"),
                .product(name: "VaporTesting", package: "vapor"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
