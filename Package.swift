// swift-tools-version: 6.2
import PackageDescription

// This package has no dependencies. Each module names the system libraries that it needs, so you install only what you use. A row has
// a module without the prefix `Mimeograph`, the modules it needs besides the core, its system libraries, and what its tests need.
let modules: [Module] = [
    // The core, whose name is the prefix alone, and the modules that others use.
    Module("", hasSuites: true, tests: ["Form"]),
    Module(
        "Tree",
        isProduct: false,
        onLinux: ["CLinux"],
        tests: ["CBOR", "CSV", "Form", "JSON", "JSONPatch", "MessagePack", "PropertyList"]
    ),
    Module("BinaryTree", isProduct: false, on: ["Tree"]),
    Module("ContentCoding", isProduct: false),
    Module("Support", isProduct: false),
    Module("Text", hasSuites: true),
    Module("Form", on: ["Text", "Tree"], hasSuites: true, tests: ["Files", "JSON", "PropertyList"]),
    Module("StructuredFields", tests: ["JSON"]),
    Module("Server", on: ["StructuredFields", "Tree"], tests: ["Form"]),
    Module("Files", on: ["Form"], tests: ["JSON"]),
    Module("Leniency", tests: ["CBOR", "CSV", "Conformance", "Form", "JSON", "MessagePack", "PropertyList", "XML"]),
    Module("Foundation", on: ["Form", "Tree"], hasSuites: true, tests: ["JSON"]),
    Module("Conformance", on: ["Text"], tests: ["JSON"]),

    // The session. Its tests run the tool, too.
    Module("Reachability", on: ["Support"], onLinux: ["CLinux"], with: ["mimeo"]),
    Module(
        "Session",
        on: ["Files", "Form", "Reachability", "StructuredFields", "Support", "Tree"],
        onLinux: ["CCurl", "CLinux", "COpenSSL"],
        tests: ["Brotli", "Compression", "JSON", "SessionTesting", "Signatures", "XML", "Zstandard"],
        with: ["TestServers", "mimeo"]
    ),
    Module(
        "EventSource",
        on: ["EventStream", "Form", "Session", "Support"],
        tests: ["Compression", "JSON", "SessionTesting"],
        with: ["LoopbackServer"]
    ),
    Module("SessionTesting", on: ["Files", "Form", "Session", "Support"], tests: ["JSON"], with: ["LoopbackServer"]),
    Module(
        "Signatures",
        on: ["Form", "Session", "StructuredFields"],
        onLinux: ["COpenSSL"],
        tests: ["SessionTesting"]
    ),

    // Plugins: the formats and the content codings.
    .plugin("JSON", on: ["Tree"]),
    .plugin("XML", on: ["Text", "Tree"], .libXML2, c: "LibXML2/C"),
    .plugin("PropertyList", on: ["BinaryTree", "Text", "Tree"]),
    .plugin("MessagePack", on: ["BinaryTree", "Tree"], with: ["BinaryTestSupport"]),
    .plugin("CBOR", on: ["BinaryTree", "Tree"], with: ["BinaryTestSupport"]),
    .plugin("Patch", of: "JSON", on: ["Tree"], tests: ["Form", "PropertyList"]),
    .plugin("Path", of: "JSON", on: ["Tree"], hasSuites: false, tests: ["CBOR", "MessagePack", "PropertyList"]),
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

/// The system libraries, which `Scripts/prepare` installs. Each has a module map in the folder of its module.
extension SystemLibrary {
    static let libXML2 = Self(
        path: "LibXML2/CLibXML2",
        pc: "libxml-2.0",
        link: "xml2",
        apt: "libxml2-dev",
        brew: "libxml2",
        isInSDK: true
    )
    // Every system has it in the standard folders, so the module map is enough.
    static let zlib = Self(path: "ZLib/CZLib", apt: "zlib1g-dev", brew: "zlib", isInSDK: true)
    // The .pc file names only the encoder; the module map also links the decoder.
    static let libBrotli = Self(path: "LibBrotli/CBrotli", pc: "libbrotlienc", apt: "libbrotli-dev", brew: "brotli")
    static let libZstandard = Self(path: "LibZstandard/CZstandard", pc: "libzstd", apt: "libzstd-dev", brew: "zstd")
    static let libPNG = Self(path: "LibPNG/CLibPNG", pc: "libpng", apt: "libpng-dev", brew: "libpng")
    static let libJPEG = Self(path: "LibJPEG/CLibJPEG", pc: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo")
    static let libGIF = Self(path: "LibGIF/CLibGIF", link: "gif", apt: "libgif-dev", brew: "giflib")
    static let libTIFF = Self(path: "LibTIFF/CLibTIFF", pc: "libtiff-4", apt: "libtiff-dev", brew: "libtiff")
    static let libWebP = Self(path: "LibWebP/CLibWebP", pc: "libwebp", apt: "libwebp-dev", brew: "webp")
}

// Only .ci/run sets this. In a user's build, another compiler may warn of other things.
let warningsAreErrors = Context.environment["MIMEOGRAPH_WARNINGS_AS_ERRORS"] == "1"

// Optimizations can be left out by name, for example `plans,vectors`. See Docs/Decisions/0053.
let without = (Context.environment["MIMEOGRAPH_WITHOUT"] ?? "").split(separator: ",").map {
    "MIMEOGRAPH_WITHOUT_" + $0.uppercased().replacing("-", with: "_")
}

#if canImport(Darwin)
    let isMac = true
#else
    let isMac = false
#endif
let applePlatforms: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst]

// In Swift 6.2, mutable spans as parameters are experimental, and each `unsafe` that only 6.3 needs is a warning.
#if compiler(>=6.3)
    let compilerSettings: [SwiftSetting] =
        [.enableExperimentalFeature("Lifetimes", .when(platforms: applePlatforms))]
        + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])
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
    ["Conformance", "EventSource", "Files", "JSONPath", "Reachability", "Server", "Session", "SessionTesting", "Tree"]
    .map { "Mimeograph\($0)" }
    + withSuites + withSuites.map { "\($0)Suites" }
