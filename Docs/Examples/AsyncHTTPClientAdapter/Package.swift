// swift-tools-version: 6.2
import PackageDescription

// A transport that uses AsyncHTTPClient. Change the path to your copy of Mimeograph.
let package = Package(
    name: "AsyncHTTPClientAdapter",
    platforms: [.macOS(.v15)],
    products: [.library(name: "AsyncHTTPClientAdapter", targets: ["AsyncHTTPClientAdapter"])],
    dependencies: [
        .package(name: "Mimeograph", path: "../../.."),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.36.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.30.0"),
    ],
    targets: [
        .target(
            name: "AsyncHTTPClientAdapter",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographFiles", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        // Mimeograph's own tests of transports and their support code, as links.
        .target(
            name: "TestSupport",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographReachability", package: "Mimeograph"),
            ],
            path: "Tests/TestSupport"
        ),
        .target(
            name: "TestServers",
            dependencies: ["TestSupport"],
            path: "Tests/TestServers",
            exclude: ["framing.py", "http2.py", "nginx.py", "odd.py", "soak.py", "tls.py"]
        ),
        .testTarget(
            name: "AsyncHTTPClientAdapterTests",
            dependencies: [
                "AsyncHTTPClientAdapter", "TestServers", "TestSupport",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
