// swift-tools-version: 6.2
import PackageDescription

// The fuzzers are a package of their own, so users never download their dependencies. Run them with Scripts/fuzz.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Fuzzers",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../..")],
    targets: [
        .target(name: "CFuzzer"),
        .target(
            name: "FuzzerSupport",
            dependencies: ["CFuzzer", .product(name: "Mimeograph", package: "Mimeograph")],
            swiftSettings: strict
        ),
        .target(
            name: "PropertyListChecks",
            dependencies: [
                "FuzzerSupport", .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographPropertyList", package: "Mimeograph"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "BinaryChecks",
            dependencies: ["FuzzerSupport", .product(name: "Mimeograph", package: "Mimeograph")],
            swiftSettings: strict
        ),
        .target(
            name: "CodingChecks",
            dependencies: ["FuzzerSupport", .product(name: "Mimeograph", package: "Mimeograph")],
            swiftSettings: strict
        ),
        .target(
            name: "ImageChecks",
            dependencies: [
                "FuzzerSupport", .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographImage", package: "Mimeograph"),
            ],
            swiftSettings: strict
        ),
    ]
)

fuzzer("media-type")
fuzzer("accept")
fuzzer("header-fields")
fuzzer("structured-fields", "MimeographStructuredFields")
fuzzer("message-signatures", "MimeographSession", "MimeographSignatures", "MimeographStructuredFields")
fuzzer("registry", "MimeographServer")
fuzzer("cookies", "MimeographSession")
fuzzer("challenges", "MimeographSession", "MimeographSessionTesting")
fuzzer("har", "MimeographSessionTesting")
fuzzer("url", "MimeographSession")
fuzzer("text", "MimeographText")
fuzzer("json", "MimeographJSON")
fuzzer("json-stream", "MimeographJSON")
fuzzer("json-patch", "MimeographJSON", "MimeographJSONPatch")
fuzzer("json-path", "MimeographJSON", "MimeographJSONPath")
fuzzer("plist-binary", "MimeographPropertyList", checks: ["PropertyListChecks"])
fuzzer("plist-xml", "MimeographPropertyList", checks: ["PropertyListChecks"])
fuzzer("plist-openstep", "MimeographPropertyList", checks: ["PropertyListChecks"])
fuzzer("messagepack", "MimeographMessagePack", checks: ["BinaryChecks"])
fuzzer("cbor", "MimeographCBOR", checks: ["BinaryChecks"])
fuzzer("plans", "MimeographCBOR", "MimeographJSON", "MimeographMessagePack")
fuzzer("csv", "MimeographCSV")
fuzzer("form", "MimeographForm")
fuzzer("multipart", "MimeographForm")
fuzzer("gzip", "MimeographCompression", checks: ["CodingChecks"])
fuzzer("brotli", "MimeographBrotli", checks: ["CodingChecks"])
fuzzer("zstd", "MimeographZstandard", checks: ["CodingChecks"])
fuzzer("xml", "MimeographXML")
fuzzer("xpath", "MimeographXML")
fuzzer("event-stream", "MimeographEventStream")
fuzzer("compound-stream", "MimeographCompound", "MimeographEventStream", "MimeographJSON")
fuzzer("png", "MimeographImage", checks: ["ImageChecks"])
fuzzer("jpeg", "MimeographImage", checks: ["ImageChecks"])
fuzzer("bmp", "MimeographImage", checks: ["ImageChecks"])
fuzzer("ico", "MimeographImage", checks: ["ImageChecks"])
fuzzer("xbm", "MimeographImage", checks: ["ImageChecks"])
fuzzer("gif", "MimeographImage", "MimeographImageGIF", checks: ["ImageChecks"])
fuzzer("tiff", "MimeographImage", "MimeographImageTIFF", checks: ["ImageChecks"])
fuzzer("webp", "MimeographImage", "MimeographImageWebP", checks: ["ImageChecks"])

/// Declares the fuzzer in `Sources/<name>`: a `main.swift`, a `dictionary` and `seeds`, as described in `README.md`. Code that
/// several fuzzers share is in the targets in `checks`.
@MainActor
func fuzzer(_ name: String, _ modules: String..., checks: [String] = []) {
    package.targets.append(
        .executableTarget(
            name: name,
            dependencies: (["FuzzerSupport"] + checks).map { .byName(name: $0) }
                + (["Mimeograph"] + modules).map { .product(name: $0, package: "Mimeograph") },
            exclude: ["dictionary", "seeds"],
            swiftSettings: strict,
            // ld.gold crashes on the sections of the coverage counters.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]
        )
    )
}
