// swift-tools-version: 6.2
import PackageDescription

/// A product of Mimeograph. Change the path below to wherever that is.
func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Mimeograph") }

let package = Package(
    name: "Migration",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Mimeograph", path: "../../..")],
    targets: [
        .target(
            name: "FromAlamofire",
            dependencies: [
                product("Mimeograph"), product("MimeographCompression"), product("MimeographFiles"),
                product("MimeographForm"), product("MimeographFoundation"), product("MimeographJSON"),
                product("MimeographReachability"), product("MimeographSession"),
                product("MimeographSessionTesting"), product("MimeographText"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .target(
            name: "FromAFNetworking",
            dependencies: [
                product("Mimeograph"), product("MimeographCompound"), product("MimeographFiles"),
                product("MimeographForm"), product("MimeographImage"), product("MimeographJSON"),
                product("MimeographPropertyList"), product("MimeographReachability"),
                product("MimeographSession"), product("MimeographText"), product("MimeographXML"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "MigrationTests",
            dependencies: [
                "FromAlamofire", "FromAFNetworking", product("Mimeograph"), product("MimeographForm"),
                product("MimeographJSON"), product("MimeographSession"), product("MimeographSessionTesting"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
