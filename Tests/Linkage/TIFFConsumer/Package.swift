// swift-tools-version: 6.2
import PackageDescription

// Somebody who reads TIFF pictures; it needs libtiff beside what PNG and JPEG need, and nothing that other modules need.
let package = Package(
    name: "TIFFConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "TIFFConsumer",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographImage", package: "Mimeograph"),
                .product(name: "MimeographImageTIFF", package: "Mimeograph"),
            ]
        )
    ]
)
