import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct BMPTests {
    private func pixels(_ bytes: [UInt8], _ format: PixelFormat = .rgba8) throws -> [UInt8] {
        try ImageResponseSerializer(options: .init(pixelFormat: .exactly(format))).read(bytes).pixels
    }

    /// Rows are stored from the bottom up, padded to four bytes, blue first. A negative height reverses their order.
    @Test func rowsStandFromTheBottom() throws {
        var fixture = BMPFixture()
        fixture.pixels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0xEE, 0xEE, 0xEE, 11, 12, 13, 14, 15, 16, 17, 18, 19]
        let up: [UInt8] = [13, 12, 11, 16, 15, 14, 19, 18, 17, 3, 2, 1, 6, 5, 4, 9, 8, 7]
        #expect(try pixels(fixture.file, .rgb8) == up)
        fixture.height = -2
        #expect(try pixels(fixture.file, .rgb8) == Array(up[9...] + up[..<9]))
        #expect(try ImageInfo.read(from: fixture.file)?.height == 2)
    }

    private static let lengths: [UInt32] = [
        12, 16, 20, 24, 28, 32, 36, 40, 42, 44, 46, 48, 52, 56, 60, 64, 108, 124,
    ]

    @Test(arguments: lengths) func everyHeaderIsRead(_ length: UInt32) throws {
        var fixture = BMPFixture(width: 2, height: 1, bits: 8, headerLength: length)
        fixture.palette = [[1, 2, 3, 0], [4, 5, 6, 0]].map { length == 12 ? Array($0.prefix(3)) : $0 }
        fixture.pixels = [1, 0, 0, 0]
        #expect(try pixels(fixture.file, .rgb8) == [6, 5, 4, 3, 2, 1])
    }

    /// A header of OS/2 2 may end after any field. The fields before its end count.
    @Test(arguments: [20, 36, 64]) func shortHeadersHaveACompression(_ length: UInt32) throws {
        var fixture = BMPFixture(width: 2, height: 1, bits: 8, compression: 1, headerLength: length)
        fixture.palette = [[1, 2, 3, 0], [4, 5, 6, 0]]
        fixture.colors = 2
        fixture.pixels = [2, 1, 0, 1]
        #expect(try pixels(fixture.file, .rgb8) == [6, 5, 4, 6, 5, 4])
    }

    @Test(arguments: [0, 4, 11, 13, 14, 15, 17, 18, 41, 43, 50, 65, 66, 68, 125] as [UInt32])
    func otherLengthsOfAHeaderAreInvalid(_ length: UInt32) {
        let fixture = BMPFixture(headerLength: length, more: [UInt8](repeating: 0, count: 128))
        #expect(throws: SerializationError.self) { try pixels(fixture.file) }
    }

    private static let rows: [(UInt16, [UInt8], [UInt8])] = [
        (UInt16(1), [UInt8(0b1011_0000), 0, 0, 0], [UInt8(1), 0, 1, 1]), (2, [0b11_01_10_00, 0, 0, 0], [3, 1, 2, 0]),
        (4, [0x3F, 0x21, 0, 0], [3, 15, 2, 1]), (8, [9, 1, 200, 7], [9, 1, 200, 7]),
    ]

    @Test(arguments: rows) func indicesAreOfAnyWidth(_ bits: UInt16, _ row: [UInt8], _ indices: [UInt8]) throws {
        var fixture = BMPFixture(width: 4, height: 1, bits: bits, pixels: row)
        fixture.palette = (0..<1 << bits).map { [UInt8($0), UInt8($0), UInt8($0), 0] }
        let image = try ImageResponseSerializer().read(fixture.file)
        #expect(image.pixels == indices && image.format == .gray8)
        #expect(try ImageInfo.read(from: fixture.file)?.bitsPerSample == Int(bits))
    }

    /// An index beyond the palette is black, and bytes after the palette are not colors.
    @Test func indicesBehindThePaletteAreBlack() throws {
        var fixture = BMPFixture(
            width: 2,
            height: 1,
            bits: 8,
            palette: [[1, 2, 3, 0]],
            colors: 1,
            pixels: [0, 200, 0, 0]
        )
        #expect(try pixels(fixture.file, .rgb8) == [3, 2, 1, 0, 0, 0])
        fixture.colors = 0
        #expect(try pixels(fixture.file, .rgb8) == [3, 2, 1, 0, 0, 0])
    }

    @Test func gapsAreSkipped() throws {
        let fixture = BMPFixture(width: 1, height: 1, pixels: [1, 2, 3, 0], gap: [9, 9, 9, 9, 9, 9])
        #expect(try pixels(fixture.file, .rgb8) == [3, 2, 1])
    }

    private func masks(_ words: UInt32...) -> [UInt8] { words.flatMap(BMPFixture.word) }

    @Test func masksMoveChannels() throws {
        var fixture = BMPFixture(width: 2, height: 1, bits: 16, compression: 3)
        fixture.more = masks(0xF800, 0x07E0, 0x001F)
        fixture.pixels = BMPFixture.short(0b10000_000010_11111) + BMPFixture.short(0xFFFF)
        #expect(try pixels(fixture.file, .rgb8) == [131, 8, 255, 255, 255, 255])
        fixture = BMPFixture(width: 1, height: 1, bits: 32, compression: 3, headerLength: 56)
        fixture.more = masks(0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000)
        fixture.pixels = [1, 2, 3, 4]
        #expect(try ImageResponseSerializer().read(fixture.file).format == .rgba8)
        #expect(try pixels(fixture.file) == [1, 2, 3, 4])
        // Channels of ten bits do not fit in 8.
        fixture.more = masks(0x3FF0_0000, 0x000F_FC00, 0x0000_03FF, 0)
        fixture.pixels = BMPFixture.word(1023 << 20 | 512 << 10 | 1)
        let deep = try ImageResponseSerializer().read(fixture.file)
        #expect(deep.format == .rgb16)
        #expect(deep.frames[0].withSamples16 { span in [span[0], span[1], span[2]] } == [65535, 32799, 64])
    }

    /// Compression 6 has four consecutive masks, whatever the length of the header. The pixels follow them.
    @Test(arguments: [UInt32(40), 52, 56, 108, 124], [nil, UInt32(0)])
    func alphaMasksFollowTheOthers(_ length: UInt32, _ offset: UInt32?) throws {
        var fixture = BMPFixture(width: 2, height: 1, bits: 32, compression: 6, headerLength: length, offset: offset)
        fixture.more = masks(0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000)
        fixture.pixels = [1, 2, 3, 4, 5, 6, 7, 128]
        let image = try ImageResponseSerializer().read(fixture.file)
        #expect(image.format == .rgba8 && image.pixels == fixture.pixels)
        #expect(try ImageInfo.read(from: fixture.file)?.pixelFormat == .rgba8)
        fixture = BMPFixture(width: 2, height: 1, bits: 16, compression: 6, headerLength: length, offset: offset)
        fixture.more = masks(0x0F00, 0x00F0, 0x000F, 0xF000)
        fixture.pixels = [0x0F, 0xF0, 0xF0, 0x0F]
        #expect(try ImageResponseSerializer().read(fixture.file).pixels == [0, 0, 255, 255, 255, 255, 0, 0])
        // An empty mask means that there isn't any alpha.
        fixture.more = masks(0x0F00, 0x00F0, 0x000F, 0)
        #expect(try ImageResponseSerializer().read(fixture.file).pixels == [0, 0, 255, 255, 255, 0])
        for count in fixture.file.indices {
            let error = #expect(throws: SerializationError.self) {
                try BMPCodec().decode(Array(fixture.file[..<count]).span, options: .standard, limits: .standard)
            }
            #expect(error?.code == .truncated, "\(count)")
        }
    }

    /// Without masks the fourth byte is ignored, and 16 bits are three channels of 5.
    @Test func plainPixelsHaveNoAlpha() throws {
        let fixture = BMPFixture(width: 1, height: 1, bits: 32, pixels: [1, 2, 3, 4])
        #expect(try ImageResponseSerializer().read(fixture.file).pixels == [3, 2, 1])
        let narrow = BMPFixture(width: 1, height: 1, bits: 16, pixels: [0xFF, 0x7F, 0, 0])
        #expect(try ImageResponseSerializer().read(narrow.file).pixels == [255, 255, 255])
    }

    private static let runs: [(UInt16, [UInt8], [UInt8])] = [
        // A run, literal pixels, the end of a row, the end of the picture.
        (UInt16(8), [UInt8(2), 5, 0, 0, 0, 3, 7, 8, 9, 0, 0, 1], [UInt8(7), 8, 9, 5, 5, 0]),
        // A jump to the right, a jump down, a run that is too long.
        (8, [1, 1, 0, 2, 1, 0, 1, 3, 0, 2, 0, 1, 9, 4, 0, 1], [0, 0, 0, 1, 0, 3]),
        (8, [1, 1, 0, 2, 0, 1, 9, 4, 0, 1], [0, 4, 4, 1, 0, 0]),
        // No end marker.
        (8, [3, 1, 0, 0, 3, 2], [2, 2, 2, 1, 1, 1]),
        (4, [3, 0x12, 0, 0, 0, 3, 0x34, 0x50, 0, 1], [3, 4, 5, 1, 2, 1]),
    ]

    @Test(arguments: runs) func runsAreDecoded(_ bits: UInt16, _ runs: [UInt8], _ indices: [UInt8]) throws {
        var fixture = BMPFixture(bits: bits, compression: bits == 8 ? 1 : 2, pixels: runs)
        fixture.palette = (0..<1 << bits).map { [UInt8($0), UInt8($0), UInt8($0), 0] }
        #expect(try ImageResponseSerializer().read(fixture.file).pixels == indices)
    }

    @Test func runsThatEndEarlyArePartial() throws {
        var fixture = BMPFixture(bits: 8, compression: 1, pixels: [3, 1, 0, 0, 1, 2])
        fixture.palette = (0..<256).map { [UInt8($0), UInt8($0), UInt8($0), 0] }
        let error = #expect(throws: SerializationError.self) { try ImageResponseSerializer().read(fixture.file) }
        #expect(error?.code == .truncated)
        let partial = try ImageResponseSerializer(options: .init(allowsPartialImages: true)).read(fixture.file)
        #expect(partial.isPartial && partial.pixels == [2, 0, 0, 1, 1, 1])
    }

    @Test func profilesAndResolutionAreKept() throws {
        var fixture = BMPFixture(
            width: 1,
            height: 1,
            headerLength: 124,
            pixels: [1, 2, 3, 0],
            pixelsPerMeter: (3780, 7560)
        )
        fixture.more = masks(0, 0, 0, 0, 0x4D42_4544) + [UInt8](repeating: 0, count: 52)
        fixture.more += BMPFixture.word(128) + BMPFixture.word(5) + BMPFixture.word(0)
        let bytes = fixture.file + Array("icc!!".utf8)
        let image = try ImageResponseSerializer().read(bytes)
        #expect(image.metadata.iccProfile == Array("icc!!".utf8) && !image.metadata.isSRGB)
        #expect(image.metadata.resolution == ImageResolution(horizontal: 3780, vertical: 7560, unit: .meter))
        // A profile that extends beyond the file, or is too large, is left out.
        #expect(try ImageResponseSerializer().read(bytes.dropLast()).metadata.iccProfile == nil)
        let none = try ImageResponseSerializer(options: .init(metadataBytes: 4)).read(bytes)
        #expect(none.metadata.iccProfile == nil)
        fixture.more = masks(0, 0, 0, 0, 0x7352_4742)
        #expect(try ImageResponseSerializer().read(fixture.file).metadata.isSRGB)
    }
}
