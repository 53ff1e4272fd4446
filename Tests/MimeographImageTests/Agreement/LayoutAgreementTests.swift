import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Reading in a layout equals reading the stored layout and converting it: from a whole body, in pieces, and from a truncated
/// file.
@Suite struct LayoutAgreementTests {
    private static func bodies() throws -> [(any ImageCodec, [UInt8])] {
        var bodies: [(any ImageCodec, [UInt8])] = []
        for format in PixelFormat.everyLayout where !format.isPremultiplied {
            let image = try Pictures.noise(5, 20, format: format)
            bodies.append((.png, try image.encoded(as: .png(usesExactPalette: false))))
            bodies.append((.png, try image.encoded(as: .png(level: 0, isInterlaced: true))))
            bodies.append((.jpeg, try image.encoded(as: .jpeg)))
            bodies.append((.jpeg, try image.encoded(as: .jpeg(isProgressive: true))))
        }
        bodies.append((.png, try Pictures.icon(colors: 9).encoded(as: .png)))
        bodies.append((.bmp, BMPFixture(width: 2, height: 2, pixels: [UInt8](1...16)).file))
        let runs = BMPFixture(
            bits: 8,
            compression: 1,
            palette: [[1, 2, 3, 0]],
            colors: 1,
            pixels: [3, 0, 0, 0, 3, 0, 0, 1]
        )
        bodies.append((.bmp, runs.file))
        bodies.append(
            (.xbm, Array("#define a_width 9\n#define a_height 2\nstatic char a_bits[] = { 1, 2, 3, 4 };".utf8))
        )
        return bodies
    }

    @Test func everyLayoutIsTheConvertedOne() throws {
        for (codec, bytes) in try Self.bodies() {
            let agreement = PictureAgreement(codec)
            for length in [bytes.count, bytes.count - 1, bytes.count * 2 / 3] {
                let body = Array(bytes[..<length])
                let found = agreement.disagreements(about: body, [.standard], seed: PictureAgreement.everyLayout)
                #expect(found.isEmpty, "\(codec.format), \(length) of \(bytes.count) bytes: \(found)")
            }
        }
    }
}
