import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct PNGWritingTests {
    private static let layouts = PixelFormat.Channels.allCases.flatMap { channels in
        PixelFormat.Depth.allCases.map { PixelFormat(channels, depth: $0) }
    }

    @Test(arguments: layouts) func everyLayoutReadsBackAsItWas(_ format: PixelFormat) throws {
        for (width, height) in [(1, 1), (7, 3), (33, 17)] {
            let image = try Pictures.noise(width, height, format: format)
            for encoding in [
                PNGEncoding.png, .png(level: 0, isInterlaced: true), .png(level: 9, filter: .paeth),
                .png(filter: .none, usesExactPalette: false),
            ] {
                let read = try ImageResponseSerializer().read(image.encoded(as: encoding))
                #expect(read.format == format)
                let isSame = read.pixels == image.pixels
                #expect(isSame, "\(format) \(width) \(encoding)")
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 200, 256, 257]) func palettesAreExact(_ colors: Int) throws {
        var pixels: [UInt8] = []
        for index in 0..<300 {
            let color = index % colors
            pixels += [UInt8(color & 0xFF), UInt8(color >> 8), 9, color % 5 == 0 ? 100 : 255]
        }
        let image = try Image(width: 20, height: 15, format: .rgba8, pixels: pixels)
        let bytes = try image.encoded(as: .png)
        // Byte 25 is the color type; 3 means a palette.
        #expect((bytes[25] == 3) == (colors <= 256))
        let read = try ImageResponseSerializer(options: .rgba8).read(bytes)
        let isSame = read.pixels == pixels
        #expect(isSame)
        let plain = try image.encoded(as: .png(usesExactPalette: false))
        #expect(plain[25] == 6)
    }

    @Test func metadataIsKept() throws {
        var image = try Pictures.photo(8, 8)
        image.metadata = ImageMetadata(
            gamma: 0.5,
            resolution: ImageResolution(horizontal: 300, vertical: 150, unit: .inch),
            orientation: .right,
            texts: [
                ImageText("Title", "Größe"), ImageText("Comment", "日本", language: "ja", translatedKeyword: "題"),
                ImageText("Long", String(repeating: "lorem ipsum ", count: 200)),
            ]
        )
        let read = try ImageResponseSerializer(options: .init(appliesOrientation: false)).read(image.encoded(as: .png))
        #expect(read.metadata.texts == image.metadata.texts)
        #expect(read.metadata.orientation == .right)
        #expect(read.metadata.gamma == 0.5)
        let perInch = try #require(read.metadata.resolution?.perInch)
        #expect(abs(perInch.horizontal - 300) < 0.1 && abs(perInch.vertical - 150) < 0.1)
        let bare = try ImageResponseSerializer().read(image.encoded(as: .png(includesMetadata: false)))
        #expect(bare.metadata == ImageMetadata())
    }

    @Test(arguments: ["", " x", "x ", "a  b", "日", String(repeating: "k", count: 80)])
    func keywordsThatPNGDoesNotKnowAreLeftOut(_ keyword: String) throws {
        var image = try Pictures.photo(2, 2)
        let others = [ImageText("Title", "first"), ImageText("Author", "last")]
        image.metadata.texts = [others[0], ImageText(keyword, "text"), others[1]]
        #expect(try ImageResponseSerializer().read(image.encoded(as: .png)).metadata.texts == others)
    }

    @Test(arguments: [
        ImageText("Comment", "a\0b"), ImageText("Comment", "日\0"), ImageText("Comment", "a", language: "e\0n"),
        ImageText("Comment", "a", translatedKeyword: "\0"),
    ]) func textsWithAZeroAreLeftOut(_ text: ImageText) throws {
        var image = try Pictures.photo(2, 2)
        image.metadata.texts = [text]
        #expect(try ImageResponseSerializer().read(image.encoded(as: .png)).metadata.texts.isEmpty)
    }

    @Test(.needsCorpora) func profilesAreKept() throws {
        let photo = try ImageResponseSerializer().read(Corpora.read("jpeg-imagers/images/mozilla/jpg-srgb-icc.jpg"))
        let profile = try #require(photo.metadata.iccProfile)
        // The picture is gray and its profile is for RGB, which PNG does not allow.
        let fitting = photo.converted(to: .rgb8)
        #expect(try ImageResponseSerializer().read(fitting.encoded(as: .png)).metadata.iccProfile == profile)
        #expect(try ImageResponseSerializer().read(photo.encoded(as: .png)).metadata.iccProfile == nil)
        #expect(try ImageResponseSerializer().read(fitting.encoded(as: .jpeg)).metadata.iccProfile == profile)
    }

    @Test(.needsTool("pngcheck")) func pngcheckAccepts() throws {
        for format in Self.layouts {
            for encoding in [PNGEncoding.png, .png(isInterlaced: true)] {
                var image = try Pictures.noise(13, 9, format: format)
                image.metadata.texts = [ImageText("Title", "x"), ImageText("Author", "日本")]
                image.metadata.orientation = .left
                #expect(try Tool.run("pngcheck", ["-q"], on: image.encoded(as: encoding)) != nil, "\(format)")
            }
        }
        #expect(try Tool.run("pngcheck", ["-q"], on: Pictures.icon(colors: 30).encoded(as: .png)) != nil)
        #expect(
            try Tool.run("pngcheck", ["-q"], on: Array(Pictures.icon(colors: 3).encoded(as: .png).dropLast(9))) == nil
        )
    }

    @Test(.needsPython("PIL")) func pillowReadsTheSamePixels() throws {
        for format in [PixelFormat.gray8, .grayAlpha8, .rgb8, .rgba8] {
            let image = try Pictures.noise(19, 11, format: format)
            let pillow = try Pillow.rgba(image.encoded(as: .png(isInterlaced: format == .rgb8)))
            let isSame = pillow == image.converted(to: .rgba8).pixels
            #expect(isSame, "\(format)")
        }
        let icon = try Pictures.icon(colors: 100)
        let isSame = try Pillow.rgba(icon.encoded(as: .png)) == icon.pixels
        #expect(isSame)
    }
}