/// The Python servers that tests start.
let servers = "badssl bettertls cache client events frames framing http2 nginx ocsp odd scripts soak tls uploads"
    .split(separator: " ")

let package = Package(
    name: "Mimeograph",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: modules.filter(\.isProduct).map { .library(name: $0.name, targets: [$0.name]) },
    targets: modules.flatMap { $0.targets } + [
        systemLibrary("CCurl", pc: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
        systemLibrary("COpenSSL", pc: "openssl", apt: "libssl-dev", brew: "openssl"),
        // Functions of Linux and of Swift's runtime for which Swift has no import. It links nothing.
        .systemLibrary(name: "CLinux"),
        // The only module that names several plugins.
        .executableTarget(name: "mimeo", dependencies: named(knownToTool), swiftSettings: strict),
        testTarget(of: "mimeo", knowing: knownToTool + ["LoopbackServer", "TestServers"]),
        // A nested package builds it as a program, for Scripts/demo.
        support("LoopbackServer", in: "LoopbackServer/Sources/LoopbackServer"),
        support("TestSupport", in: "Support", knowing: ["MimeographReachability"]),
        support("BinaryTestSupport", in: "BinarySupport", knowing: ["MimeographBinaryTree", "MimeographTree"]),
        support("CodingTestSupport", in: "CodingSupport", knowing: ["TestSupport"]),
        support("ImageTestSupport", in: "ImageSupport", knowing: ["MimeographImage", "TestSupport"]),
        support("TestServers", in: "TestServers", knowing: ["TestSupport"], exclude: servers.map { "\($0).py" }),
        support("SuiteSupport", in: "SuiteSupport", knowing: ["MimeographConformance"]),
    ]
)

// Builds only the tests of these modules, separated by commas. This is faster, and works on systems that lack some libraries.
if let tested = Context.environment["MIMEOGRAPH_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { target in target.isTest && !tested.contains { target.name == "\($0)Tests" } }
}

// Apple's SDKs have libxml2 and zlib. The other libraries come from Homebrew, which has them for macOS only. Without them, the modules that
// need them, and what depends on those, are left out. Xcode then builds the rest for iOS. See Docs/Guides/Platforms.md.
if Context.environment["MIMEOGRAPH_LIBRARIES"] ?? (isMac ? "sdk" : "all") == "sdk" {
    var missing = Set(modules.flatMap(\.systemLibraries).filter { !$0.isInSDK }.map(\.module))
    for _ in package.targets {
        for target in package.targets where !missing.isDisjoint(with: target.dependencies.map(\.targetName)) {
            missing.insert(target.name)
        }
    }
    package.targets.removeAll { missing.contains($0.name) }
    package.products.removeAll { missing.contains($0.name) }
}

extension Target.Dependency {
    var targetName: String {
        switch self {
        case .targetItem(let name, _), .byNameItem(let name, _): name
        default: ""
        }
    }
}

/// A module of this package, its tests and its conformance suites.
struct Module {
    /// The name, with the prefix.
    var name: String
    var isProduct = true
    var path: String
    /// The plugin that it extends, if its folder lies inside that plugin's.
    var parent: String?
    var dependencies: [String]
    var dependenciesOnLinux: [String] = []
    var systemLibraries: [SystemLibrary] = []
    /// The folder of its C code, which becomes the target `C<name>`.
    var cFolder: String?
    var hasSuites = false
    /// The modules that its tests need besides those of all tests.
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

    /// Returns the plugin in `Plugins/<folder>`, or in its parent's folder, named `Mimeograph<parent><folder>`. It has suites by default.
    static func plugin(
        _ folder: String,
        of parent: String? = nil,
        on dependencies: [String] = [],
        _ systemLibraries: SystemLibrary...,
        c cFolder: String? = nil,
        hasSuites: Bool = true,
        tests: [String] = [],
        with helpers: [String] = []
    ) -> Module {
        let parents = parent.map { [$0] } ?? []
        var module = Module(
            "\(parent ?? "")\(folder)",
            on: dependencies + parents,
            hasSuites: hasSuites,
            tests: parents + tests,
            with: helpers
        )
        module.path = (["Plugins"] + parents + [folder]).joined(separator: "/")
        module.parent = parent.map { "Mimeograph\($0)" }
        (module.systemLibraries, module.cFolder) = (systemLibraries, cFolder)
        return module
    }
}

struct SystemLibrary {
    /// The folder of the module map, in the folder of the module that needs it. Its last part names the module.
    let path: String
    /// The name of the `.pc` file.
    var pc: String?
    /// The name for the linker, if there is no `.pc` file.
    var link: String?
    let apt, brew: String
    /// Whether it is in Apple's SDKs.
    var isInSDK = false

    var module: String { path.split(separator: "/").last.map(String.init) ?? path }
}

@MainActor
extension Module {
    var targets: [Target] {
        let uses = systemLibraries.map(\.module)
        // The SDK's library needs no target, so pkg-config cannot find that of Homebrew, which is not built for iOS.
        let fromSDK = Set(systemLibraries.filter { $0.isInSDK && $0.pc != nil }.map(\.module))
        let links = systemLibraries.compactMap { library in
            library.link.map {
                LinkerSetting.linkedLibrary($0, library.isInSDK ? .when(platforms: applePlatforms) : nil)
            }
        }
        func named(_ modules: [String]) -> [Target.Dependency] {
            Set(modules).sorted().map {
                fromSDK.contains($0)
                    ? .target(name: $0, condition: .when(platforms: [.linux, .android])) : .byName(name: $0)
            }
        }
        var targets = systemLibraries.map {
            systemLibrary($0.module, in: "\(path)/\($0.path)", pc: $0.pc, apt: $0.apt, brew: $0.brew)
        }
        if let c = cFolder.map({ "\(path)/\($0)" }) {
            targets.append(
                .target(name: "C\(name)", dependencies: named(uses), path: c, cSettings: strictC, linkerSettings: links)
            )
        }
        let children = modules.filter { $0.parent == name }
        let native = named(dependencies + uses + (cFolder == nil ? [] : ["C\(name)"]))
        targets.append(
            .target(
                name: name,
                dependencies: native
                    + dependenciesOnLinux.map { .target(name: $0, condition: .when(platforms: [.linux])) },
                path: path,
                exclude: systemLibraries.map(\.path) + [cFolder].compactMap { $0 }
                    + children.map { String($0.path.dropFirst(path.count + 1)) },
                swiftSettings: strict,
                linkerSettings: links
            )
        )
        if hasSuites {
            // Not a product, so programs that use the module do not compile them. `mimeo conform` runs them.
            let known = dependencies.isEmpty ? [] : tests.filter(withSuites.contains)
            let all = [name, "MimeographConformance", "MimeographText", "SuiteSupport"] + known.map { "\($0)Suites" }
            targets.append(support("\(name)Suites", in: "\(name)Tests/Conformance", knowing: all + known))
        }
        if isProduct || name == "MimeographTree" { targets.append(testTarget(of: name, knowing: dependencies + tests)) }
        return targets
    }
}

func named(_ modules: [String]) -> [Target.Dependency] { Set(modules).sorted().map { .byName(name: $0) } }

func systemLibrary(_ name: String, in path: String? = nil, pc: String?, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, path: path, pkgConfig: pc, providers: [.apt([apt]), .brew([brew])])
}

/// Returns a target that only tests and suites use. It depends on the core if it depends on anything.
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

/// Returns `Tests/<name>Tests`, which tests a module and runs its suites.
@MainActor
func testTarget(of name: String, knowing modules: [String]) -> Target {
    let common = ["", "BinaryTree", "Server", "Text", "Tree"].map { "Mimeograph\($0)" } + ["TestSupport"]
    let suites = withSuites.contains(name) ? ["\(name)Suites", "MimeographConformance", "SuiteSupport"] : []
    return .testTarget(
        name: "\(name)Tests",
        dependencies: named([name] + common + suites + modules),
        // On Linux, the session's tests contain the transport of Apple's platforms.
        exclude: (suites.isEmpty ? [] : ["Conformance"]) + (isMac && name == "MimeographSession" ? ["URLSession"] : []),
        swiftSettings: strict + (isMac ? [] : [.define("MIMEOGRAPH_TESTS_URLSESSION")])
    )
}
