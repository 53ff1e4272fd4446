// swift-tools-version: 6.0
import PackageDescription

// A separate program, because the benchmarks must build even if these packages cannot be downloaded.
let package = Package(
    name: "AsyncHTTPClientPeer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/swift-server/async-http-client.git", from: "1.24.0")],
    targets: [
        .executableTarget(
            name: "async-http-client-peer",
            dependencies: [.product(name: "AsyncHTTPClient", package: "async-http-client")]
        )
    ]
)
