// swift-tools-version: 6.2
import PackageDescription

// Coders for AWS Lambda. Change the path to your copy of Mimeograph.
//
// With COMPARE=1, the same function with Foundation's coders is built, too. A package has the same traits for all targets, so `compare.py`
// builds each function on its own.
let compares = Context.environment["COMPARE"] == "1"

let package = Package(
    name: "LambdaFunction",
    platforms: [.macOS(.v15)],
    products: [.library(name: "LambdaCoders", targets: ["LambdaCoders"])],
    dependencies: [
        .package(name: "Mimeograph", path: "../../.."),
        .package(
            url: "https://github.com/awslabs/swift-aws-lambda-runtime.git",
            from: "2.9.0",
            traits: compares ? ["FoundationJSONSupport"] : []
        ),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.95.0"),
    ],
    targets: [
        .target(
            name: "LambdaCoders",
            dependencies: [
                .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "AWSLambdaRuntime", package: "swift-aws-lambda-runtime"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "order-function",
            dependencies: [
                "LambdaCoders", .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "AWSLambdaRuntime", package: "swift-aws-lambda-runtime"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "LambdaCodersTests",
            dependencies: [
                "LambdaCoders", .product(name: "Mimeograph", package: "Mimeograph"),
                .product(name: "MimeographJSON", package: "Mimeograph"),
                .product(name: "MimeographMessagePack", package: "Mimeograph"),
                .product(name: "AWSLambdaRuntime", package: "swift-aws-lambda-runtime"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
        + (compares
            ? [
                .executableTarget(
                    name: "foundation-function",
                    dependencies: [.product(name: "AWSLambdaRuntime", package: "swift-aws-lambda-runtime")]
                )
            ] : [])
)
