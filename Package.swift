// swift-tools-version: 6.2
import PackageDescription

// This package depends on no other. A plugin that needs a system library declares
// it beside itself, so that nobody installs what they do not use.

// Warnings are errors in .ci/run, which sets this. A program that depends on the package is not held to it: another compiler has
// other warnings, and build systems hide those of dependencies with an option that contradicts this one.
let warningsAreErrors = Context.environment["MIMEOGRAPH_WARNINGS_AS_ERRORS"] == "1"

// A processor with vector instructions uses what is there for those without, so that this can be tested: see .ci/check-portable.
let isPortable = Context.environment["MIMEOGRAPH_PORTABLE"] == "1"

// Swift 6.2 calls spans that functions write into an experiment. It warns of each `unsafe` that only 6.3 needs.
#if compiler(>=6.3)
    let compilerSettings: [SwiftSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []
#else
    let compilerSettings: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]
#endif

let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + compilerSettings + (isPortable ? [.define("MIMEOGRAPH_PORTABLE")] : [])

let package = Package(
    name: "Mimeograph",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    targets: [
        .target(name: "Mimeograph", swiftSettings: strict),
        // What all formats for Codable values have in common; no product of its own.
        .target(name: "MimeographTree", dependencies: ["Mimeograph"], swiftSettings: strict),
        // What the binary formats among them have in common beside.
        .target(name: "MimeographBinaryTree", dependencies: ["Mimeograph", "MimeographTree"], swiftSettings: strict),
        // What content codings have in common, likewise.
        .target(name: "MimeographContentCoding", dependencies: ["Mimeograph"], swiftSettings: strict),
        .target(name: "MimeographText", dependencies: ["Mimeograph"], swiftSettings: strict),
        .target(name: "MimeographFiles", dependencies: ["Mimeograph", "MimeographForm"], swiftSettings: strict),
        .target(name: "MimeographConformance", dependencies: ["Mimeograph", "MimeographText"], swiftSettings: strict),
        .target(
            name: "MimeographFoundation",
            dependencies: ["Mimeograph", "MimeographForm", "MimeographTree"],
            swiftSettings: strict
        ),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: "openssl",
            providers: [.apt(["libssl-dev"]), .brew(["openssl"])]
        ),
        // Calls of Linux that Swift cannot make by itself. Nothing is linked for them.
        .systemLibrary(name: "CLinux"),
        // Its lock, its clock and its threads are those of the session, by links to the files, so that each module compiles its own.
        .target(
            name: "MimeographReachability",
            dependencies: ["Mimeograph", .target(name: "CLinux", condition: .when(platforms: [.linux]))],
            swiftSettings: strict
        ),
        .target(
            name: "MimeographSession",
            dependencies: [
                "Mimeograph", "MimeographFiles", "MimeographForm", "MimeographReachability", "MimeographTree",
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
                .target(name: "CLinux", condition: .when(platforms: [.linux])),
                .target(name: "COpenSSL", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict
        ),
        // A client of event streams: it stands on the session and on the plugin that reads them.
        .target(
            name: "MimeographEventSource",
            dependencies: ["Mimeograph", "MimeographEventStream", "MimeographForm", "MimeographSession"],
            swiftSettings: strict
        ),
        .target(
            name: "MimeographSessionTesting",
            dependencies: ["Mimeograph", "MimeographFiles", "MimeographSession"],
            swiftSettings: strict
        ),
        // A package of its own has it as a program, for Scripts/demo.
        .target(
            name: "LoopbackServer",
            path: "Tests/LoopbackServer/Sources/LoopbackServer",
            swiftSettings: strict
        ),
        .target(
            name: "TestSupport",
            dependencies: ["Mimeograph", "MimeographReachability"],
            path: "Tests/Support",
            swiftSettings: strict
        ),
        .target(
            name: "BinaryTestSupport",
            dependencies: ["Mimeograph", "MimeographBinaryTree", "MimeographTree"],
            path: "Tests/BinarySupport",
            swiftSettings: strict
        ),
        .target(
            name: "CodingTestSupport",
            dependencies: ["Mimeograph", "TestSupport"],
            path: "Tests/CodingSupport",
            swiftSettings: strict
        ),
        .target(
            name: "ImageTestSupport",
            dependencies: ["Mimeograph", "MimeographImage", "TestSupport"],
            path: "Tests/ImageSupport",
            swiftSettings: strict
        ),
        .target(
            name: "TestServers",
            dependencies: ["TestSupport"],
            path: "Tests/TestServers",
            exclude: [
                "cache.py", "events.py", "frames.py", "framing.py", "http2.py", "nginx.py", "ocsp.py", "odd.py",
                "soak.py", "tls.py",
                "uploads.py",
            ],
            swiftSettings: strict
        ),
        // What the suites of several modules share.
        .target(
            name: "SuiteSupport",
            dependencies: ["Mimeograph", "MimeographConformance"],
            path: "Tests/SuiteSupport",
            swiftSettings: strict
        ),
    ]
)

/// What the tool knows: these, and the modules that `library` and `plugin` add to them, with their suites.
var modulesOfTool = [
    "MimeographConformance", "MimeographEventSource", "MimeographFiles", "MimeographReachability", "MimeographSession",
    "MimeographTree",
]

library("Mimeograph", hasSuites: true, testedWith: ["MimeographForm"])
library("MimeographConformance")
library(
    "MimeographEventSource",
    testedWith: [
        "LoopbackServer", "MimeographCompression", "MimeographEventStream", "MimeographForm", "MimeographJSON",
        "MimeographSession", "MimeographSessionTesting",
    ]
)
library("MimeographFiles", testedWith: ["MimeographForm", "MimeographJSON"])
library("MimeographFoundation", hasSuites: true, testedWith: ["MimeographForm", "MimeographJSON"])
// Networks that come and go are watched by the tool.
library("MimeographReachability", testedWith: ["mimeo"])
library(
    "MimeographSession",
    testedWith: [
        "MimeographBrotli", "MimeographCompression", "MimeographFiles", "MimeographForm", "MimeographJSON",
        "MimeographReachability", "MimeographSessionTesting", "MimeographXML", "MimeographZstandard", "TestServers",
        "mimeo",
    ]
)
library("MimeographSessionTesting", testedWith: ["MimeographSession"])
library("MimeographText", hasSuites: true)
plugin("JSON", on: ["MimeographTree"])
plugin("XML", on: ["MimeographText", "MimeographTree"], systemLibraries: [.libXML2], supportedBy: "LibXML2/C")
plugin("PropertyList", on: ["MimeographBinaryTree", "MimeographText", "MimeographTree"])
plugin("MessagePack", on: ["MimeographBinaryTree", "MimeographTree"], testedWith: ["BinaryTestSupport"])
plugin("CBOR", on: ["MimeographBinaryTree", "MimeographTree"], testedWith: ["BinaryTestSupport"])
plugin(
    "Form",
    on: ["MimeographText", "MimeographTree"],
    testedWith: ["MimeographFiles", "MimeographJSON", "MimeographPropertyList"]
)
plugin(
    "Patch",
    of: "JSON",
    on: ["MimeographTree"],
    testedWith: ["MimeographForm", "MimeographPropertyList"]
)
plugin(
    "Compression",
    on: ["MimeographContentCoding"],
    systemLibraries: [.zlib],
    testedWith: ["CodingTestSupport", "MimeographPropertyList"]
)
plugin(
    "Brotli",
    on: ["MimeographContentCoding"],
    systemLibraries: [.libBrotli],
    testedWith: ["CodingTestSupport", "MimeographCompression"]
)
plugin(
    "Zstandard",
    on: ["MimeographContentCoding"],
    systemLibraries: [.libZstandard],
    testedWith: ["CodingTestSupport", "MimeographCompression"]
)
plugin("CSV", on: ["MimeographText", "MimeographTree"], testedWith: ["MimeographJSON"])
plugin("EventStream", testedWith: ["MimeographJSON"])
plugin("Compound", testedWith: ["MimeographEventStream", "MimeographJSON", "MimeographPropertyList"])
plugin("Image", systemLibraries: [.libPNG, .libJPEG], supportedBy: "C", testedWith: ["ImageTestSupport"])
plugin("GIF", of: "Image", systemLibraries: [.libGIF], supportedBy: "C", testedWith: ["ImageTestSupport"])
plugin("TIFF", of: "Image", systemLibraries: [.libTIFF], supportedBy: "C", testedWith: ["ImageTestSupport"])
plugin("WebP", of: "Image", systemLibraries: [.libWebP], testedWith: ["ImageTestSupport"])

tests("MimeographTree")
// The tool is the only module that names several plugins.
package.targets.append(
    .executableTarget(
        name: "mimeo",
        dependencies: modulesOfTool.sorted().map { .byName(name: $0) },
        swiftSettings: strict
    )
)
tests("mimeo", with: modulesOfTool + ["LoopbackServer", "TestServers"])

// The tests of these modules only, separated by commas: building the others takes most of the time, and other systems do not
// have all the libraries that they need.
if let tested = Context.environment["MIMEOGRAPH_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { target in target.isTest && !tested.contains { target.name == "\($0)Tests" } }
}

/// Offers a module of `Sources` as a library product, and declares its tests.
///
/// - Parameters:
///   - hasSuites: Whether its serializers have conformance suites; see `suites`.
///   - others: What its tests need beside it.
@MainActor
func library(_ name: String, hasSuites: Bool = false, testedWith others: [String] = []) {
    package.products.append(.library(name: name, targets: [name]))
    if hasSuites {
        modulesOfTool.append(name)
        suites(name)
    }
    tests(name, with: others)
}

/// A library that the system has, or that `Scripts/prepare` installs.
struct SystemLibrary {
    /// The name of the module, and of the folder in the plugin's own that holds its module map.
    let module: String
    /// Where that folder lies in the plugin's own.
    let path: String
    /// The name of its `.pc` file; nil where the library comes without one.
    var pkgConfig: String?
    /// What the linker calls it, where no `.pc` file says so.
    var linkName: String?
    let providers: [SystemPackageProvider]

    static var libXML2: SystemLibrary {
        SystemLibrary(
            module: "CLibXML2",
            path: "LibXML2/CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
        )
    }

    static var zlib: SystemLibrary {
        SystemLibrary(
            module: "CZLib",
            path: "ZLib/CZLib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        )
    }

    static var libBrotli: SystemLibrary {
        SystemLibrary(
            module: "CBrotli",
            path: "LibBrotli/CBrotli",
            // It names the encoder only; the module map links the decoder, too.
            pkgConfig: "libbrotlienc",
            providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]
        )
    }

    static var libZstandard: SystemLibrary {
        SystemLibrary(
            module: "CZstandard",
            path: "LibZstandard/CZstandard",
            pkgConfig: "libzstd",
            providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]
        )
    }

    static var libPNG: SystemLibrary {
        SystemLibrary(
            module: "CLibPNG",
            path: "LibPNG/CLibPNG",
            pkgConfig: "libpng",
            providers: [.apt(["libpng-dev"]), .brew(["libpng"])]
        )
    }

    static var libJPEG: SystemLibrary {
        SystemLibrary(
            module: "CLibJPEG",
            path: "LibJPEG/CLibJPEG",
            pkgConfig: "libjpeg",
            providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]
        )
    }

    static var libGIF: SystemLibrary {
        SystemLibrary(
            module: "CLibGIF",
            path: "LibGIF/CLibGIF",
            linkName: "gif",
            providers: [.apt(["libgif-dev"]), .brew(["giflib"])]
        )
    }

    static var libTIFF: SystemLibrary {
        SystemLibrary(
            module: "CLibTIFF",
            path: "LibTIFF/CLibTIFF",
            pkgConfig: "libtiff-4",
            providers: [.apt(["libtiff-dev"]), .brew(["libtiff"])]
        )
    }

    static var libWebP: SystemLibrary {
        SystemLibrary(
            module: "CLibWebP",
            path: "LibWebP/CLibWebP",
            pkgConfig: "libwebp",
            providers: [.apt(["libwebp-dev"]), .brew(["webp"])]
        )
    }
}

