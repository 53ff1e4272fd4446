import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct BMPHostileTests {
    private func code(_ fixture: BMPFixture) -> SerializationError.Code? {
        do throws(SerializationError) {
            _ = try ImageResponseSerializer().read(fixture.file)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [
        BMPFixture(width: 0), BMPFixture(width: -1), BMPFixture(height: 0), BMPFixture(bits: 3), BMPFixture(bits: 0),
        BMPFixture(bits: 24, compression: 1), BMPFixture(bits: 8, compression: 2),
        BMPFixture(bits: 8, compression: 3, pixels: [UInt8](repeating: 0, count: 12)),
        BMPFixture(compression: 7), BMPFixture(headerLength: 13), BMPFixture(headerLength: 0xFFFF_FFFF),
        BMPFixture(bits: 16, compression: 3, headerLength: 64), BMPFixture(offset: 20),
    ]) func invalidHeadersAreSyntaxErrors(_ fixture: BMPFixture) {
        let found = code(fixture)
        // In OS/2 the number for masks means a Huffman code.
        #expect(found == .syntax || (fixture.headerLength == 64 && found == .unsupportedMediaType))
    }

    /// The bits have a different offset in a core header.
    @Test func locationsLieInTheHeader() throws {
        for (length, offset) in [(UInt32(12), 24), (40, 28)] {
            let body = BMPFixture(bits: 3, headerLength: length).file.prefix(14 + Int(length))
            let error = #expect(throws: SerializationError.self) { try ImageResponseSerializer().read(Array(body)) }
            #expect(error?.location?.offset == offset)
        }
    }

    @Test(arguments: [UInt32(4), 5]) func printerFormatsAreUnsupported(_ compression: UInt32) {
        #expect(code(BMPFixture(bits: 0, compression: compression)) == .unsupportedMediaType)
    }

    /// Windows has such bitmaps, so the file is not damaged.
    @Test func pixelsOf64BitsAreUnsupported() throws {
        let error = #expect(throws: SerializationError.self) {
            try ImageResponseSerializer().read(BMPFixture(bits: 64).file)
        }
        #expect(error?.code == .unsupportedMediaType && error?.location?.offset == 28)
    }

    /// OS/2 numbers its methods differently: 3 is a Huffman code, and 4 are runs of 24-bit pixels.
    @Test(arguments: [UInt32(3), 4]) func methodsOfOS2AreRecognized(_ compression: UInt32) throws {
        let fixture = BMPFixture(bits: compression == 3 ? 1 : 24, compression: compression, headerLength: 64)
        let error = #expect(throws: SerializationError.self) { try ImageResponseSerializer().read(fixture.file) }
        let message = try #require(error?.message)
        #expect(error?.code == .unsupportedMediaType && message.contains("OS/2") && !message.contains("JPEG"))
    }

    @Test func falseSizesCostNothing() {
        for (width, height) in [(Int32.max, Int32(1)), (1, .min), (.max, .min), (60_000, 60_000)] {
            for bits in [UInt16(1), 8, 24, 32] {
                #expect(code(BMPFixture(width: width, height: height, bits: bits, colors: 1)) != nil)
            }
            var fixture = BMPFixture(width: width, height: height, bits: 8, compression: 1)
            fixture.palette = [[0, 0, 0, 0]]
            fixture.colors = 1
            #expect(code(fixture) == .limitExceeded)
        }
    }

    @Test(arguments: [UInt32(1 << 20), .max]) func offsetsAndTablesBehindTheFileAreTruncation(_ number: UInt32) {
        #expect(code(BMPFixture(pixels: [1, 2, 3], offset: number)) == .truncated)
        // A table with more colors than indices is skipped.
        let wide = BMPFixture(bits: 8, colors: number, pixels: [1, 2, 3], offset: 54)
        #expect(code(wide) == .truncated)
    }

    @Test func everyPrefixIsAnError() throws {
        var fixture = BMPFixture(width: 5, height: 4, bits: 8, compression: 1)
        fixture.palette = (0..<256).map { [UInt8($0), 0, 0, 0] }
        fixture.pixels = [5, 1, 0, 0, 5, 2, 0, 0, 5, 3, 0, 0, 5, 4]
        let plain = BMPFixture(width: 5, height: 3, pixels: [UInt8](repeating: 7, count: 47))
        for bytes in [fixture.file, plain.file] {
            #expect(throws: Never.self) { try ImageResponseSerializer(codecs: [.bmp]).read(bytes) }
            for length in bytes.indices {
                let error = #expect(throws: SerializationError.self) {
                    try ImageResponseSerializer(codecs: [.bmp])
                        .read(
                            Array(bytes[..<length]),
                            head: ResponseHead(status: 200, fields: ["Content-Type": "image/bmp"])
                        )
                }
                #expect(error?.code == .truncated, "\(length)")
            }
        }
    }

    @Test func mutationsGiveAnImageOrAnError() throws {
        var generator = SeededGenerator(seed: 11)
        var runs = BMPFixture(width: 9, height: 9, bits: 4, compression: 2)
        runs.palette = (0..<16).map { [UInt8($0), 0, 0, 0] }
        runs.pixels = [9, 1, 0, 0, 0, 5, 0x12, 0x34, 0x50, 0, 0, 2, 3, 1, 5, 2, 0, 1]
        let seeds = [runs.file, BMPFixture(width: 4, height: 3, pixels: [UInt8](repeating: 7, count: 36)).file]
        let limits = DecodingLimits(outputBytes: 1 << 16, pixels: 1 << 14)
        for round in 0..<600 {
            let bytes = Mutation.mutate(seeds[round % 2], using: &generator)
            for options in [ImageReadingOptions.standard, .init(allowsPartialImages: true)] {
                do throws(SerializationError) {
                    let image = try BMPCodec().decode(bytes.span, options: options, limits: limits)
                    #expect(image.pixels.count == image.height * image.bytesPerRow)
                } catch {
                    #expect([.syntax, .truncated, .limitExceeded, .unsupportedMediaType].contains(error.code))
                }
            }
        }
    }
}
