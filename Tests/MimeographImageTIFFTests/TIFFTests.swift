import ImageTestSupport
import Mimeograph
import MimeographImage
import MimeographImageTIFF
import Testing
import TestSupport

@Suite struct TIFFTests {
    private func read(_ bytes: [UInt8], _ options: ImageReadingOptions = .standard) throws -> Image {
        try ImageResponseSerializer(options: options, codecs: .standard + [.tiff]).read(bytes)
    }

    @Test(arguments: [false, true]) func bothByteOrdersAreRead(_ isBigEndian: Bool) throws {
        var tiff = TIFFFixture(width: 3, height: 2, strip: [1, 2, 3, 4, 5, 6], isBigEndian: isBigEndian)
        tiff.set(274, 6, type: 3)
        let stored = try read(tiff.bytes, .init(appliesOrientation: false))
        #expect(stored.pixels == [1, 2, 3, 4, 5, 6] && stored.metadata.orientation == .right && stored.source == .tiff)
        let upright = try read(tiff.bytes)
        #expect(upright.pixels == [4, 1, 5, 2, 6, 3] && upright.width == 2 && upright.metadata.orientation == .up)
        let info = try #require(try ImageInfo.read(from: tiff.bytes, isWhole: true, codecs: [.tiff]))
        #expect(info.width == 3 && info.height == 2 && info.orientation == .right && info.frameCount == 1)
        #expect(info.pixelFormat == .gray8)
    }

    private static let widths: [(UInt32, [UInt8], PixelFormat, [UInt16])] = [
        (1, [0b1010_0000], .gray8, [255, 0, 255]), (2, [0b01_10_11_00], .gray8, [85, 170, 255]),
        (3, [0b001_110_11, 0b1000_0000], .gray8, [36, 219, 255]), (4, [0x1F, 0x80], .gray8, [17, 255, 136]),
        (8, [1, 2, 3], .gray8, [1, 2, 3]), (12, [0x80, 0x0F, 0xFF, 0, 0x10], .gray16, [32776, 65535, 16]),
        (16, [1, 2, 3, 4, 5, 6], .gray16, [0x0201, 0x0403, 0x0605]),
    ]

    @Test(arguments: widths) func samplesAreOfAnyWidth(
        _ bits: UInt32,
        _ strip: [UInt8],
        _ format: PixelFormat,
        _ expected: [UInt16]
    ) throws {
        var tiff = TIFFFixture(width: 3, height: 1, strip: strip)
        tiff.set(258, bits, type: 3)
        for isInverse in [false, true] {
            tiff.set(262, isInverse ? 0 : 1, type: 3)
            let image = try read(tiff.bytes)
            #expect(image.format == format)
            let most: UInt16 = format.depth == .eight ? 255 : 65_535
            let samples = image.frames[0].withSamples16 { span in span.indices.map { span[$0] } }
            #expect((samples ?? image.pixels.map { UInt16($0) }) == expected.map { isInverse ? most - $0 : $0 })
            #expect(try ImageInfo.read(from: tiff.bytes, codecs: [.tiff])?.pixelFormat == format)
        }
    }

    /// Alpha is straight or premultiplied, as the file declares. A sample without a declared meaning is not alpha.
    @Test func extraSamplesAreAlphaWhereTheySaySo() throws {
        var tiff = TIFFFixture(width: 1, height: 1, strip: [10, 20, 30, 40])
        tiff.set(258, 8, 8, 8, 8, type: 3)
        tiff.set(277, 4, type: 3)
        tiff.set(262, 2, type: 3)
        for (extra, format) in [(UInt32(0), PixelFormat.rgb8), (1, .rgba8.premultiplied), (2, .rgba8), (999, .rgba8)] {
            tiff.set(338, extra, type: 3)
            #expect(try read(tiff.bytes).format == format)
            #expect(try read(tiff.bytes).pixels == Array([10, 20, 30, 40].prefix(format.bytesPerPixel)))
        }
    }