/// Declares the plugin in `Plugins/<folder>` and all that belongs to it:
///
/// - The target `Mimeograph<folder>`, which knows the core, what formats share, and its own system libraries only, and a library
///   product of that name. A `.docc` folder in it is its documentation.
/// - The tests in `Tests/Mimeograph<folder>Tests`, and the conformance suites in their folder `Conformance`; see `suites`.
/// - The tool's dependency on both.
///
/// - Parameters:
///   - parent: Another plugin, declared before, that this one extends: it lies in `Plugins/<parent>/<folder>`, is called
///     `Mimeograph<parent><folder>`, and knows the parent too.
///   - shared: What it has in common with other formats.
///   - systemLibraries: What it links; each has a module map in the plugin's folder.
///   - cFolder: A folder of C in the plugin's own, for what Swift cannot call by itself. It becomes the target
///     `CMimeograph<folder>`.
///   - others: What its tests need beside it. Its suites know those of them that are plugins and were declared before.
@MainActor
func plugin(
    _ folder: String,
    of parent: String? = nil,
    on shared: [Target.Dependency] = [],
    systemLibraries: [SystemLibrary] = [],
    supportedBy cFolder: String? = nil,
    testedWith others: [String] = []
) {
    let name = "Mimeograph\(parent ?? "")\(folder)"
    let path = "Plugins/" + (parent.map { "\($0)/" } ?? "") + folder
    for library in systemLibraries {
        package.targets.append(
            .systemLibrary(
                name: library.module,
                path: "\(path)/\(library.path)",
                pkgConfig: library.pkgConfig,
                providers: library.providers
            )
        )
    }
    let links = systemLibraries.compactMap(\.linkName).map { LinkerSetting.linkedLibrary($0) }
    var dependencies = systemLibraries.map { Target.Dependency.byName(name: $0.module) }
    if let cFolder {
        package.targets.append(
            .target(
                name: "C\(name)",
                dependencies: dependencies,
                path: "\(path)/\(cFolder)",
                cSettings: [.define("MIMEOGRAPH_IMPLEMENTATION")]
                    + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : []),
                linkerSettings: links
            )
        )
        dependencies.append(.byName(name: "C\(name)"))
    }
    if let parent {
        dependencies.append(.byName(name: "Mimeograph\(parent)"))
        // Its folder is no part of the parent's target, though it lies in it.
        package.targets.first { $0.name == "Mimeograph\(parent)" }?.exclude.append(folder)
    }
    package.targets.append(
        .target(
            name: name,
            dependencies: ["Mimeograph"] + shared + dependencies,
            path: path,
            exclude: systemLibraries.map(\.path) + [cFolder].compactMap { $0 },
            swiftSettings: strict,
            linkerSettings: links
        )
    )
    package.products.append(.library(name: name, targets: [name]))
    let parents = parent.map { ["Mimeograph\($0)"] } ?? []
    let plugins = (parents + others).filter(modulesOfTool.contains)
    modulesOfTool.append(name)
    suites(name, knowing: plugins + plugins.map { "\($0)Suites" }.filter(modulesOfTool.contains))
    tests(name, with: parents + others)
}

