// swift-tools-version: 6.2
import PackageDescription

// A program that uses every product, together with all of Foundation; see .ci/check-consumers.
let package = Package(
    name: "EverythingConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "EverythingConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
                .product(name: "MimeographBrotli", package: "Mimeograph"),
                .product(name: "MimeographCBOR", package: "Mimeograph"),
                .product(name: "MimeographCSV", package: "Mimeograph"),
                .product(name: "MimeographCompound", package: "Mimeograph"),
                .product(name: "MimeographCompression", package: "Mimeograph"),
                .product(name: "MimeographConformance", package: "Mimeograph"),
                .product(name: "MimeographEventSource", package: "Mimeograph"),
                .product(name: "MimeographEventStream", package: "Mimeograph"),
                .product(name: "MimeographFiles", package: "Mimeograph"),
                .product(name: "MimeographForm", package: "Mimeograph"),
                .product(name: "MimeographFoundation", package: "Mimeograph"),
                .product(name: "MimeographImage", package: "Mimeograph"),
                .product(name: "MimeographImageGIF", package: "Mimeograph"),
                .product(name: "MimeographImageTIFF", package: "Mimeograph"),
                .product(name: "MimeographImageWebP", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographJSONPatch", package: "Mimeograph"),
                .product(name: "MimeographJSONPath", package: "Mimeograph"),
                .product(name: "MimeographLeniency", package: "Mimeograph"),
                .product(name: "MimeographMessagePack", package: "Mimeograph"),
                .product(name: "MimeographPropertyList", package: "Mimeograph"),
                .product(name: "MimeographReachability", package: "Mimeograph"),
                .product(name: "MimeographServer", package: "Mimeograph"),
                .product(name: "MimeographSession", package: "Mimeograph"),
                .product(name: "MimeographSessionTesting", package: "Mimeograph"),
                .product(name: "MimeographSignatures", package: "Mimeograph"),
                .product(name: "MimeographStructuredFields", package: "Mimeograph"),
                .product(name: "MimeographXML", package: "Mimeograph"),
                .product(name: "MimeographZstandard", package: "Mimeograph"),
            ]
        )
    ]
)
