import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// A BMP, an icon and an XBM are the same picture, or the same error, at once, in pieces and by their first bytes.
@Suite struct BitmapAgreementTests {
    private static let bitmaps: [BMPFixture] = {
        let palette: [[UInt8]] = [[0, 0, 0, 0], [9, 80, 200, 0], [40, 50, 60, 0], [255, 255, 255, 0]]
        let rows: [UInt8] = (0..<96).map { $0 &* 37 }
        return [
            BMPFixture(pixels: rows), BMPFixture(width: 5, height: -3, bits: 32, pixels: rows),
            BMPFixture(width: 4, height: 4, bits: 16, headerLength: 12, pixels: rows),
            BMPFixture(width: 9, height: 4, bits: 1, palette: Array(palette[..<2]), pixels: rows),
            BMPFixture(width: 5, height: 4, bits: 4, palette: palette, colors: 4, pixels: rows, gap: [1, 2]),
            BMPFixture(width: 4, height: 4, bits: 8, palette: palette, colors: 4, pixels: rows, pixelsPerMeter: (7, 9)),
            BMPFixture(
                width: 6,
                height: 4,
                bits: 8,
                compression: 1,
                palette: palette,
                colors: 4,
                pixels: [4, 1, 0, 3, 1, 2, 3, 0, 0, 0, 0, 2, 1, 1, 2, 3, 0, 1]
            ),
            BMPFixture(
                width: 6,
                height: 4,
                bits: 4,
                compression: 2,
                palette: palette,
                colors: 4,
                pixels: [5, 0x12, 0, 3, 0x12, 0x30, 0, 0, 0, 2, 1, 0, 2, 0x33, 0, 1]
            ),
            BMPFixture(
                width: 3,
                height: 3,
                bits: 16,
                compression: 3,
                more: [0, 0xF8, 0, 0, 0xE0, 7, 0, 0, 0x1F, 0, 0, 0],
                pixels: rows
            ),
            BMPFixture(
                width: 7,
                height: 2,
                bits: 32,
                compression: 3,
                headerLength: 124,
                more: [0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 3, 0, 0, 0, 0, 0, 0xFF],
                pixels: rows
            ),
        ]
    }()

    private static let icons: [[UInt8]] = {
        let png = PNGFile.gray([1, 2]).bytes
        let clear = PNGFile([
            .header(width: 3, height: 2, bits: 8, colorType: 3), .init("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
            .init("tRNS", [0x80]), .orientation(6), .pixels(of: [[0, 0, 1, 2], [0, 2, 1, 0]]), .init("IEND"),
        ]).bytes
        let pictures = bitmaps.map(\.bitmap)
        return [[png], [clear], [pictures[1]], [pictures[3], pictures[9], png], [clear, pictures[8], pictures[9]]].map {
            all in
            var bytes = BMPFixture.short(0) + BMPFixture.short(1) + BMPFixture.short(UInt16(all.count))
            var at = 6 + 16 * all.count
            for picture in all {
                bytes += [2, 2, 0, 0, 1, 0, 32, 0] + BMPFixture.word(UInt32(picture.count))
                bytes += BMPFixture.word(UInt32(at))
                at += picture.count
            }
            return bytes + all.flatMap { $0 }
        }
    }()

    private static let texts = [
        "#define dot_width 10\n#define dot_height 2\nstatic char dot_bits[] = {\n0x05, 0x02, 0xff, 0x00};",
        "#define w_width /**/ 3\n/* a */\n#define w_height 2\nstatic short w_bits[2] = /* b */ { 5, 0377 };",
    ].map { Array($0.utf8) }

    /// Interesting values for sizes, offsets and lengths.
    private static let dictionary: [[UInt8]] = [
        [0, 0], [0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0x80], [0xFF, 0xFF, 0xFF, 0x7F], [0, 2, 3, 1],
        Array("/*".utf8), Array("*/".utf8), Array(",".utf8), Array("0x".utf8), Array("#define ".utf8),
    ]

    private func check(_ seeds: [[UInt8]], _ codec: any ImageCodec, _ batch: Int, rounds: Int = 60) {
        let agreement = PictureAgreement(codec)
        var generator = SeededGenerator(seed: 700 + UInt64(batch))
        for round in 0..<rounds {
            guard let seed = seeds.randomElement(using: &generator) else { return }
            let bytes = Mutation.mutate(seed, dictionary: Self.dictionary, using: &generator)
            let options = [PictureAgreement.options[0], PictureAgreement.options[1 + round % 6]]
            let found =
                agreement.disagreements(about: bytes, options, seed: UInt64(round)) + agreement.failuresToWrite(bytes)
            #expect(found.isEmpty, "\(batch), \(round): \(bytes): \(found)")
        }
    }

    /// Every prefix that yields information yields the same as the whole body.
    @Test func everyPrefixYieldsTheSameInformation() throws {
        let bodies: [([UInt8], any ImageCodec)] =
            Self.bitmaps.map { ($0.file, .bmp) } + Self.icons.map { ($0, .ico) } + Self.texts.map { ($0, .xbm) }
        for (body, codec) in bodies {
            let info = try codec.info(from: body.span, isWhole: true, limits: .standard)
            let whole = try #require(info)
            for length in body.indices {
                let prefix = body.span.extracting(first: length)
                guard let early = try codec.info(from: prefix, isWhole: false, limits: .standard) else { continue }
                #expect((early.width, early.height) == (whole.width, whole.height), "\(codec.format), \(length)")
                #expect(early.pixelFormat.channels.hasColor == whole.pixelFormat.channels.hasColor)
            }
        }
    }

    @Test(arguments: 0..<4) func mutantsOfBMPAgree(_ batch: Int) { check(Self.bitmaps.map(\.file), .bmp, batch) }

    @Test(arguments: 0..<4) func mutantsOfIconsAgree(_ batch: Int) {
        check(Self.icons, .ico, batch)
        check(Self.icons, .ico(pictures: .all), batch)
    }

    @Test(arguments: 0..<4) func mutantsOfXBMAgree(_ batch: Int) { check(Self.texts, .xbm, batch) }
}
