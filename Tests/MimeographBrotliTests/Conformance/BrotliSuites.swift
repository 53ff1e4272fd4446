import Mimeograph
import MimeographBrotli
package import MimeographConformance
import SuiteSupport

/// The suite of the content coding br.
package enum BrotliSuites {
    package static var all: [ConformanceSuite] {
        [
            ConformanceSuite(
                "br",
                BrotliCoding(),
                fixtures: [
                    .reads("a stored meta-block", stored, as: Array("hello".utf8)),
                    .reads("an empty stream", [0x06], as: []),
                    .refuses("cut short", Array(stored.dropLast()), .truncated),
                    .refuses("trailing bytes", stored + [1, 2, 3], .syntax),
                    .refuses("a reserved window", [0x11, 0x03], .syntax),
                ],
                plugin: BrotliPlugin()
            )
        ]
    }

    /// "hello" in an uncompressed meta-block, after a window size of 64 KiB. Source: RFC 7932 §9.1, §9.2.
    private static let stored: [UInt8] = [0x40, 0x00, 0x10] + Array("hello".utf8) + [0x03]
}
