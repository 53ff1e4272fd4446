import Mimeograph
package import MimeographConformance
import MimeographImage
import MimeographImageGIF
import MimeographImageSuites
import SuiteSupport

/// The suite of GIF.
package enum GIFSuites {
    package static var all: [ConformanceSuite] {
        [
            ImageSuites.suite(
                "gif",
                with: [.gif],
                types: ["image/gif"],
                fixtures: [
                    .reads("a GIF", body) { ImageSuites.isOnePixel($0, .gif) },
                    .refuses("half a GIF", Array(body.dropLast(8)), .truncated),
                ],
                large: { size in .reads("large", commented(size)) { ImageSuites.isOnePixel($0, .gif) } }
            )
        ]
    }

    /// Returns the picture after a comment of about the given number of bytes.
    private static func commented(_ size: Int) -> [UInt8] {
        var bytes = Array(body[..<19]) + [0x21, 0xFE]
        for number in 0..<size / 256 {
            bytes.append(0xFF)
            bytes += [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 255)
        }
        bytes.append(0)
        return bytes + body[19...]
    }

    /// One white pixel.
    ///
    /// Source: CompuServe, "Graphics Interchange Format", version 89a.
    private static let body = [UInt8](
        joining: Array("GIF89a".utf8),
        little(1, 2),
        little(1, 2),
        [0x80, 0, 0],
        [0xFF, 0xFF, 0xFF, 0, 0, 0],
        [0x2C],
        little(0, 2),
        little(0, 2),
        little(1, 2),
        little(1, 2),
        [0],
        [2, 2, 0x44, 0x01, 0],
        [0x3B]
    )
}
