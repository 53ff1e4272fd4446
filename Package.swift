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
        .target(
            name: "MimeographSession",
            dependencies: [
                "Mimeograph", "MimeographFiles",
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
                .target(name: "COpenSSL", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "mimeo",
            dependencies: [
                "Mimeograph", "MimeographFoundation", "MimeographForm", "MimeographJSON", "MimeographPropertyList",
                "MimeographXML",
            ],
            swiftSettings: strict
        ),
        .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),
        tests("Mimeograph"),
        tests("MimeographFiles", also: ["MimeographForm", "MimeographJSON"]),
        tests("MimeographFoundation", also: ["MimeographJSON"]),
        tests("MimeographJSON"),
        tests("MimeographXML"),
        tests("MimeographPropertyList"),
        tests("MimeographForm"),
        tests("MimeographCompression"),
        tests(
            "MimeographSession",
            also: ["MimeographCompression", "MimeographForm", "MimeographJSON", "MimeographXML"]
        ),
        tests("mimeo", also: ["MimeographForm", "MimeographJSON", "MimeographPropertyList", "MimeographXML"]),
    ]
)

library("Mimeograph")
library("MimeographFiles")
library("MimeographFoundation")
library("MimeographSession")
plugin("JSON")
plugin("XML", systemLibraries: [.libXML2], supportedBy: "LibXML2/C")
plugin("PropertyList")
plugin("Form")
plugin("Compression", systemLibraries: [.zlib])

/// Offers a module of `Sources` as a library product.
@MainActor
func library(_ name: String) {
    package.products.append(.library(name: name, targets: [name]))
}

/// A library that the system has, or that `Scripts/prepare` installs.
struct SystemLibrary {
    /// The name of the module, and of the folder in the plugin's own that holds its module map.
    let module: String
    /// Where that folder lies in the plugin's own.
    let path: String
    let pkgConfig: String
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
}

/// Declares the plugin in `Plugins/<folder>`: the target `Mimeograph<folder>`, which knows the core and its own system
/// libraries only, and a library product of the same name.
///
/// - Parameters:
///   - systemLibraries: What it links; each has a module map in the plugin's folder.
///   - cFolder: A folder of C in the plugin's own, for what Swift cannot call by itself. It becomes the target
///     `CMimeograph<folder>`.
@MainActor
func plugin(_ folder: String, systemLibraries: [SystemLibrary] = [], supportedBy cFolder: String? = nil) {
    let name = "Mimeograph\(folder)"
    for library in systemLibraries {
        package.targets.append(
            .systemLibrary(
                name: library.module,
                path: "Plugins/\(folder)/\(library.path)",
                pkgConfig: library.pkgConfig,
                providers: library.providers
            )
        )
    }
    var dependencies = systemLibraries.map { Target.Dependency.byName(name: $0.module) }
    if let cFolder {
        package.targets.append(
            .target(
                name: "C\(name)",
                dependencies: dependencies,
                path: "Plugins/\(folder)/\(cFolder)",
                cSettings: [.treatAllWarnings(as: .error)]
            )
        )
        dependencies.append(.byName(name: "C\(name)"))
    }
    package.targets.append(
        .target(
            name: name,
            dependencies: ["Mimeograph"] + dependencies,
            path: "Plugins/\(folder)",
            exclude: systemLibraries.map(\.path) + [cFolder].compactMap { $0 },
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
