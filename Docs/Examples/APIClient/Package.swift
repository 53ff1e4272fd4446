// swift-tools-version: 6.2
import PackageDescription

// A command-line client for a JSON service. Change the path to your copy of Mimeograph.
let package = Package(
    name: "APIClient",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "todo", targets: ["todo"])],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .target(
            name: "TodoClient",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographForm", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographServer", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "todo",
            dependencies: ["TodoClient"],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "TodoClientTests",
            dependencies: [
                "TodoClient",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographSessionTesting", package: "Mimeograph"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
