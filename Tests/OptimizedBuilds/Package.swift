// swift-tools-version: 6.2
import PackageDescription

// A user's modules, optimised in three ways: SwiftPM's own (whole modules, for speed), for size, and file by file. Each compiles the
// same files and tests that every entry of the library gives a caller the same value, whatever the type and whatever holds the bytes.
// The library is built as a user builds it, so its internals are not visible here. See CONTRIBUTING.md for how to run it.

let products = [
    "Mimeograph", "MimeographCBOR", "MimeographCSV", "MimeographEventStream", "MimeographForm", "MimeographJSON",
    "MimeographJSONPatch", "MimeographMessagePack", "MimeographPropertyList", "MimeographXML",
]

func tests(_ name: String, _ flags: [String] = []) -> Target {
    .testTarget(
        name: name,
        dependencies: products.map { .product(name: $0, package: "Mimeograph") },
        swiftSettings: [.swiftLanguageMode(.v6)] + (flags.isEmpty ? [] : [.unsafeFlags(flags)])
    )
}

let package = Package(
    name: "OptimizedBuilds",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../..")],
    targets: [
        tests("WholeModuleTests"),
        // The folders of these are links to the first one's.
        tests("SizeTests", ["-Osize"]),
        tests("FileByFileTests", ["-no-whole-module-optimization"]),
    ]
)
