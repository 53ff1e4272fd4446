import Mimeograph
package import MimeographConformance
import MimeographZstandard
import SuiteSupport

/// The suite of the content coding zstd.
package enum ZstandardSuites {
    package static var all: [ConformanceSuite] {
        [
            ConformanceSuite(
                "zstd",
                ZstandardCoding(),
                fixtures: [
                    .reads("a raw block", raw, as: Array("hello".utf8)),
                    .refuses("cut short", Array(raw.dropLast(2)), .truncated),
                    .refuses("trailing bytes", raw + [1, 2, 3], .syntax),
                    .refuses("a dictionary", [0x28, 0xB5, 0x2F, 0xFD, 0x21, 1, 0, 1, 0, 0], .syntax),
                    .refuses("no header", [0, 0, 0, 0], .syntax),
                ],
                plugin: ZstandardPlugin()
            )
        ]
    }

    /// "hello" in one uncompressed block. Source: RFC 8878 §3.1.1.
    private static let raw: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5, 0x29, 0, 0] + Array("hello".utf8)
}
