import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct ICOTests {
    /// Returns a directory of pictures. It claims `sizes`, which may be wrong.
    private func icon(_ pictures: [[UInt8]], kind: UInt16 = 1, sizes: [(UInt8, UInt8)] = []) -> [UInt8] {
        var bytes = BMPFixture.short(0) + BMPFixture.short(kind) + BMPFixture.short(UInt16(pictures.count))
        var at = 6 + 16 * pictures.count
        for (index, picture) in pictures.enumerated() {
            let size = index < sizes.count ? sizes[index] : (1, 1)
            bytes += [size.0, size.1, 0, 0, 1, 0, 32, 0]
            bytes += BMPFixture.word(UInt32(picture.count)) + BMPFixture.word(UInt32(at))
            at += picture.count
        }
        return bytes + pictures.flatMap { $0 }
    }

    private func bitmap(_ pixels: [UInt8], mask: [UInt8], width: Int32 = 2, height: Int32 = 1, bits: UInt16 = 32)
        -> [UInt8]
    {
        BMPFixture(width: width, height: height * 2, bits: bits, pixels: pixels + mask).bitmap
    }

    private func read(_ bytes: [UInt8], pictures: ICOCodec.Pictures = .best) throws -> Image {
        try ImageResponseSerializer(codecs: [.png, .ico(pictures: pictures)]).read(bytes)
    }

    @Test func alphaComesFromThePixels() throws {
        let bytes = icon([bitmap([1, 2, 3, 4, 5, 6, 7, 0], mask: [0xC0, 0, 0, 0])])
        let image = try read(bytes)
        #expect(image.pixels == [3, 2, 1, 4, 7, 6, 5, 0] && image.format == .rgba8 && image.source == .ico)
        // Cursors have the same pictures.
        #expect(try read(icon([bitmap([1, 2, 3, 4, 5, 6, 7, 0], mask: [])], kind: 2)).pixels == image.pixels)
    }

    /// If alpha would hide all pixels, it is ignored, and the mask decides which pixels are visible.
    @Test func masksReplaceMissingAlpha() throws {
        let old = icon([bitmap([1, 2, 3, 0, 5, 6, 7, 0], mask: [0x40, 0, 0, 0])])
        #expect(try read(old).pixels == [3, 2, 1, 255, 7, 6, 5, 0])
        let plain = icon([bitmap([1, 2, 3, 5, 6, 7, 0, 0], mask: [0x80, 0, 0, 0], bits: 24)])
        #expect(try read(plain).pixels == [3, 2, 1, 0, 7, 6, 5, 255])
        // A mask that is missing hides nothing.
        #expect(try read(icon([bitmap([1, 2, 3, 5, 6, 7, 0, 0], mask: [], bits: 24)])).pixels[3] == 255)
    }

    @Test func largestThenDeepestIsChosen() throws {
        let small = bitmap([9, 9, 9, 9], mask: [], width: 1)
        let shallow = bitmap([1, 1, 1, 2, 2, 2, 0, 0], mask: [0, 0, 0, 0], bits: 24)
        let deep = bitmap([1, 2, 3, 4, 5, 6, 7, 8], mask: [])
        // The sizes in the directory are in the opposite order.
        let bytes = icon([small, deep, shallow], sizes: [(0, 0), (1, 1), (2, 1)])
        let image = try read(bytes)
        #expect(image.frames.count == 1 && image.pixels == [3, 2, 1, 4, 7, 6, 5, 8])
        #expect(try ImageInfo.read(from: bytes, isWhole: true)?.width == 2)
        let all = try read(bytes, pictures: .all)
        #expect(all.frames.map(\.width) == [1, 2, 2])
        let first = ImageResponseSerializer(options: .init(frames: .first), codecs: [.ico(pictures: .all)])
        #expect(try first.read(bytes).frames.map(\.pixels) == [all.frames[0].pixels])
        // The information about all pictures describes the first one.
        #expect(try ImageInfo.read(from: bytes, isWhole: true, codecs: [.ico(pictures: .all)])?.width == 1)
    }

    /// Among equally large and deep pictures the first is chosen, as in browsers and in Pillow since 13.
    @Test func firstOfEqualPicturesIsChosen() throws {
        let pictures = [UInt8(1), 2, 3].map { bitmap([$0, $0, $0, 255, $0, $0, $0, 255], mask: []) }
        #expect(try read(icon(pictures)).pixels == [1, 1, 1, 255, 1, 1, 1, 255])
        let small = bitmap([9, 9, 9, 9], mask: [], width: 1)
        #expect(try read(icon([small] + pictures.reversed() + [small])).pixels[0] == 3)
    }

    @Test func picturesInPNGAreRead() throws {
        let png = try Pictures.noise(5, 4, format: .rgba8)
        let bytes = try icon(
            [bitmap([1, 2, 3, 4, 5, 6, 7, 8], mask: []), png.encoded(as: .png)],
            sizes: [(2, 1), (99, 1)]
        )
        let image = try read(bytes)
        #expect(image.width == 5 && image.pixels == png.pixels && image.source == .ico)
        #expect(try ImageInfo.read(from: bytes)?.height == 4)
        // The texts of a PNG in an icon are not read.
        #expect(try read(bytes, pictures: .all).frames.count == 2)
    }

    @Test func missingPicturesAreSkipped() throws {
        var bytes = icon([bitmap([1, 2, 3, 4, 5, 6, 7, 8], mask: []), bitmap([9, 9, 9, 9], mask: [], width: 1)])
        // The first picture extends beyond the file.
        bytes[6 + 12 + 3] = 0x7F
        #expect(try read(bytes).pixels == [9, 9, 9, 9])
        #expect(throws: SerializationError.self) { try read(bytes, pictures: .all) }
    }

    @Test func overlappingPicturesAreRejected() throws {
        let png = try Pictures.noise(1, 1, format: .gray8).encoded(as: .png)
        let count = 60_000
        var bytes = BMPFixture.short(0) + BMPFixture.short(1) + BMPFixture.short(UInt16(count))
        let entry =
            [1, 1, 0, 0, 1, 0, 32, 0] + BMPFixture.word(UInt32(png.count)) + BMPFixture.word(UInt32(6 + 16 * count))
        for _ in 0..<count { bytes += entry }
        bytes += png
        let error = #expect(throws: SerializationError.self) { try read(bytes, pictures: .all) }
        #expect(error?.code == .syntax)
    }

    @Test func limitsApplyToAllPicturesTogether() throws {
        let picture = bitmap([1, 2, 3, 4, 5, 6, 7, 8], mask: [])
        let bytes = icon([picture, picture, picture])
        let limits = DecodingLimits(pixels: 5)
        #expect(throws: Never.self) { try ICOCodec().decode(bytes.span, options: .standard, limits: limits) }
        let error = #expect(throws: SerializationError.self) {
            try ICOCodec(pictures: .all).decode(bytes.span, options: .standard, limits: limits)
        }
        #expect(error?.limit?.limit == .pixels && error?.limit?.actual == 6)
        let lie = icon([bitmap([], mask: [], width: .max, height: 1 << 29)])
        let refused = #expect(throws: SerializationError.self) { try read(lie) }
        #expect(refused?.limit?.limit == .pixels)
    }

    @Test func everyPrefixAndMutationIsAnErrorOrAnImage() throws {
        let png = try Pictures.noise(3, 3, format: .rgb8).encoded(as: .png)
        let bytes = icon([bitmap([1, 2, 3, 4, 5, 6, 7, 8], mask: [0, 0, 0, 0]), png])
        var generator = SeededGenerator(seed: 4)
        let limits = DecodingLimits(outputBytes: 1 << 16, pixels: 1 << 14)
        let changed = (0..<500).map { _ in Mutation.mutate(bytes, using: &generator) }
        for input in bytes.indices.map({ Array(bytes[..<$0]) }) + changed {
            for pictures in [ICOCodec.Pictures.best, .all] {
                do throws(SerializationError) {
                    let image = try ICOCodec(pictures: pictures).decode(input.span, options: .standard, limits: limits)
                    #expect(image.pixels.count == image.height * image.bytesPerRow)
                } catch {
                    #expect(
                        [.syntax, .truncated, .limitExceeded, .unsupportedMediaType, .decoderMemory].contains(
                            error.code
                        )
                    )
                }
            }
        }
    }
}
