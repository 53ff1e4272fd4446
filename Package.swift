// swift-tools-version: 6.2
import PackageDescription

// This package depends on no other. A module that needs a system library names it, so that nobody installs what they do not use.
// The table has each module without the prefix `Mimeograph`, the modules that it needs besides the core, its system libraries, and the
// modules and helpers that its tests know. What turns it into targets comes after it.

let modules: [Module] = [
    // The core, which is the prefix alone, and what other modules stand on.
    Module("", hasSuites: true, tests: ["Form"]),
    Module("Tree", isProduct: false),
    Module("BinaryTree", isProduct: false, on: ["Tree"]),
    Module("ContentCoding", isProduct: false),
    Module("Support", isProduct: false),
    Module("Text", hasSuites: true),
    Module("Form", on: ["Text", "Tree"], hasSuites: true, tests: ["Files", "JSON", "PropertyList"]),
    Module("Server", on: ["Tree"], tests: ["Form"]),
    Module("Files", on: ["Form"], tests: ["JSON"]),
    Module("Foundation", on: ["Form", "Tree"], hasSuites: true, tests: ["JSON"]),
    Module("Conformance", on: ["Text"]),

    // The session. The tool's tests watch networks that come and go.
    Module("Reachability", on: ["Support"], onLinux: ["CLinux"], with: ["mimeo"]),
    Module(
        "Session",
        on: ["Files", "Form", "Reachability", "Support", "Tree"],
        onLinux: ["CCurl", "CLinux", "COpenSSL"],
        tests: ["Brotli", "Compression", "JSON", "SessionTesting", "XML", "Zstandard"],
        with: ["TestServers", "mimeo"]
    ),
    Module(
        "EventSource",
        on: ["EventStream", "Form", "Session", "Support"],
        tests: ["Compression", "JSON", "SessionTesting"],
        with: ["LoopbackServer"]
    ),
    Module("SessionTesting", on: ["Files", "Session", "Support"]),

    // Plugins: the formats and the content codings.
    .plugin("JSON", on: ["Tree"]),
    .plugin("XML", on: ["Text", "Tree"], .libXML2, c: "LibXML2/C"),
    .plugin("PropertyList", on: ["BinaryTree", "Text", "Tree"]),
    .plugin("MessagePack", on: ["BinaryTree", "Tree"], with: ["BinaryTestSupport"]),
    .plugin("CBOR", on: ["BinaryTree", "Tree"], with: ["BinaryTestSupport"]),
    .plugin("Patch", of: "JSON", on: ["Tree"], tests: ["Form", "PropertyList"]),
    .plugin("Compression", on: ["ContentCoding"], .zlib, tests: ["PropertyList"], with: ["CodingTestSupport"]),
    .plugin("Brotli", on: ["ContentCoding"], .libBrotli, tests: ["Compression"], with: ["CodingTestSupport"]),
    .plugin("Zstandard", on: ["ContentCoding"], .libZstandard, tests: ["Compression"], with: ["CodingTestSupport"]),
    .plugin("CSV", on: ["Text", "Tree"], tests: ["JSON"]),
    .plugin("EventStream", tests: ["JSON"]),
    .plugin("Compound", tests: ["EventStream", "JSON", "PropertyList", "XML"]),
    .plugin("Image", .libPNG, .libJPEG, c: "C", with: ["ImageTestSupport"]),
    .plugin("GIF", of: "Image", .libGIF, c: "C", with: ["ImageTestSupport"]),
    .plugin("TIFF", of: "Image", .libTIFF, c: "C", with: ["ImageTestSupport"]),
    .plugin("WebP", of: "Image", .libWebP, with: ["ImageTestSupport"]),
]

