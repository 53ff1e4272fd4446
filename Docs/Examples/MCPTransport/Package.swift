// swift-tools-version: 6.2
import PackageDescription

// A transport for the Model Context Protocol that streams on Linux. Change the path to your copy of Mimeograph.
let package = Package(
    name: "MCPTransport",
    platforms: [.macOS(.v15)],
    products: [.library(name: "MCPTransport", targets: ["MCPTransport"])],
    dependencies: [
        .package(name: "Mimeograph", path: "../../.."),
        .package(url: "https://github.com/modelcontextprotocol/swift-sdk.git", from: "0.12.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
    ],
    targets: [
        .target(
            name: "MCPTransport",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographEventSource", package: "Mimeograph"),
                .product(name: "MimeographEventStream", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MCP", package: "swift-sdk"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "mcp-call",
            dependencies: [
                "MCPTransport",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MCP", package: "swift-sdk"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "MCPTransportTests",
            dependencies: [
                "MCPTransport",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographEventSource", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MCP", package: "swift-sdk"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
