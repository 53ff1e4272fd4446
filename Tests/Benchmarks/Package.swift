// swift-tools-version: 6.2
import Foundation
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

// simdjson is a peer that may be missing. Its pkg-config file has a flag that SwiftPM refuses, so it is looked for here;
// that it is compiled and that it is linked hang on the one answer. Scripts/bench puts the version that is installed into
// the environment, so that SwiftPM asks again when that changes.
let hasSimdjson =
    Context.environment["MIMEOGRAPH_SIMDJSON"] != "none"
    && ["/usr/include", "/usr/local/include", "/opt/homebrew/include"].contains {
        FileManager.default.fileExists(atPath: "\($0)/simdjson.h")
    }

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
        .systemLibrary(
            name: "CLibXML2Peer",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
        ),
        .target(name: "CXMLPeer", dependencies: ["CLibXML2Peer"]),
        .target(name: "CZLibPeer", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CImagePeer", linkerSettings: [.linkedLibrary("png"), .linkedLibrary("jpeg")]),
        .target(name: "Processes", dependencies: ["CAllocator"], swiftSettings: strict),
        .target(name: "Harness", dependencies: ["CAllocationCount"], swiftSettings: strict),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CImagePeer", "CSimdjson", "CXMLPeer", "CZLibPeer", "Harness", "Processes",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographCBOR", package: "Mimeograph"),
                .product(name: "MimeographFiles", package: "Mimeograph"),
                .product(name: "MimeographForm", package: "Mimeograph"),
                .product(name: "MimeographImage", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographMessagePack", package: "Mimeograph"),
                .product(name: "MimeographXML", package: "Mimeograph"),
                .product(name: "MimeographPropertyList", package: "Mimeograph"),
                .product(name: "MimeographCompression", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
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