    /// The values of fields may follow the directory. Until they arrive, there is no information.
    @Test(.needsPython("PIL")) func anInfoWaitsForItsValues() throws {
        let program = "for mode in ['RGB', 'P']: emit(mode, saved(photo(5, 4).convert(mode), 'TIFF'), False)"
        for fixture in try PictureFixture.make(program) {
            let whole = try ImageInfo.read(from: fixture.bytes, isWhole: true, codecs: [.tiff])
            #expect(whole?.pixelFormat == .rgb8 && whole?.width == 5 && whole?.bitsPerSample == 8)
            for length in 8..<fixture.bytes.count {
                var info = try ImageInfo.read(from: fixture.bytes[..<length], codecs: [.tiff])
                info?.frameCount = 1
                #expect(info == nil || info == whole, "\(fixture), \(length)")
            }
        }
    }

    @Test func inksBecomeLight() throws {
        var tiff = TIFFFixture(width: 2, height: 1, strip: [0, 100, 255, 0, 10, 20, 30, 200])
        tiff.set(258, 8, 8, 8, 8, type: 3)
        tiff.set(277, 4, type: 3)
        tiff.set(262, 5, type: 3)
        #expect(try read(tiff.bytes).pixels == [255, 155, 0, 53, 51, 49])
    }

    private static let inksWithAlpha: [(UInt32, PixelFormat, [UInt8])] = [
        (0, .rgb8, [255, 155, 0]), (1, .rgba8.premultiplied, [90, 0, 0, 90]), (2, .rgba8, [255, 155, 0, 90]),
    ]

    /// Alpha is kept with inks as with other colors; premultiplied inks become premultiplied light.
    @Test(arguments: inksWithAlpha) func inksMayHaveAlpha(
        _ extra: UInt32,
        _ format: PixelFormat,
        _ expected: [UInt8]
    ) throws {
        var tiff = TIFFFixture(width: 1, height: 1, strip: [0, 100, 255, 0, 90])
        tiff.set(258, 8, 8, 8, 8, 8, type: 3)
        tiff.set(277, 5, type: 3)
        tiff.set(262, 5, type: 3)
        tiff.set(338, extra, type: 3)
        let image = try read(tiff.bytes)
        #expect(image.format == format && image.pixels == expected)
        #expect(try ImageInfo.read(from: tiff.bytes, isWhole: true, codecs: [.tiff])?.pixelFormat == format)
        // The same with 16 bits: each 8-bit sample repeated.
        tiff.strip = tiff.strip.flatMap { [$0, $0] }
        tiff.set(258, 16, 16, 16, 16, 16, type: 3)
        let deep = try read(tiff.bytes)
        #expect(deep.format.depth == .sixteen && deep.format.channels == format.channels)
        let eight = deep.converted(to: format)
        #expect(zip(eight.pixels, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        #expect(eight.pixels.count == expected.count)
    }

    @Test func multipliedInksAreMultipliedLight() throws {
        // Unmultiplied, the inks are 51, 0 and 204 of 255, and black is 102. An alpha of 100 of 255 multiplies all of them.
        var tiff = TIFFFixture(width: 2, height: 1, strip: [20, 0, 80, 40, 100, 9, 9, 9, 9, 0])
        tiff.set(258, 8, 8, 8, 8, 8, type: 3)
        tiff.set(277, 5, type: 3)
        tiff.set(262, 5, type: 3)
        tiff.set(338, 1, type: 3)
        #expect(try read(tiff.bytes).pixels == [48, 60, 12, 100, 0, 0, 0, 0])
    }

    /// A premultiplied inverse gray is alpha minus the ink, and never more than alpha.
    @Test(arguments: [8, 16] as [UInt32]) func multipliedInverseGraysStayBelowAlpha(_ bits: UInt32) throws {
        let doubled = { (bytes: [UInt8]) -> [UInt8] in bits == 8 ? bytes : bytes.flatMap { [$0, $0] } }
        var tiff = TIFFFixture(width: 3, height: 1, strip: doubled([64, 128, 0, 0, 9, 4]))
        tiff.set(258, bits, bits, type: 3)
        tiff.set(277, 2, type: 3)
        tiff.set(262, 0, type: 3)
        tiff.set(338, 1, type: 3)
        let image = try read(tiff.bytes)
        #expect(image.format.isPremultiplied && image.pixels == doubled([64, 128, 0, 0, 0, 4]))
        tiff.set(338, 2, type: 3)
        #expect(try read(tiff.bytes).pixels == doubled([191, 128, 255, 0, 246, 4]))
    }

