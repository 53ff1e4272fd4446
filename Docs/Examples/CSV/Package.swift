// swift-tools-version: 6.2
import PackageDescription

// A plugin from outside: it sees the public API and nothing else. Change the path to wherever Mimeograph is.
let package = Package(
    name: "CSV",
    platforms: [.macOS(.v15)],
    products: [.library(name: "CSV", targets: ["CSV"])],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .target(
            name: "CSV",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        // The conformance suites, which a tool may run, too.
        .target(
            name: "CSVSuites",
            dependencies: [
                "CSV",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographConformance", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
            ],
            path: "Tests/CSVTests/Conformance",
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "CSVTests",
            dependencies: [
                "CSV", "CSVSuites",
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographConformance", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographText", package: "Mimeograph"),
            ],
            exclude: ["Conformance"],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