/// Declares the conformance suites in `Tests/<name>Tests/Conformance`: the target `<name>Suites`, which the module's tests run in
/// brief and the tool runs for `mimeo conform`. It is no product: a program that uses the module compiles none of it.
@MainActor
func suites(_ name: String, knowing others: [String] = []) {
    let modules = Set([name, "Mimeograph", "MimeographConformance", "MimeographText", "SuiteSupport"] + others)
    package.targets.append(
        .target(
            name: "\(name)Suites",
            dependencies: modules.sorted().map { .byName(name: $0) },
            path: "Tests/\(name)Tests/Conformance",
            swiftSettings: strict
        )
    )
    modulesOfTool.append("\(name)Suites")
}

/// Declares `Tests/<name>Tests`, which tests the module `name` and runs its suites, where it has some.
@MainActor
func tests(_ name: String, with others: [String] = []) {
    var modules = Set(
        [name, "Mimeograph", "MimeographBinaryTree", "MimeographText", "MimeographTree", "TestSupport"] + others
    )
    let suites = "\(name)Suites"
    let hasSuites = modulesOfTool.contains(suites)
    if hasSuites { modules.formUnion([suites, "MimeographConformance", "SuiteSupport"]) }
    package.targets.append(
        .testTarget(
            name: "\(name)Tests",
            dependencies: modules.sorted().map { .byName(name: $0) },
            exclude: hasSuites ? ["Conformance"] : [],
            swiftSettings: strict
        )
    )
}