    /// The photometric interpretation, the first row of samples, and the pixels of both rows.
    private static let cut: [(UInt32, [UInt8], [UInt8])] = [
        (0, [10], [245, 0]), (0, [10, 90], [245, 90, 0, 0]), (5, [0, 100, 255, 0], [255, 155, 0, 0, 0, 0]),
        (5, [0, 100, 255, 0, 90], [255, 155, 0, 90, 0, 0, 0, 0]),
    ]

    /// Missing rows are black, and transparent if there is alpha.
    @Test(arguments: cut) func missingRowsAreBlack(_ meaning: UInt32, _ samples: [UInt8], _ pixels: [UInt8]) throws {
        for bits in [UInt32(8), 16] {
            let doubled = { (bytes: [UInt8]) -> [UInt8] in bits == 8 ? bytes : bytes.flatMap { [$0, $0] } }
            let strip = doubled(samples)
            var tiff = TIFFFixture(width: 1, height: 2, strip: strip)
            tiff.fields.removeAll { $0.tag == 258 }
            tiff.fields.append(.init(tag: 258, type: 3, values: [UInt32](repeating: bits, count: samples.count)))
            tiff.set(277, UInt32(samples.count), type: 3)
            tiff.set(262, meaning, type: 3)
            if samples.count == 2 || samples.count == 5 { tiff.set(338, 2, type: 3) }
            // The offset of the second strip is outside the file.
            tiff.set(278, 1)
            tiff.set(273, 8, 5_000_000)
            tiff.set(279, UInt32(strip.count), UInt32(strip.count))
            let image = try read(tiff.bytes, .init(allowsPartialImages: true))
            #expect(image.isPartial && image.pixels == doubled(pixels))
        }
    }

    /// Bits per sample, samples, photometric interpretation, and sample format: 2 signed, 3 floating point, 5 and 6 complex.
    private static let unreadable: [(UInt32, Int, UInt32, UInt32)] = [
        (8, 1, 0, 2), (8, 1, 1, 2), (16, 1, 1, 2), (8, 3, 2, 2), (16, 3, 2, 2), (8, 4, 2, 2), (8, 1, 3, 2),
        (8, 4, 5, 2),
        (16, 4, 5, 2), (8, 3, 6, 2), (8, 3, 8, 2), (12, 1, 1, 2), (32, 1, 1, 2), (32, 1, 1, 3), (16, 3, 2, 3),
        (64, 1, 1, 3),
        (32, 1, 1, 5), (64, 1, 1, 6), (16, 1, 3, 1), (12, 1, 3, 1), (32, 1, 1, 1), (24, 3, 2, 1), (8, 1, 4, 1),
        (8, 1, 32_803, 1),
    ]

