// swift-tools-version: 6.2
import PackageDescription

/// Returns a product of Mimeograph. Change the path below to your copy.
func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Mimeograph") }

let package = Package(
    name: "Guides",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Client",
            dependencies: [
                product("Mimeograph"), product("MimeographEventStream"), product("MimeographFiles"),
                product("MimeographForm"),
                product("MimeographJSON"), product("MimeographReachability"),
                product("MimeographServer"), product("MimeographSession"), product("MimeographText"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "Server",
            dependencies: [
                product("Mimeograph"), product("MimeographEventStream"), product("MimeographJSON"),
                product("MimeographServer"), product("MimeographXML"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "GuidesTests",
            dependencies: [
                product("Mimeograph"), product("MimeographJSON"), product("MimeographSession"),
                product("MimeographSessionTesting"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