/// Libraries that the system has, or that `Scripts/prepare` installs. Each has a module map in the folder of its module.
extension SystemLibrary {
    static let libXML2 = Self(path: "LibXML2/CLibXML2", pc: "libxml-2.0", apt: "libxml2-dev", brew: "libxml2")
    static let zlib = Self(path: "ZLib/CZLib", pc: "zlib", apt: "zlib1g-dev", brew: "zlib")
    // Its .pc file names the encoder only; the module map links the decoder, too.
    static let libBrotli = Self(path: "LibBrotli/CBrotli", pc: "libbrotlienc", apt: "libbrotli-dev", brew: "brotli")
    static let libZstandard = Self(path: "LibZstandard/CZstandard", pc: "libzstd", apt: "libzstd-dev", brew: "zstd")
    static let libPNG = Self(path: "LibPNG/CLibPNG", pc: "libpng", apt: "libpng-dev", brew: "libpng")
    static let libJPEG = Self(path: "LibJPEG/CLibJPEG", pc: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo")
    static let libGIF = Self(path: "LibGIF/CLibGIF", link: "gif", apt: "libgif-dev", brew: "giflib")
    static let libTIFF = Self(path: "LibTIFF/CLibTIFF", pc: "libtiff-4", apt: "libtiff-dev", brew: "libtiff")
    static let libWebP = Self(path: "LibWebP/CLibWebP", pc: "libwebp", apt: "libwebp-dev", brew: "webp")
}

// Warnings are errors in .ci/run, which sets this. A program that depends on the package is not held to it: another compiler has
// other warnings, and build systems hide those of dependencies with an option that contradicts this one.
let warningsAreErrors = Context.environment["MIMEOGRAPH_WARNINGS_AS_ERRORS"] == "1"

// What is there for speed alone can be left out: `vectors`, `containers`, `lending` and `plain-xml`, separated by commas. See
// .ci/check-portable and Docs/Decisions/0053-speed-alone-has-a-switch.md.
let without = (Context.environment["MIMEOGRAPH_WITHOUT"] ?? "").split(separator: ",").map {
    "MIMEOGRAPH_WITHOUT_" + $0.uppercased().replacing("-", with: "_")
}

// Swift 6.2 calls spans that functions write into an experiment. It warns of each `unsafe` that only 6.3 needs.
#if compiler(>=6.3)
    let compilerSettings: [SwiftSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []
#else
    let compilerSettings: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]
#endif

let strictC: [CSetting] =
    [.define("MIMEOGRAPH_IMPLEMENTATION")] + without.map { .define($0) }
    + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + compilerSettings + without.map { .define($0) }

let withSuites = modules.filter(\.hasSuites).map(\.name)
let knownToTool =
    [
        "MimeographConformance", "MimeographEventSource", "MimeographFiles", "MimeographReachability",
        "MimeographServer", "MimeographSession", "MimeographTree",
    ] + withSuites + withSuites.map { "\($0)Suites" }

/// Servers that tests start.
let servers = ["cache", "events", "frames", "framing", "http2", "nginx", "ocsp", "odd", "soak", "tls", "uploads"]

let package = Package(
    name: "Mimeograph",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: modules.filter(\.isProduct).map { .library(name: $0.name, targets: [$0.name]) },
    targets: modules.flatMap { $0.targets } + [
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
        // Calls of Linux that Swift cannot make by itself. Nothing is linked for them.
        .systemLibrary(name: "CLinux"),
        // The only module that names several plugins.
        .executableTarget(name: "mimeo", dependencies: named(knownToTool), swiftSettings: strict),
        testTarget(of: "mimeo", knowing: knownToTool + ["LoopbackServer", "TestServers"]),
        // A package of its own has it as a program, for Scripts/demo.
        support("LoopbackServer", in: "LoopbackServer/Sources/LoopbackServer"),
        support("TestSupport", in: "Support", knowing: ["MimeographReachability"]),
        support("BinaryTestSupport", in: "BinarySupport", knowing: ["MimeographBinaryTree", "MimeographTree"]),
        support("CodingTestSupport", in: "CodingSupport", knowing: ["TestSupport"]),
        support("ImageTestSupport", in: "ImageSupport", knowing: ["MimeographImage", "TestSupport"]),
        support("TestServers", in: "TestServers", knowing: ["TestSupport"], exclude: servers.map { "\($0).py" }),
        support("SuiteSupport", in: "SuiteSupport", knowing: ["MimeographConformance"]),
    ]
)

// The tests of these modules only, separated by commas: building the others takes most of the time, and other systems do not
// have all the libraries that they need.
if let tested = Context.environment["MIMEOGRAPH_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { target in target.isTest && !tested.contains { target.name == "\($0)Tests" } }
}

/// A module of this package, its tests and its conformance suites.
struct Module {
    /// With the prefix.
    var name: String
    var isProduct = true
    var path: String
    /// The plugin whose folder it lies in, and which it extends.
    var parent: String?
    var dependencies: [String]
    var dependenciesOnLinux: [String] = []
    var systemLibraries: [SystemLibrary] = []
    /// A folder of C in its own, for what Swift cannot call by itself. It becomes the target `C<name>`.
    var cFolder: String?
    var hasSuites = false
    /// What its tests need besides the modules that all tests know.
    var tests: [String]

    init(
        _ name: String,
        isProduct: Bool = true,
        on dependencies: [String] = [],
        onLinux dependenciesOnLinux: [String] = [],
        hasSuites: Bool = false,
        tests: [String] = [],
        with helpers: [String] = []
    ) {
        self.name = "Mimeograph\(name)"
        self.isProduct = isProduct
        path = "Sources/Mimeograph\(name)"
        self.dependencies = name.isEmpty ? [] : ["Mimeograph"] + dependencies.map { "Mimeograph\($0)" }
        self.dependenciesOnLinux = dependenciesOnLinux
        self.hasSuites = hasSuites
        self.tests = tests.map { "Mimeograph\($0)" } + helpers
    }

