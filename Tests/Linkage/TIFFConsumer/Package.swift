// swift-tools-version: 6.2
import PackageDescription

// A program that reads TIFF pictures. Besides the libraries for PNG and JPEG it needs libtiff, and no library of other modules.
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
