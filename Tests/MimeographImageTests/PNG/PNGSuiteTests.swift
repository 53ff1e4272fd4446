import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct PNGSuiteTests {
    private static let cases = ImageCase.all("png-pngsuite")

    @Test(.needsCorpora) func theSuiteIsWhole() {
        #expect(Self.cases.filter { $0.number("libpng") == 1 }.count == 161)
        #expect(Self.cases.filter { $0.number("libpng") == 0 }.count == 14)
    }

    @Test(.needsCorpora) func everyValidFileHasItsPixels() throws {
        let record = SuiteRecord("png-pngsuite", part: "pixels of valid files")
        for file in Self.cases where file.number("libpng") == 1 {
            let bytes = try Corpora.read(file.path)
            let image = try ImageResponseSerializer(options: .rgba8).read(bytes)
            let expected = file.string("rgba8_scale_sha256") ?? file.string("rgba8_strip_sha256")
            record.expect(image.pixelHash == expected, file.path, "other pixels")
            let isAsLarge = image.width == file.number("width") && image.height == file.number("height")
            record.expect(isAsLarge, file.path, "another size")
            record.expect(image.source == .png && !image.isPartial, file.path, "not a whole PNG")
            let wide = try ImageResponseSerializer(options: .init(pixelFormat: .exactly(.rgba16))).read(bytes)
            if let hash = file.string("rgba16be_sha256") {
                let swapped = stride(from: 0, to: wide.pixels.count, by: 2).flatMap {
                    [wide.pixels[$0 + 1], wide.pixels[$0]]
                }
                record.expect(SHA256.hexDigest(of: swapped) == hash, file.path, "other pixels of 16 bits")
            } else {
                let isSame = wide.pixels == image.pixels.flatMap { [$0, $0] }
                record.expect(isSame, file.path, "other pixels of 16 bits")
            }
        }
        try record.write()
    }

    @Test(.needsCorpora) func everyCorruptFileIsRefused() throws {
        let record = SuiteRecord("png-pngsuite", part: "corrupt files")
        for file in Self.cases where file.number("libpng") == 0 {
            let bytes = try Corpora.read(file.path)
            for options in [ImageReadingOptions.standard, .init(maxPixelSize: 8)] {
                let error = try #require(throws: SerializationError.self, "\(file)") {
                    try ImageResponseSerializer(options: options, codecs: [.png])
                        .read(bytes, head: ResponseHead(status: 200, fields: ["Content-Type": "image/png"]))
                }
                record.expect([.syntax, .truncated].contains(error.code), file.path, "\(error)")
                if let words = file.string("libpng_error"), let chunk = words.split(separator: ":").first,
                    chunk.count == 4
                {
                    record.expect(error.message.contains(chunk), file.path, "\(error)")
                }
            }
        }
        try record.write()
    }

    /// The smallest layout that holds the stored pixels.
    @Test(
        .needsCorpora,
        arguments: [
            ("basn0g01", PixelFormat.gray8), ("basn0g16", .gray16), ("basn2c08", .rgb8), ("basn2c16", .rgb16),
            ("basn3p04", .rgb8), ("tbbn3p08", .rgba8), ("tbbn0g04", .grayAlpha8), ("tbrn2c08", .rgba8),
            ("basi4a16", .grayAlpha16), ("basi6a08", .rgba8),
        ]
    ) func layoutsMatchTheFile(_ name: String, _ format: PixelFormat) throws {
        let bytes = try Corpora.read("png-pngsuite/png/\(name).png")
        let image = try ImageResponseSerializer().read(bytes)
        #expect(image.format == format)
        #expect(try ImageInfo.read(from: bytes)?.pixelFormat == format)
        let wanted = PixelFormat(format.channels)
        #expect(try ImageResponseSerializer(options: .init(keeps16Bits: false)).read(bytes).format == wanted)
    }

    @Test(.needsCorpora) func everyLayoutCanBeRequested() throws {
        for name in ["basi0g02", "basi3p08", "tbbn2c16", "basn4a16", "basn6a08", "tbgn3p08"] {
            let bytes = try Corpora.read("png-pngsuite/png/\(name).png")
            let native = try ImageResponseSerializer().read(bytes)
            for channels in PixelFormat.Channels.allCases {
                for depth in PixelFormat.Depth.allCases {
                    for format in [
                        PixelFormat(channels, depth: depth), PixelFormat(channels, depth: depth).premultiplied,
                    ] {
                        let image = try ImageResponseSerializer(options: .init(pixelFormat: .exactly(format))).read(
                            bytes
                        )
                        let isSame = image.pixels == native.converted(to: format).pixels
                        #expect(isSame, "\(name) \(format)")
                    }
                }
            }
        }
    }

    @Test(.needsCorpora) func informationMatchesTheImage() throws {
        for file in Self.cases where file.number("libpng") == 1 {
            let bytes = try Corpora.read(file.path)
            let info = try #require(try ImageInfo.read(from: bytes))
            #expect(info.width == file.number("width") && info.height == file.number("height"))
            #expect(info.bitsPerSample == file.number("bit_depth"))
            #expect(info.isProgressive == (file.number("interlace") == 1))
            let first = try ImageInfo.read(from: bytes.prefix(33))
            #expect(first?.width == info.width)
            #expect(try ImageInfo.read(from: bytes.prefix(32)) == nil)
        }
    }

    @Test(.needsCorpora) func metadataOfTheSuite() throws {
        func metadata(_ name: String) throws -> ImageMetadata {
            try ImageResponseSerializer().read(try Corpora.read("png-pngsuite/png/\(name).png")).metadata
        }
        let gamma = try #require(try metadata("g03n0g16").gamma)
        #expect(abs(gamma - 0.35) < 1e-6)
        #expect(try metadata("cdun2c08").resolution == ImageResolution(horizontal: 1000, vertical: 1000, unit: .meter))
        #expect(try metadata("cdfn2c08").resolution == ImageResolution(horizontal: 1, vertical: 4, unit: .aspectRatio))
        let texts = try metadata("ct1n0g04").texts
        #expect(texts.map(\.keyword) == ["Title", "Author", "Copyright", "Description", "Software", "Disclaimer"])
        #expect(texts.first?.value == "PngSuite")
        #expect(try metadata("ctzn0g04").texts.map(\.keyword) == texts.map(\.keyword))
        let finnish = try metadata("ctfn0g04").texts
        #expect(finnish.first?.language == "fi")
        #expect(finnish.first?.translatedKeyword == "Otsikko")
        #expect(try metadata("exif2c08").exif != nil)
        #expect(try metadata("exif2c08").orientation == .up)
    }
}
