import Mimeograph
package import MimeographConformance
import MimeographImage
import MimeographImageSuites
import MimeographImageWebP
import SuiteSupport

/// The suites of WebP: reading, and lossless writing.
package enum WebPSuites {
    package static var all: [ConformanceSuite] { [reading, writing] }

    private static var reading: ConformanceSuite {
        ImageSuites.suite(
            "webp",
            with: [.webp],
            types: ["image/webp"],
            fixtures: [
                .reads("a lossless WebP", body) { ImageSuites.isOnePixel($0, .webp) },
                .refuses("half a WebP", Array(body.dropLast(8)), .truncated),
                .refuses("an invalid size", Array(body.prefix(4)) + little(3, 4) + body.dropFirst(8), .syntax),
            ],
            large: { size in
                let picture = ImageSuites.noise(size)
                return .reads("large", (try? picture.encoded(as: .webp(.lossless))) ?? []) {
                    $0.height == picture.height && $0.source == .webp
                }
            }
        )
    }

    private static var writing: ConformanceSuite {
        ImageSuites.writing("webp-writer", .webp(.lossless), readBy: .webp, types: ["image/webp"])
    }

    /// One white pixel, lossless.
    ///
    /// Source: RFC 9649 §2.6 and §3.
    private static let body = [UInt8](
        joining: Array("RIFF".utf8),
        little(30, 4),
        Array("WEBPVP8L".utf8),
        little(17, 4),
        [0x2F, 0, 0, 0, 0, 0x07, 0xD0, 0xFF, 0xFE, 0xF7, 0xBF, 0xFF, 0x81, 0x88, 0xE8, 0x7F, 0],
        [0]
    )
}
