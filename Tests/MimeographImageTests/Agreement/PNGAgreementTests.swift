import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// A PNG is the same picture, or the same error, at once, in pieces and by its first bytes.
@Suite struct PNGAgreementTests {
    private static let agreement = PictureAgreement(.png)

    /// Small files of every kind. Some have stored pixels, so that the bytes for zlib can be changed without an error of zlib.
    private static let seeds: [PNGFile] = {
        func file(_ image: Image, _ encoding: PNGEncoding) -> PNGFile? {
            (try? image.encoded(as: encoding)).map { PNGFile(parsing: $0) }
        }
        let formats: [PixelFormat] = [.gray8, .grayAlpha8, .rgb8, .rgba8, .gray16, .rgba16]
        var files = formats.enumerated().flatMap { index, format in
            (try? Pictures.noise(3 + index, 4, format: format)).map { image in
                [
                    file(image, .png(usesExactPalette: false)), file(image, .png(level: 0, isInterlaced: true)),
                    file(image, .png(level: 0, usesExactPalette: false)),
                ]
            } ?? []
        }
        var tall = try? Pictures.photo(2, 20)
        tall?.metadata.texts = [ImageText("Title", "Ü"), ImageText("Author", "日本")]
        tall?.metadata.orientation = .right
        tall?.metadata.resolution = ImageResolution(horizontal: 300, vertical: 150, unit: .inch)
        files.append(tall.flatMap { file($0, .png(level: 0)) })
        files.append(tall.flatMap { file($0, .png(isInterlaced: true)) })
        return files.compactMap { $0 } + [.gray(), palette, lowBits]
    }()

    /// Three colors, one of which is transparent.
    private static let palette = PNGFile([
        .header(width: 3, height: 2, bits: 8, colorType: 3), .init("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        .init("tRNS", [0x80]), .pixels(of: [[0, 0, 1, 2], [0, 2, 1, 0]]), .init("IEND"),
    ])

    /// Two bits a sample, with one transparent sample and the pixels in two chunks.
    private static let lowBits: PNGFile = {
        let pixels = PNGFile.Chunk.stored([0, 0x1B, 0x40, 0, 0xE4, 0x80])
        return PNGFile([
            .header(width: 5, height: 2, bits: 2, colorType: 0), .init("gAMA", [0, 0, 0xB1, 0x8F]),
            .init("tRNS", [0, 2]), .init("pHYs", [0, 0, 1, 0, 0, 0, 2, 0, 1]), .init("IDAT", Array(pixels[..<9])),
            .init("IDAT", Array(pixels[9...])), .init("tEXt", Array("Comment\0end".utf8)), .init("IEND"),
        ])
    }()

    private static let spare: [PNGFile.Chunk] = [
        .orientation(6), .orientation(3), .orientation(6).damaged, .init("eXIf", [0x4D, 0x4D]), .init("tRNS", [0, 1]),
        .init("tRNS", [0, 0, 0, 1, 0, 2]), .init("tRNS", [9]), .init("tRNS", [9, 9, 9, 9]), .init("tRNS"),
        .init("tRNS", [0, 1]).damaged, .init("PLTE", [9, 8, 7]), .init("PLTE"), .init("PLTE", [1, 2, 3]).damaged,
        .init("pHYs", [0, 0, 0, 9, 0, 0, 0, 8, 0]), .init("pHYs", [0, 0, 0, 9, 0, 0, 0, 8, 1]).damaged,
        .init("tEXt", Array("\0empty".utf8)), .init("tEXt", Array("Title\0text".utf8)), .init("tEXt", [0]),
        .init("tEXt", Array("none".utf8)), .init("zTXt", Array("Title\0\0".utf8) + PNGFile.Chunk.stored([0x61, 0xE9])),
        .init("iTXt", Array("Title\0\0\0en\0Titel\0a\u{301}\u{316}".utf8)), .init("IDAT"), .init("IDAT", [0, 0, 0]),
        .init("IDAT", PNGFile.Chunk.stored([0, 1])), .init("IEND"), .init("tIME", [7, 0xD0, 1, 1, 0, 0, 0]),
        .init("sRGB", [0]), .init("gAMA", [0, 0, 0, 0]), .init("gAMA", [0, 1, 0x86, 0xA0]), .init("cHRM", [1, 2, 3]),
        .init("ABCD"), .init("abCd", [1]), .init("a1Cd"), .init("bKGD", [0, 1]),
        .header(width: 2, height: 2, bits: 8, colorType: 2), .init("iCCP", Array("x\0\0".utf8) + [1, 2]),
    ]

    @Test(arguments: 0..<10) func mutantsAgree(_ batch: Int) {
        var generator = SeededGenerator(seed: 100 + UInt64(batch))
        for round in 0..<90 {
            guard let seed = Self.seeds.randomElement(using: &generator) else { return }
            var chunks = StructuralMutation.mutate(seed.chunks, spare: Self.spare, using: &generator)
            if round % 5 == 0, let at = chunks.indices.randomElement(using: &generator) {
                chunks[at].hasChecksum = false
            }
            var bytes = PNGFile(chunks).bytes
            if round % 7 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count - 7, using: &generator)) }
            // Each file is read with the default options and with one other set.
            let options = [PictureAgreement.options[0], PictureAgreement.options[1 + round % 6]]
            let found =
                Self.agreement.disagreements(about: bytes, options, seed: UInt64(round))
                + Self.agreement.failuresToWrite(bytes)
            #expect(found.isEmpty, "\(batch), \(round): \(PNGAgreementTests.outline(bytes)): \(found)")
        }
    }

    private static func outline(_ bytes: [UInt8]) -> String {
        PNGFile(parsing: bytes).chunks.map {
            "\(String(decoding: $0.name, as: UTF8.self)) \($0.content)\($0.hasChecksum ? "" : " damaged")"
        }.joined(separator: ", ")
    }

    @Test(.needsCorpora) func theSuiteAgrees() throws {
        let agreement = PictureAgreement(.png, limits: .standard)
        for file in ImageCase.all("png-pngsuite") {
            let bytes = try Corpora.read(file.path)
            let options = bytes.count < 1_000 ? PictureAgreement.options : [PictureAgreement.options[0], .rgba8]
            let found = agreement.disagreements(about: bytes, options) + agreement.failuresToWrite(bytes)
            #expect(found.isEmpty, "\(file): \(found)")
        }
    }
}