    /// The picture, the stream and the first bytes all reject unsupported numbers.
    @Test(arguments: unreadable) func otherNumbersAreNotSupported(
        _ bits: UInt32,
        _ samples: Int,
        _ meaning: UInt32,
        _ kind: UInt32
    ) throws {
        for isSeparate in samples > 1 ? [false, true] : [false] {
            var tiff = TIFFFixture(
                width: 2,
                height: 1,
                strip: [UInt8](repeating: 0x81, count: 2 * samples * Int(bits + 7) / 8)
            )
            tiff.fields.removeAll { $0.tag == 258 }
            tiff.fields.append(.init(tag: 258, type: 3, values: [UInt32](repeating: bits, count: samples)))
            tiff.fields.append(.init(tag: 339, type: 3, values: [UInt32](repeating: kind, count: samples)))
            tiff.set(277, UInt32(samples), type: 3)
            tiff.set(262, meaning, type: 3)
            if isSeparate { tiff.set(284, 2, type: 3) }
            if meaning == 3 {
                tiff.fields.append(.init(tag: 320, type: 3, values: [UInt32](repeating: 9, count: 3 << Int(bits))))
            }
            if isSeparate {
                let (start, count) = (UInt32(8), UInt32(tiff.strip.count / samples))
                tiff.fields.append(.init(tag: 273, values: (0..<UInt32(samples)).map { start + $0 * count }))
                tiff.fields.append(.init(tag: 279, values: [UInt32](repeating: count, count: samples)))
            }
            for options in [ImageReadingOptions.standard, .init(allowsPartialImages: true)] {
                let error = #expect(throws: SerializationError.self) { try read(tiff.bytes, options) }
                #expect(error?.code == .unsupportedMediaType, "\(String(describing: error))")
            }
            let found = PictureAgreement(.tiff).disagreements(about: tiff.bytes)
            #expect(found.isEmpty, "\(found)")
            for isWhole in [true, false] {
                let error = #expect(throws: SerializationError.self) {
                    try ImageInfo.read(from: tiff.bytes, isWhole: isWhole, codecs: [.tiff])
                }
                #expect(error?.code == .unsupportedMediaType)
            }
        }
    }

    @Test(arguments: [UInt32(9_999), 65_000]) func unknownCompressionsAreNotSupported(_ compression: UInt32) throws {
        var tiff = TIFFFixture(width: 2, height: 1, strip: [1, 2])
        tiff.set(259, compression, type: 3)
        let error = #expect(throws: SerializationError.self) { try read(tiff.bytes) }
        #expect(error?.code == .unsupportedMediaType)
        let found = PictureAgreement(.tiff).disagreements(about: tiff.bytes)
        #expect(found.isEmpty, "\(found)")
    }

    /// The logarithms of LogLuv are signed numbers, which libtiff converts to colors.
    @Test func logarithmsAreRead() throws {
        // Runs of the upper bytes of a row, then of the lower ones. Source: libtiff, tif_luv.c.
        var tiff = TIFFFixture(width: 2, height: 1, strip: [2, 0x40, 0x3F, 2, 0, 0xFF])
        tiff.set(258, 16, type: 3)
        tiff.set(259, 34_676, type: 3)
        tiff.set(262, 32_844, type: 3)
        for kind in [UInt32(1), 2] {
            tiff.set(339, kind, type: 3)
            let image = try read(tiff.bytes)
            #expect(image.format == .rgb8 && image.pixels[0] > 200 && image.pixels[0] == image.pixels[2])
            #expect(try ImageInfo.read(from: tiff.bytes, isWhole: true, codecs: [.tiff])?.pixelFormat == .rgb8)
        }
    }

    /// Without a field for its meaning, a fourth sample after red, green and blue is alpha, as in Pillow.
    @Test(arguments: [8, 16] as [UInt32], [false, true])
    func theFourthSampleIsAlphaWhereNothingSaysOtherwise(_ bits: UInt32, _ isSeparate: Bool) throws {
        let samples: [UInt8] = [10, 20, 30, 40, 50, 60, 70, 80]
        let stored = isSeparate ? [10, 50, 20, 60, 30, 70, 40, 80] : samples
        var tiff = TIFFFixture(width: 2, height: 1, strip: bits == 8 ? stored : stored.flatMap { [$0, $0] })
        tiff.set(258, bits, bits, bits, bits, type: 3)
        tiff.set(277, 4, type: 3)
        tiff.set(262, 2, type: 3)
        if isSeparate {
            tiff.set(284, 2, type: 3)
            let count = bits / 4
            tiff.set(273, 8, 8 + count, 8 + 2 * count, 8 + 3 * count)
            tiff.set(279, count, count, count, count)
        }
        let image = try read(tiff.bytes)
        #expect(image.format == (bits == 8 ? .rgba8 : .rgba16) && image.converted(to: .rgba8).pixels == samples)
        #expect(try ImageInfo.read(from: tiff.bytes, isWhole: true, codecs: [.tiff])?.pixelFormat == image.format)
        tiff.set(338, 0, type: 3)
        #expect(try read(tiff.bytes).format.channels == .rgb)
    }

    @Test func directoriesInACircleAreRefused() {
        var tiff = TIFFFixture(width: 1, height: 1, strip: [7, 7])
        tiff.next = tiff.directory
        let error = #expect(throws: SerializationError.self) { try read(tiff.bytes) }
        #expect(error?.code == .syntax && error?.message.contains("cycle") == true)
        // A caller can still read the first page alone.
        #expect(throws: Never.self) { try read(tiff.bytes, .init(frames: .first)) }
        tiff.next = 0x7FFF_FFFF
        let cut = #expect(throws: SerializationError.self) { try read(tiff.bytes) }
        #expect(cut?.code == .truncated)
    }

    private static let lies: [(UInt16, UInt32)] = [
        (256, .max), (257, .max), (258, 65_535), (277, 65_535), (278, 0), (279, .max), (273, .max), (259, 9_999),
        (322, .max), (262, 77),
    ]

    @Test(arguments: lies) func hostileFieldsAreErrors(_ tag: UInt16, _ value: UInt32) {
        var tiff = TIFFFixture(width: 4, height: 4, strip: [UInt8](repeating: 9, count: 16))
        tiff.set(tag, value)
        if tag == 322 { tiff.set(323, value) }
        for options in [ImageReadingOptions.standard, .init(allowsPartialImages: true)] {
            do throws(SerializationError) {
                let image = try TIFFCodec().decode(tiff.bytes.span, options: options, limits: .standard)
                #expect(options.allowsPartialImages || tag == 279 || tag == 278)
                #expect(image.pixels.count == image.height * image.bytesPerRow)
            } catch {
                let known: [SerializationError.Code] = [
                    .syntax, .truncated, .limitExceeded, .unsupportedMediaType, .decoderMemory,
                ]
                #expect(known.contains(error.code))
            }
        }
    }

    /// A tile may be far larger than the page, so the limits apply to its size.
    @Test func tilesAreHeldToTheLimits() {
        var tiff = TIFFFixture(width: 1, height: 1, strip: [UInt8](repeating: 0, count: 256))
        tiff.fields.removeAll { $0.tag == 278 }
        for (tag, value) in [(322, 60_000), (323, 60_000), (324, 8), (325, 256)] as [(UInt16, UInt32)] {
            tiff.set(tag, value)
        }
        let error = #expect(throws: SerializationError.self) { try read(tiff.bytes) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func everyPrefixIsAnError() {
        let tiff = TIFFFixture(width: 3, height: 2, strip: [1, 2, 3, 4, 5, 6]).bytes
        for length in tiff.indices {
            let error = #expect(throws: SerializationError.self, "\(length)") {
                try TIFFCodec().decode(Array(tiff[..<length]).span, options: .standard, limits: .standard)
            }
            #expect(error?.code == .truncated, "\(length)")
        }
    }

    @Test func mutationsGiveAnImageOrAnError() {
        var palette = TIFFFixture(width: 4, height: 4, strip: [UInt8](repeating: 0x1B, count: 4))
        palette.set(258, 2, type: 3)
        palette.set(262, 3, type: 3)
        palette.fields.append(.init(tag: 320, type: 3, values: (0..<12).map { $0 * 5_000 }))
        let seeds = [TIFFFixture(width: 3, height: 2, strip: [1, 2, 3, 4, 5, 6]).bytes, palette.bytes]
        var generator = SeededGenerator(seed: 31)
        let limits = DecodingLimits(outputBytes: 1 << 20, pixels: 1 << 14)
        for round in 0..<600 {
            let input = Mutation.mutate(seeds[round % 2], using: &generator)
            let options = round % 4 < 2 ? ImageReadingOptions.standard : .init(allowsPartialImages: true)
            do throws(SerializationError) {
                let image = try TIFFCodec().decode(input.span, options: options, limits: limits)
                #expect(image.frames.allSatisfy { $0.pixels.count == $0.height * $0.bytesPerRow })
            } catch {
                let known: [SerializationError.Code] = [
                    .syntax, .truncated, .limitExceeded, .unsupportedMediaType, .decoderMemory,
                ]
                #expect(known.contains(error.code))
            }
        }
    }
}
