// swift-tools-version: 6.2
import PackageDescription

// Law 1: this package depends on no other. A plugin that needs a system library declares
// it beside itself, so that nobody installs what they do not use.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Mimeograph",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    targets: [
        .target(name: "Mimeograph", swiftSettings: strict),
        .target(name: "MimeographFiles", dependencies: ["Mimeograph"], swiftSettings: strict),
        .target(name: "MimeographFoundation", dependencies: ["Mimeograph"], swiftSettings: strict),
        .executableTarget(
            name: "mimeo",
            dependencies: ["Mimeograph", "MimeographFoundation", "MimeographJSON"],
            swiftSettings: strict
        ),
        .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),
        tests("Mimeograph"),
        tests("MimeographFiles", also: ["MimeographForm", "MimeographJSON"]),
        tests("MimeographForm"),
        tests("MimeographFoundation", also: ["MimeographJSON"]),
        tests("MimeographJSON"),
        tests("mimeo", also: ["MimeographJSON"]),
    ]
)

library("Mimeograph")
library("MimeographFiles")
library("MimeographFoundation")
plugin("Form")
plugin("JSON")

/// Offers a module of `Sources` as a library product.
@MainActor
func library(_ name: String) {
    package.products.append(.library(name: name, targets: [name]))
}

/// Declares the plugin in `Plugins/<folder>`: the target `Mimeograph<folder>`, which knows
/// the core and its own system libraries only, and a library product of the same name.
@MainActor
func plugin(_ folder: String, systemLibraries: [String] = []) {
    let name = "Mimeograph\(folder)"
    package.targets.append(
        .target(
            name: name,
            dependencies: ["Mimeograph"] + systemLibraries.map { .byName(name: $0) },
            path: "Plugins/\(folder)",
            swiftSettings: strict
        )
    )
    library(name)
}

/// Declares `Tests/<name>Tests`, which tests the module `name`.
func tests(_ name: String, also others: [String] = []) -> Target {
    let modules = Set([name, "Mimeograph", "TestSupport"] + others)
    return .testTarget(
        name: "\(name)Tests",
        dependencies: modules.sorted().map { Target.Dependency.byName(name: $0) },
        swiftSettings: strict
    )
}
