import Mimeograph
import MimeographCompression
package import MimeographConformance
import MimeographPropertyList
import SuiteSupport

/// The suites of the content codings.
package enum CompressionSuites {
    package static var all: [ConformanceSuite] {
        [
            suite("gzip", GzipCoding(), header: 10, stored: gzipped),
            suite("deflate", DeflateCoding(), header: 2, stored: zlibbed), compressedWriter,
        ]
    }

    /// "hello" in a stored block. Source: RFC 1951 §3.2.4, RFC 1952 §2.3, RFC 1950 §2.2.
    private static let block: [UInt8] = [0x01, 5, 0, 0xFA, 0xFF, 0x68, 0x65, 0x6C, 0x6C, 0x6F]
    private static let gzipped: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + block + [0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0]
    private static let zlibbed: [UInt8] = [0x78, 0x01] + block + [0x06, 0x2C, 0x02, 0x15]

    private static func suite(
        _ name: String,
        _ coding: some ContentCoding,
        header: Int,
        stored: [UInt8]
    ) -> ConformanceSuite {
        var wrong = stored
        wrong[stored.count - 5 - (name == "gzip" ? 4 : 0)] ^= 1
        return ConformanceSuite(
            name,
            coding,
            fixtures: [
                .reads("a stored block", stored, as: Array("hello".utf8)),
                .refuses("another checksum", wrong, .syntax),
                .refuses("cut short", Array(stored.dropLast(2)), .truncated),
                .refuses("trailing bytes", stored + [1, 2, 3], .syntax),
                .refuses("no header", [UInt8](repeating: 0, count: header), .syntax),
            ],
            plugin: CompressionPlugin()
        )
    }

    /// A writer with compressed output, which keeps the laws of the writer inside it.
    private static var compressedWriter: ConformanceSuite {
        ConformanceSuite(
            "compressed-writer",
            writing: PropertyListRequestSerializer().compressed(),
            types: ["application/x-plist"],
            fixtures: [.writes("a list", ["a": [1, "é"]])],
            capabilities: [
                .reader(PropertyListResponseSerializer().preprocessed(by: Gunzipping())),
                .unwritable(.null),
                .noOracle,
            ]
        )
    }
}

/// Decompresses gzip, as a registry does for a body with Content-Encoding.
private struct Gunzipping: BodyPreprocessing {
    func preprocess(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8] {
        try GzipCoding().decode(body, limits: limits)
    }
}
