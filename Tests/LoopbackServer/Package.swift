// swift-tools-version: 6.2
import PackageDescription

// The server that Scripts/demo uses, as a program. It is a separate package, so users of Mimeograph do not get it. The tests of
// the tool use its sources as a target.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "LoopbackServer",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "loopback-server", targets: ["loopback-server"])],
    targets: [
        .target(name: "LoopbackServer", swiftSettings: strict),
        .executableTarget(name: "loopback-server", dependencies: ["LoopbackServer"], swiftSettings: strict),
    ]
)
