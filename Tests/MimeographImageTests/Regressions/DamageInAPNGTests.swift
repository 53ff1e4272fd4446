import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// The same damage in a PNG had two error codes, and a partial picture had more rows in pieces than as a whole.
@Suite struct DamageInAPNGTests {
    private static let files: [(PNGFile, SerializationError.Code)] = [
        (PNGFile([PNGFile.gray().chunks[0]].map(\.damaged) + [.init("IEND")]), .syntax),
        (PNGFile([PNGFile.gray().chunks[0], .init("IEND")]), .syntax),
        (PNGFile([PNGFile.gray().chunks[0], PNGFile.gray().chunks[0]]), .syntax),
        (PNGFile([PNGFile.gray().chunks[0], .init("ABCD")]), .syntax),
        (PNGFile([PNGFile.gray().chunks[0], .init("a1Cd")]), .syntax),
        (PNGFile([PNGFile.gray().chunks[0], .init("tEXt", Array("a\0b".utf8))]), .truncated),
        (PNGFile([PNGFile.gray().chunks[0]]), .truncated),
        (PNGFile([.init("IHDR"), .init("IEND")]), .syntax),
        (
            PNGFile([.header(width: 1, height: 1, bits: 8, colorType: 3), .pixels(of: [[0, 0]]), .init("IEND")]),
            .syntax
        ),
    ]

    @Test(arguments: files.indices) func aDamageHasOneCode(_ index: Int) throws {
        let (file, code) = Self.files[index]
        for isPartial in [false, true] {
            let error = #expect(throws: SerializationError.self) {
                try ImageResponseSerializer(options: .init(allowsPartialImages: isPartial)).read(file.bytes)
            }
            #expect(error?.code == code)
        }
        #expect(PictureAgreement(.png).disagreements(about: file.bytes) == [])
    }

    /// For a truncated signature with a wrong byte, the decoder reported a truncated picture and `ImageInfo` no PNG.
    @Test(arguments: 0..<8) func aWrongSignatureIsNoPNG(_ at: Int) {
        for length in 1...8 {
            var bytes = Array(PNGFile.gray().bytes.prefix(length))
            if at < length { bytes[at] ^= 0x40 }
            #expect(PictureAgreement(.png).disagreements(about: bytes) == [])
        }
    }

    /// In a whole body, the last 8 KiB before a cut were lost.
    @Test(arguments: [false, true]) func availableRowsAreKept(_ isInterlaced: Bool) throws {
        let image = try Pictures.noise(40, 40, format: .rgb8)
        let body = try image.encoded(as: .png(level: 0, isInterlaced: isInterlaced))
        let options = ImageReadingOptions(allowsPartialImages: true)
        for length in [body.count * 3 / 4, body.count - 30, body.count - 8] {
            let partial = try ImageResponseSerializer(options: options).read(body.prefix(length))
            #expect(partial.isPartial)
            if isInterlaced { continue }
            // Stored pixels are complete, except for the bytes before them.
            let rows = (length - 70) / (40 * 3 + 1)
            #expect(partial.pixels.prefix(rows * 120).elementsEqual(image.pixels.prefix(rows * 120)), "\(length)")
        }
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<20 {
            var damaged = body
            damaged[.random(in: 60..<body.count - 20, using: &generator)] ^= 0x11
            #expect(PictureAgreement(.png).disagreements(about: damaged, [.standard]) == [])
        }
    }
}
