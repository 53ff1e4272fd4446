import Mimeograph
package import MimeographConformance
import MimeographImage
import MimeographImageTIFF
import MimeographImageSuites
import SuiteSupport

/// The suite of TIFF.
package enum TIFFSuites {
    package static var all: [ConformanceSuite] {
        [
            ImageSuites.suite(
                "tiff",
                with: [.tiff],
                types: ["image/tiff", "image/tiff-fx"],
                fixtures: [
                    .reads("a TIFF", body) { ImageSuites.isOnePixel($0, .tiff) }
                ],
                large: { size in .reads("large", body(width: size)) { $0.width == size && $0.source == .tiff } }
            )
        ]
    }

    /// One row of 8-bit gray pixels, in one strip after the directory.
    ///
    /// Source: TIFF 6.0 §2, §4.
    private static let body = body(width: 1)

    private static func body(width: Int) -> [UInt8] {
        let fields: [(tag: Int, type: Int, value: Int)] = [
            (256, 4, width), (257, 3, 1), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 0), (277, 3, 1), (278, 3, 1),
            (279, 4, width),
        ]
        let end = 8 + 2 + fields.count * 12 + 4
        var bytes = [UInt8](joining: [0x49, 0x49], little(42, 2), little(8, 4), little(fields.count, 2))
        for field in fields {
            bytes += little(field.tag, 2) + little(field.type, 2) + little(1, 4)
            bytes += little(field.tag == 273 ? end : field.value, 4)
        }
        return bytes + little(0, 4) + (0..<width).map { UInt8(truncatingIfNeeded: 0x80 + $0) }
    }
}
