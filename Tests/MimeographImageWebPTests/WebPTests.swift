import Mimeograph
import MimeographImage
import MimeographImageWebP
import Testing
import TestSupport

@Suite struct WebPTests {
    private func read(_ bytes: [UInt8], _ options: ImageReadingOptions = .standard) throws -> Image {
        try ImageResponseSerializer(options: options, codecs: .standard + [.webp]).read(bytes)
    }

    private static let red: [UInt8] = [200, 10, 20]
    private static let green: [UInt8] = [30, 220, 40]

    @Test(arguments: [PixelFormat.rgb8, .rgba8]) func losslessPicturesAreTheSame(_ format: PixelFormat) throws {
        let picture = Pictures.made(37, 21, format)
        let image = try read(picture.encoded(as: .webp(.lossless)))
        #expect(image.frames == picture.frames && image.source == .webp)
        #expect(image.loopCount == nil && image.frames[0].duration == nil && !image.isPartial)
    }

    @Test func whatIsAskedForIsWhatIsGiven() throws {
        let bytes = try Pictures.made(20, 10, .rgba8).encoded(as: .webp(.lossless))
        for format in [PixelFormat.rgb8, .gray8, .rgba16, .rgba8.premultiplied] {
            let image = try read(bytes, .init(pixelFormat: .exactly(format)))
            #expect(image.pixels == Pictures.made(20, 10, .rgba8).converted(to: format).pixels, "\(format)")
        }
        let opaque = try read(try Pictures.made(4, 4).encoded(as: .webp(.lossless)), .rgba8)
        #expect(opaque.pixels == Pictures.made(4, 4).converted(to: .rgba8).pixels)
    }

    /// Alpha counts only if the file announces it.
    @Test func alphaThatIsNotAnnouncedIsNotShown() throws {
        let picture = WebPFile.picture(Pictures.made(5, 3, .rgba8), .lossless)
        for (flags, format) in [(UInt8(0), PixelFormat.rgb8), (0x10, .rgba8)] {
            let file = WebPFile([WebPFile.extended(flags, width: 5, height: 3)] + picture)
            #expect(try read(file.bytes).frames == Pictures.made(5, 3, .rgba8).converted(to: format).frames)
            let early = try ImageInfo.read(from: file.bytes.prefix(52), codecs: [.webp])
            #expect(early?.pixelFormat == format && early?.width == 5 && early?.height == 3)
        }
    }

    @Test func framesAreDrawnOneOverTheOther() throws {
        let file = WebPFile([
            WebPFile.extended(0x02, width: 4, height: 2), WebPFile.loops(7),
            WebPFile.frame(WebPFile.plain(Self.red, width: 4, height: 2), width: 4, height: 2, duration: 40),
            WebPFile.frame(
                WebPFile.plain(Self.green, width: 1, height: 2),
                left: 2,
                width: 1,
                height: 2,
                duration: 0xFFFFFF
            ),
        ])
        let image = try read(file.bytes)
        let row = Self.red + Self.red + Self.green + Self.red
        #expect(image.frames.map(\.pixels) == [(0..<8).flatMap { _ in Self.red }, row + row])
        #expect(image.frames.map(\.duration) == [.milliseconds(40), .milliseconds(0xFFFFFF)])
        #expect(image.loopCount == 7 && image.format == .rgb8)
        let first = try read(file.bytes, .init(frames: .first))
        #expect(first.frames.count == 1 && first.loopCount == nil && first.frames[0].duration == nil)
        let info = try #require(try ImageInfo.read(from: file.bytes, isWhole: true, codecs: [.webp]))
        #expect(info.frameCount == 2 && info.width == 4)
        #expect(try ImageInfo.read(from: file.bytes.prefix(100), codecs: [.webp])?.frameCount == nil)
    }

    private static let blends: [(UInt8, [UInt8])] = [(0, [115, 115, 30, 255]), (2, [30, 220, 40, 128])]

    /// The covered pixels stay or become transparent; the new frame blends with them or replaces them.
    @Test(arguments: blends)
    func framesAreBlendedAndCleared(_ flags: UInt8, _ covered: [UInt8]) throws {
        let half = Self.green + [128]
        let file = WebPFile([
            WebPFile.extended(0x12, width: 4, height: 1), WebPFile.loops(0),
            WebPFile.frame(WebPFile.plain(Self.red + [255], width: 4, height: 1), width: 4, height: 1),
            WebPFile.frame(WebPFile.plain(half, width: 1, height: 1), left: 2, width: 1, height: 1, flags: flags | 1),
            WebPFile.frame(WebPFile.plain([1, 2, 3, 255], width: 1, height: 1), width: 1, height: 1),
        ])
        let image = try read(file.bytes)
        #expect(image.loopCount == 0 && image.format == .rgba8)
        let red = Self.red + [255]
        let second = Array(image.frames[1].pixels[8..<12])
        #expect(zip(second, covered).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(second)")
        let third: [[UInt8]] = [[1, 2, 3, 255], red, [0, 0, 0, 0], red]
        #expect(image.frames[2].pixels == third.flatMap(\.self))
    }

