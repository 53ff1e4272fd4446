// swift-tools-version: 6.2
import PackageDescription

// Spans, metrics and log lines of a session. Change the path to your copy of Mimeograph.
let package = Package(
    name: "Observability",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Observability", targets: ["Observability"])],
    dependencies: [
        .package(name: "Mimeograph", path: "../../.."),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2", traits: []),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
    ],
    targets: [
        .target(
            name: "Observability",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        // A tracer that keeps its spans, for the program and the tests. In production, use one that exports them.
        .target(
            name: "TraceContext",
            dependencies: [
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        // The loopback server of Mimeograph's own tests, as a link.
        .target(name: "LoopbackServer", path: "Tests/LoopbackServer", swiftSettings: [.strictMemorySafety()]),
        .executableTarget(
            name: "observe",
            dependencies: [
                "LoopbackServer", "Observability", "TraceContext",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "ObservabilityTests",
            dependencies: [
                "LoopbackServer", "Observability", "TraceContext",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographSessionTesting", package: "Mimeograph"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
