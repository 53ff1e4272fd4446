// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The benchmarks are a package of their own, so users never download their dependencies. Run them with Scripts/bench.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Peers that may be missing. SwiftPM rejects a flag in the pkg-config file of simdjson, so this function looks for the headers.
// The same answer decides whether a peer is compiled and whether it is linked. Scripts/bench sets the installed versions in the
// environment, so that SwiftPM evaluates this manifest again when they change.
func hasPeer(_ variable: String, header: String) -> Bool {
    Context.environment[variable] != "none"
        && ["/usr/include", "/usr/local/include", "/opt/homebrew/include"].contains {
            FileManager.default.fileExists(atPath: "\($0)/\(header)")
        }
}

let hasSimdjson = hasPeer("MIMEOGRAPH_SIMDJSON", header: "simdjson.h")
let hasPugixml = hasPeer("MIMEOGRAPH_PUGIXML", header: "pugixml.hpp")
let hasExpat = hasPeer("MIMEOGRAPH_EXPAT", header: "expat.h")
let hasSpng = hasPeer("MIMEOGRAPH_SPNG", header: "spng.h")

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../..")],
    targets: [
        .target(name: "CAllocationCount"),
        .target(name: "CAllocator"),
        .target(
            name: "CSimdjson",
            cxxSettings: hasSimdjson ? [.define("MIMEOGRAPH_HAS_SIMDJSON")] : [],
            linkerSettings: hasSimdjson ? [.linkedLibrary("simdjson")] : []
        ),
        .target(
            name: "CPugixml",
            cxxSettings: hasPugixml ? [.define("MIMEOGRAPH_HAS_PUGIXML")] : [],
            linkerSettings: hasPugixml ? [.linkedLibrary("pugixml")] : []
        ),
        .target(
            name: "CExpat",
            cSettings: hasExpat ? [.define("MIMEOGRAPH_HAS_EXPAT")] : [],
            linkerSettings: hasExpat ? [.linkedLibrary("expat")] : []
        ),
        .target(
            name: "CSpng",
            cSettings: hasSpng ? [.define("MIMEOGRAPH_HAS_SPNG")] : [],
            linkerSettings: hasSpng ? [.linkedLibrary("spng")] : []
        ),
        .systemLibrary(
            name: "CLibXML2Peer",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
        ),
        .target(name: "CXMLPeer", dependencies: ["CLibXML2Peer"]),
        .target(name: "CZLibPeer", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CSocketPeer"),
        .target(
            name: "CCodingPeers",
            linkerSettings: [.linkedLibrary("brotlidec"), .linkedLibrary("brotlienc"), .linkedLibrary("zstd")]
        ),
        .target(name: "CDigestPeer", linkerSettings: [.linkedLibrary("crypto")]),
        .target(name: "CImagePeer", linkerSettings: [.linkedLibrary("png"), .linkedLibrary("jpeg")]),
        .target(name: "CWebPPeer", linkerSettings: [.linkedLibrary("webp"), .linkedLibrary("webpdemux")]),
        .target(name: "Processes", dependencies: ["CAllocator"], swiftSettings: strict),
        // Both folders are links to the folder Models, so each model is compiled with and without the mark `SynthesizedCodable`.
        .target(name: "PlainModels", swiftSettings: strict),
        .target(
            name: "MarkedModels",
            dependencies: [.product(name: "Mimeograph", package: "Mimeograph")],
            swiftSettings: strict + [.define("MARKED")]
        ),
        .target(name: "Harness", dependencies: ["CAllocationCount"], swiftSettings: strict),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CCodingPeers", "CDigestPeer", "CExpat", "CImagePeer", "CPugixml", "CSimdjson", "CSocketPeer", "CSpng",
                "CWebPPeer", "CXMLPeer",
                "CZLibPeer", "Harness", "MarkedModels", "PlainModels", "Processes",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographCBOR", package: "Mimeograph"),
                .product(name: "MimeographCSV", package: "Mimeograph"),
                .product(name: "MimeographEventSource", package: "Mimeograph"),
                .product(name: "MimeographEventStream", package: "Mimeograph"),
                .product(name: "MimeographFiles", package: "Mimeograph"),
                .product(name: "MimeographForm", package: "Mimeograph"),
                .product(name: "MimeographImage", package: "Mimeograph"),
                .product(name: "MimeographImageWebP", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographJSONPatch", package: "Mimeograph"),
                .product(name: "MimeographJSONPath", package: "Mimeograph"),
                .product(name: "MimeographMessagePack", package: "Mimeograph"),
                .product(name: "MimeographXML", package: "Mimeograph"),
                .product(name: "MimeographPropertyList", package: "Mimeograph"),
                .product(name: "MimeographBrotli", package: "Mimeograph"),
                .product(name: "MimeographCompression", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographZstandard", package: "Mimeograph"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "soak",
            dependencies: [
                "Processes",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographCompression", package: "Mimeograph"),
                .product(name: "MimeographEventStream", package: "Mimeograph"),
                .product(name: "MimeographForm", package: "Mimeograph"),
                .product(name: "MimeographImage", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographPropertyList", package: "Mimeograph"),
                .product(name: "MimeographServer", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographXML", package: "Mimeograph"),
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "HarnessTests", dependencies: ["Harness"], swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)