    @Test func metadataAreKept() throws {
        var picture = Pictures.made(6, 4)
        picture.metadata.iccProfile = Array("a profile of no kind".utf8)
        picture.metadata.orientation = .right
        picture.metadata.texts = [ImageText("XML:com.adobe.xmp", "<x/>"), ImageText("Title", "none")]
        for compression in [WebPEncoding.Compression.lossless, .lossy(quality: 90)] {
            let bytes = try picture.encoded(as: .webp(compression))
            let stored = try read(bytes, .init(appliesOrientation: false))
            #expect(stored.metadata.orientation == .right && stored.width == 6)
            #expect(stored.metadata.iccProfile == picture.metadata.iccProfile)
            #expect(stored.metadata.texts == [picture.metadata.texts[0]] && stored.metadata.exif != nil)
            let upright = try read(bytes)
            #expect(upright.width == 4 && upright.height == 6 && upright.metadata.orientation == .up)
            let bare = try read(bytes, .init(metadataBytes: 0))
            #expect(bare.width == 4 && bare.metadata.exif == nil && bare.metadata.iccProfile == nil)
            #expect(try ImageInfo.read(from: bytes, isWhole: true, codecs: [.webp])?.orientation == .right)
        }
        let none = try read(try picture.encoded(as: .webp(.lossless, includesMetadata: false)))
        #expect(none.metadata == ImageMetadata())
    }

    /// Metadata that the file does not announce is ignored, and the first of two chunks counts.
    @Test func metadataAreAnnounced() throws {
        let picture = WebPFile.picture(Pictures.made(2, 2), .lossless)
        let texts = [WebPFile.Chunk("XMP ", [65]), WebPFile.Chunk("XMP ", [66])]
        for (flags, expected) in [(UInt8(0), [ImageText]()), (4, [ImageText("XML:com.adobe.xmp", "A")])] {
            let file = WebPFile([WebPFile.extended(flags, width: 2, height: 2)] + picture + texts)
            #expect(try read(file.bytes).metadata.texts == expected)
        }
    }

    @Test(arguments: [PixelFormat.rgb8, .rgba8]) func thumbnailsAreAsLargeAsTheyShould(_ format: PixelFormat) throws {
        let picture = Pictures.made(64, 40, format)
        for encoding in [WebPEncoding.webp(.lossless), .webp(quality: 90)] {
            let bytes = try picture.encoded(as: encoding)
            let small = try read(bytes, .thumbnail(16))
            #expect(small.width == 16 && small.height == 10 && small.format == format)
            #expect(try read(bytes, .thumbnail(64)).width == 64)
        }
        let animation = try Pictures.animation(64, 40, frames: 3, format).encoded(as: .webp(.lossless))
        let frames = try read(animation, .init(maxPixelSize: 8)).frames
        #expect(frames.map(\.width) == [8, 8, 8] && frames.map(\.height) == [5, 5, 5])
    }

    /// The color of transparent pixels does not bleed into visible ones.
    @Test(arguments: [WebPEncoding.Compression.lossless, .lossy(quality: 100)])
    func transparentColorsDoNotBleed(_ compression: WebPEncoding.Compression) throws {
        var pixels: [UInt8] = []
        for at in 0..<64 * 64 { pixels += at % 64 < 33 ? [250, 0, 0, 255] : [0, 0, 250, 0] }
        let image = try Image(width: 64, height: 64, format: .rgba8, pixels: pixels)
        let small = try read(image.encoded(as: .webp(compression)), .thumbnail(8))
        for at in stride(from: 0, to: small.pixels.count, by: 4) where small.pixels[at + 3] > 20 {
            #expect(small.pixels[at] > 215 && small.pixels[at + 2] < 40)
        }
    }

    @Test func rowsComeWhileItArrives() throws {
        let picture = Pictures.noise(200, 150)
        for encoding in [WebPEncoding.webp(.lossless), .webp(quality: 95)] {
            let bytes = try picture.encoded(as: encoding)
            #expect(bytes.count > 12_000)
            let whole = try read(bytes)
            for size in [1, 7, 4096] {
                var decoder = ImageDecoder(codecs: [.webp])
                var updates: [ImageUpdate] = []
                var early = 0
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try decoder.consume(bytes[start..<min(bytes.count, start + size)].span, into: &updates)
                    if start < bytes.count / 2 { early = updates.count }
                }
                try decoder.finish(into: &updates)
                #expect(early > 1 && updates.count == 12)
                guard case .info(let info) = updates.first, case .image(let image) = updates.last else {
                    Issue.record("There is no information or no image.")
                    continue
                }
                #expect(info.width == 200 && image == whole)
                let rows = updates.dropFirst().dropLast().flatMap { update -> [UInt8] in
                    if case .rows(let rows) = update { rows.pixels } else { [] }
                }
                #expect(rows == whole.pixels)
            }
        }
    }

    @Test func theRegistryReadsAndWritesIt() throws {
        let serializers = try SerializerRegistry {
            ImagePlugin(codecs: .standard + [.webp], encodings: [.webp(.lossless)])
        }
        let picture = Pictures.made(3, 3, .rgba8)
        let body = try serializers.encode(picture, as: .webp).bytes
        // The bytes override the media type.
        for type in ["image/webp", "image/png", nil] {
            let head = ResponseHead(status: 200, fields: type.map { ["Content-Type": $0] } ?? [:])
            #expect(try serializers.read(Image.self, from: body, head: head).frames == picture.frames)
        }
        #expect("\(serializers.accept(for: Image.self))".contains("image/webp"))
        // Without a media type, PNG is written.
        var message = RequestMessage()
        try serializers.write(picture, into: &message)
        #expect(message.fields["Content-Type"] == "image/png")
    }
}
