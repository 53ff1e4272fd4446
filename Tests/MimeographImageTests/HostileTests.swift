import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct HostileTests {
    /// Returns a PNG whose header claims that size, although it has only one pixel.
    private static func png(width: UInt32, height: UInt32) throws -> [UInt8] {
        var file = try PNGFile(parsing: Pictures.noise(1, 1, format: .gray8).encoded(as: .png))
        for (offset, number) in [(0, width), (4, height)] {
            for byte in 0..<4 {
                file.chunks[0].content[offset + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte))
            }
        }
        return file.bytes
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] { PNGFile.Chunk(name, content).bytes }

    @Test(arguments: [(UInt32(0x7FFF_FFFF), UInt32(1)), (1, 0x7FFF_FFFF), (0x7FFF_FFFF, 0x7FFF_FFFF), (60_000, 60_000)])
    func falseSizesCostNothing(_ width: UInt32, _ height: UInt32) throws {
        let bytes = try Self.png(width: width, height: height)
        for options in [ImageReadingOptions.rgba8, .thumbnail(16), .init(allowsPartialImages: true)] {
            let error = #expect(throws: SerializationError.self) {
                try ImageResponseSerializer(options: options).read(bytes)
            }
            #expect(error?.code == .limitExceeded && error?.limit?.limit == .pixels)
            var decoder = ImageDecoder(options: options)
            let pushed = #expect(throws: SerializationError.self) { try decoder.parseAll(bytes) }
            #expect(pushed?.limit?.limit == .pixels)
        }
        #expect(try ImageInfo.read(from: bytes)?.width == Int(width))
    }

    @Test(arguments: [false, true]) func falseSizesOfJPEGsCostNothing(_ isProgressive: Bool) throws {
        var bytes = try Pictures.photo(8, 8).encoded(as: .jpeg(isProgressive: isProgressive))
        let marker: UInt8 = isProgressive ? 0xC2 : 0xC0
        let frame = try #require(bytes.indices.dropLast(12).first { bytes[$0] == 0xFF && bytes[$0 + 1] == marker })
        // libjpeg itself would reject larger sizes.
        for (offset, byte) in [(5, 0xFF), (6, 0), (7, 0xFF), (8, 0)] as [(Int, UInt8)] { bytes[frame + offset] = byte }
        for options in [ImageReadingOptions.standard, .thumbnail(16), .init(allowsPartialImages: true)] {
            let error = #expect(throws: SerializationError.self) {
                try ImageResponseSerializer(options: options).read(bytes)
            }
            #expect(error?.limit?.limit == .pixels)
            var decoder = ImageDecoder(options: options)
            let pushed = #expect(throws: SerializationError.self) { try decoder.parseAll(bytes) }
            #expect(pushed?.limit?.limit == .pixels)
        }
        #expect(try ImageInfo.read(from: bytes)?.width == 0xFF00)
    }

    @Test func outputIsLimitedBeforeAllocation() throws {
        var limits = DecodingLimits.standard
        limits.outputBytes = 99
        let bytes = try Pictures.photo(5, 5).encoded(as: .png)
        let head = ResponseHead(status: 200)
        let error = #expect(throws: SerializationError.self) {
            try ImageResponseSerializer(options: .rgba8).read(bytes, head: head, limits: limits)
        }
        #expect(error?.limit?.limit == .outputBytes && error?.limit?.actual == 100)
        limits.outputBytes = 100
        #expect(throws: Never.self) {
            try ImageResponseSerializer(options: .rgba8).read(bytes, head: head, limits: limits)
        }
        limits.pixels = 24
        #expect(throws: SerializationError.self) {
            try ImageResponseSerializer().read(bytes, head: head, limits: limits)
        }
        limits = .standard
        limits.inputBytes = bytes.count - 1
        #expect(throws: SerializationError.self) {
            try ImageResponseSerializer().read(bytes, head: head, limits: limits)
        }
    }

    /// libjpeg has no 16-bit samples. Converting its output takes twice or four times as much memory.
    @Test(arguments: [PixelFormat.rgba16, .grayAlpha16, .gray16, .rgb16.premultiplied])
    func outputIsCountedInTheRequestedLayout(_ format: PixelFormat) throws {
        for native in [PixelFormat.gray8, .rgb8] {
            let bytes = try Pictures.photo(5, 5, format: native).encoded(as: .jpeg)
            let serializer = ImageResponseSerializer(options: .init(pixelFormat: .exactly(format)))
            var limits = DecodingLimits.standard
            limits.outputBytes = 25 * format.bytesPerPixel - 1
            let error = #expect(throws: SerializationError.self) {
                try serializer.read(bytes, head: ResponseHead(status: 200), limits: limits)
            }
            #expect(error?.limit?.limit == .outputBytes)
            limits.outputBytes = 25 * max(format.bytesPerPixel, native.bytesPerPixel)
            #expect(throws: Never.self) { try serializer.read(bytes, head: ResponseHead(status: 200), limits: limits) }
        }
    }

    @Test func coefficientsAreCountedBeforeAllocation() throws {
        let image = try Pictures.photo(64, 64)
        var limits = DecodingLimits.standard
        // 64 by 64 pixels of three components without subsampling, two bytes a coefficient, in addition to the picture.
        let coefficients = 64 * 64 * 3 * 2
        limits.outputBytes = coefficients + 64 * 64 * 3
        let head = ResponseHead(status: 200)
        let progressive = try image.encoded(as: .jpeg(subsampling: .none, isProgressive: true))
        #expect(throws: Never.self) { try ImageResponseSerializer().read(progressive, head: head, limits: limits) }
        limits.outputBytes -= 1
        let error = #expect(throws: SerializationError.self) {
            try ImageResponseSerializer().read(progressive, head: head, limits: limits)
        }
        #expect(error?.limit?.limit == .outputBytes)
        let baseline = try image.encoded(as: .jpeg(subsampling: .none))
        #expect(throws: Never.self) { try ImageResponseSerializer().read(baseline, head: head, limits: limits) }
    }

    /// A text of many megabytes compressed to a few kilobytes is left out, and the picture is read.
    @Test(.needsPython("zlib")) func compressedTextsDoNotFillTheMemory() throws {
        let bomb = try [UInt8](
            Python.run(
                "import sys, zlib; sys.stdout.buffer.write(zlib.compress(b'a' * (64 << 20), 9))",
                []
            )
        )
        let plain = try Pictures.photo(4, 4).encoded(as: .png)
        for chunk in [
            Self.chunk("zTXt", Array("Title\0\0".utf8) + bomb),
            Self.chunk("iTXt", Array("Title\0\u{1}\0\0\0".utf8) + bomb),
            Self.chunk("iCCP", Array("x\0\0".utf8) + bomb),
        ] {
            let bytes = Array(plain[..<33]) + chunk + Array(plain[33...])
            let image = try ImageResponseSerializer().read(bytes)
            #expect(image.metadata.texts.isEmpty && image.metadata.iccProfile == nil)
            let same = try ImageResponseSerializer().read(plain).pixels
            #expect(image.pixels == same)
        }
    }

    @Test func manyTextsAreBounded() throws {
        let plain = try Pictures.photo(4, 4).encoded(as: .png)
        let text = Self.chunk("tEXt", Array("k\0".utf8) + [UInt8](repeating: 0x61, count: 100))
        let bytes = Array(plain[..<33]) + (0..<3000).flatMap { _ in text } + Array(plain[33...])
        #expect(try ImageResponseSerializer().read(bytes).metadata.texts.count <= 1000)
        #expect(try ImageResponseSerializer(options: .init(metadataBytes: 250)).read(bytes).metadata.texts.count == 2)
        #expect(try ImageResponseSerializer(options: .init(metadataBytes: 0)).read(bytes).metadata == ImageMetadata())
    }

    @Test func endlessScansAreRejected() throws {
        let bytes = try Pictures.photo(16, 16, format: .gray8).encoded(as: .jpeg(isProgressive: true))
        // Repeats the last scan. The picture does not improve, but each scan processes all of it.
        let start = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        let scan = bytes[start..<bytes.count - 2]
        let many = bytes[..<(bytes.count - 2)] + (0..<200).flatMap { _ in scan } + [0xFF, 0xD9]
        for options in [ImageReadingOptions.standard, .init(allowsPartialImages: true)] {
            let error = #expect(throws: SerializationError.self) {
                try ImageResponseSerializer(options: options).read(many)
            }
            #expect(error?.code == .syntax)
        }
    }

    @Test func otherBodiesAreRejected() {
        for body in [[], [0], Array("hello, world".utf8), Array("<svg/>".utf8)] as [[UInt8]] {
            let error = #expect(throws: SerializationError.self) { try ImageResponseSerializer().read(body) }
            #expect(error?.code == .unsupportedMediaType)
        }
        let head = ResponseHead(status: 200, fields: ["Content-Type": "image/png"])
        let error = #expect(throws: SerializationError.self) {
            try ImageResponseSerializer().read(Array("hello".utf8), head: head)
        }
        #expect(error?.code == .syntax || error?.code == .truncated)
    }
}
