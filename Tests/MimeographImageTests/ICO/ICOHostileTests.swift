import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct ICOHostileTests {
    /// Returns a directory with as many entries as its PNG has chunks. All entries refer to that PNG.
    private func overlapping(_ count: Int, isBroken: Bool) -> [UInt8] {
        let chunks = [PNGFile.Chunk](repeating: .init("abCd"), count: count)
        let first: [PNGFile.Chunk] = [.header(width: 1, height: 1, bits: 8, colorType: 0)]
        // A second header is not allowed in a PNG.
        let rest = isBroken ? first : Array(PNGFile.gray().chunks.dropFirst())
        let png = PNGFile(first + chunks + rest).bytes
        var bytes = BMPFixture.short(0) + BMPFixture.short(1) + BMPFixture.short(UInt16(count))
        for _ in 0..<count {
            bytes += [1, 1, 0, 0, 1, 0, 32, 0] + BMPFixture.word(UInt32(png.count))
            bytes += BMPFixture.word(UInt32(6 + 16 * count))
        }
        return bytes + png
    }

    /// 56 KB with 2,000 entries took 10 seconds (debug), and a directory may have 65,535.
    @Test(.measuresTime, arguments: [false, true])
    func entriesOfOnePictureAreReadOnce(_ isBroken: Bool) throws {
        let growth = GrowthOfWork.perDoubling(from: 128, upTo: 32_768) { size in
            overlapping(size, isBroken: isBroken)
        } work: { body in
            let info = try? ICOCodec.ico.info(from: body.span, isWhole: true, limits: .standard)
            #expect(info?.width == (isBroken ? nil : 1))
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// Colors with alpha 0 were mixed into adjacent pixels.
    @Test func aThumbnailOfAPNGInAnIconIsThatOfThePNG() throws {
        let png = try Pictures.noise(16, 16, format: .rgba8).encoded(as: .png)
        var icon = BMPFixture.short(0) + BMPFixture.short(1) + BMPFixture.short(1)
        icon += [16, 16, 0, 0, 1, 0, 32, 0] + BMPFixture.word(UInt32(png.count)) + BMPFixture.word(22) + png
        for format in [PixelFormat.rgb8, .gray8, .rgba8.premultiplied] {
            let options = ImageReadingOptions(pixelFormat: .exactly(format), maxPixelSize: 4)
            let direct = try ImageResponseSerializer(options: options).read(png)
            #expect(try ImageResponseSerializer(options: options).read(icon).pixels == direct.pixels, "\(format)")
        }
    }

    /// A missing picture is detected before memory for it is allocated.
    @Test func aBitmapThatIsTooShortCostsNothing() throws {
        let bitmap = BMPFixture(width: 4_000, height: 8_000, bits: 32, pixels: [1, 2, 3, 4]).bitmap
        var icon = BMPFixture.short(0) + BMPFixture.short(1) + BMPFixture.short(1)
        icon += [1, 1, 0, 0, 1, 0, 32, 0] + BMPFixture.word(UInt32(bitmap.count)) + BMPFixture.word(22) + bitmap
        let clock = ContinuousClock()
        let time = clock.measure {
            for _ in 0..<200 {
                let error = #expect(throws: SerializationError.self) { try ImageResponseSerializer().read(icon) }
                #expect(error?.code == .truncated)
            }
        }
        // It took 70 ms each.
        #expect(time < .seconds(5))
    }
}
