// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what only benchmarks need never reaches a user. Run it with Scripts/bench.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../..")],
    targets: [
        .target(name: "CAllocationCount"),
        .target(name: "Harness", dependencies: ["CAllocationCount"], swiftSettings: strict),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Harness",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "HarnessTests", dependencies: ["Harness"], swiftSettings: strict),
    ]
)
