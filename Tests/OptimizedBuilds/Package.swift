// swift-tools-version: 6.2
import PackageDescription

// A user's modules, optimized in three ways: whole modules for speed (SwiftPM's default), for size, and file by file. All compile
// the same files, which test that every entry point of the library returns the same value for every type and container. The
// library is built as users build it, so its internals are not visible here. CONTRIBUTING.md says how to run it.

let products = [
    "Mimeograph", "MimeographCBOR", "MimeographCSV", "MimeographCompound", "MimeographEventStream", "MimeographForm",
    "MimeographJSON", "MimeographJSONPatch", "MimeographMessagePack", "MimeographPropertyList", "MimeographXML",
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
        // The folders of these targets are links to the first one's folder.
        tests("SizeTests", ["-Osize"]),
        tests("FileByFileTests", ["-no-whole-module-optimization"]),
    ]
)