    /// The plugin in `Plugins/<folder>`, or in the folder of its parent: `Mimeograph<parent><folder>`, with conformance suites.
    static func plugin(
        _ folder: String,
        of parent: String? = nil,
        on dependencies: [String] = [],
        _ systemLibraries: SystemLibrary...,
        c cFolder: String? = nil,
        tests: [String] = [],
        with helpers: [String] = []
    ) -> Module {
        let parents = parent.map { [$0] } ?? []
        var module = Module(
            "\(parent ?? "")\(folder)",
            on: dependencies + parents,
            hasSuites: true,
            tests: parents + tests,
            with: helpers
        )
        module.path = (["Plugins"] + parents + [folder]).joined(separator: "/")
        module.parent = parent.map { "Mimeograph\($0)" }
        module.systemLibraries = systemLibraries
        module.cFolder = cFolder
        return module
    }
}

/// A library of the system.
struct SystemLibrary {
    /// The folder of its module map, in that of the module that needs it. Its last part is the name of the module.
    let path: String
    /// The name of its `.pc` file.
    var pc: String?
    /// What the linker calls it, if no `.pc` file says so.
    var link: String?
    let apt: String
    let brew: String

    var module: String { path.split(separator: "/").last.map(String.init) ?? path }
}

@MainActor
extension Module {
    var targets: [Target] {
        let needed = systemLibraries.map(\.module)
        let links = systemLibraries.compactMap(\.link).map { LinkerSetting.linkedLibrary($0) }
        var targets = systemLibraries.map { library in
            Target.systemLibrary(
                name: library.module,
                path: "\(path)/\(library.path)",
                pkgConfig: library.pc,
                providers: [.apt([library.apt]), .brew([library.brew])]
            )
        }
        if let cFolder {
            targets.append(
                .target(
                    name: "C\(name)",
                    dependencies: named(needed),
                    path: "\(path)/\(cFolder)",
                    cSettings: strictC,
                    linkerSettings: links
                )
            )
        }
        let children = modules.filter { $0.parent == name }
        targets.append(
            .target(
                name: name,
                dependencies: named(dependencies + needed + (cFolder == nil ? [] : ["C\(name)"]))
                    + dependenciesOnLinux.map { .target(name: $0, condition: .when(platforms: [.linux])) },
                path: path,
                // The folders of modules that extend it lie in its own.
                exclude: systemLibraries.map(\.path) + [cFolder].compactMap { $0 }
                    + children.map { String($0.path.dropFirst(path.count + 1)) },
                swiftSettings: strict,
                linkerSettings: links
            )
        )
        if hasSuites {
            // No product: a program that uses the module compiles none of it. The tool runs them for `mimeo conform`.
            let known = dependencies.isEmpty ? [] : tests.filter(withSuites.contains)
            let common = [name, "MimeographConformance", "MimeographText", "SuiteSupport"]
            let all = common + known + known.map { "\($0)Suites" }
            targets.append(support("\(name)Suites", in: "\(name)Tests/Conformance", knowing: all))
        }
        if isProduct || name == "MimeographTree" { targets.append(testTarget(of: name, knowing: dependencies + tests)) }
        return targets
    }
}

func named(_ modules: [String]) -> [Target.Dependency] { Set(modules).sorted().map { .byName(name: $0) } }

/// A target that only tests and suites use. It knows the core, if it knows anything.
@MainActor
func support(_ name: String, in folder: String, knowing modules: [String] = [], exclude: [String] = []) -> Target {
    .target(
        name: name,
        dependencies: named(modules.isEmpty ? [] : ["Mimeograph"] + modules),
        path: "Tests/\(folder)",
        exclude: exclude,
        swiftSettings: strict
    )
}

/// `Tests/<name>Tests`, which tests a module and runs its suites, if it has some.
@MainActor
func testTarget(of name: String, knowing modules: [String]) -> Target {
    let common = [
        "Mimeograph", "MimeographBinaryTree", "MimeographServer", "MimeographText", "MimeographTree", "TestSupport",
    ]
    let hasSuites = withSuites.contains(name)
    let suites = hasSuites ? ["\(name)Suites", "MimeographConformance", "SuiteSupport"] : []
    return .testTarget(
        name: "\(name)Tests",
        dependencies: named([name] + common + suites + modules),
        exclude: hasSuites ? ["Conformance"] : [],
        swiftSettings: strict
    )
}
