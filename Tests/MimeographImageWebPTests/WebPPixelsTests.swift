import ImageTestSupport
import Mimeograph
import MimeographImage
import MimeographImageWebP
import Testing
import TestSupport

/// The pixels that are written, and the alpha that is read.
@Suite struct WebPPixelsTests {
    private static let rooms = [0, 1, 4, 7]

    @Test(arguments: PixelFormat.everyLayout) func filesHaveThePixelsAndNothingElse(_ format: PixelFormat) throws {
        for (width, height) in [(1, 1), (1, 2), (2, 1), (3, 5), (17, 5)] {
            var generator = SeededGenerator(seed: UInt64(width))
            let bytes = (0..<width * height * format.bytesPerPixel).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let picture = try ImageFrame(width: width, height: height, format: format, pixels: bytes)
            let straight = PixelReference(picture).converted(to: format.channels.hasAlpha ? .rgba8 : .rgb8)
            let plain = try Image(straight.frame())
            for room in Self.rooms {
                let spread = try Image(picture.spread(by: room))
                let label: Comment = "\(format), \(width) by \(height), \(room) bytes of room"
                let written = try spread.encoded(as: .webp(.lossless))
                let isSame = try written == plain.encoded(as: .webp(.lossless))
                #expect(isSame, label)
                let again = try ImageResponseSerializer(options: .rgba8, codecs: [.webp]).read(written)
                #expect(again.pixels == straight.converted(to: .rgba8).pixels, label)
                let isSameLossy = try spread.encoded(as: .webp(quality: 70)) == plain.encoded(as: .webp(quality: 70))
                #expect(isSameLossy, label)
            }
        }
    }

    @Test(arguments: PixelFormat.everyLayout) func framesHaveThePixelsAndNothingElse(_ format: PixelFormat) throws {
        let frames = try Pictures.animation(9, 7, frames: 4).converted(to: format).frames
        let straight = try frames.map { frame in
            var plain = try PixelReference(frame).converted(to: format.channels.hasAlpha ? .rgba8 : .rgb8).frame()
            plain.duration = frame.duration
            return plain
        }
        let spread = try frames.enumerated().map { try $1.spread(by: Self.rooms[$0]) }
        for encoding in [WebPEncoding.webp(.lossless), .webp(quality: 60)] {
            let isSame =
                try Image(frames: spread, loopCount: 1).encoded(as: encoding)
                == Image(frames: straight, loopCount: 1).encoded(as: encoding)
            #expect(isSame)
        }
        let again = try ImageResponseSerializer(codecs: [.webp]).read(
            Image(frames: spread, loopCount: 1).encoded(as: .webp(.lossless))
        )
        #expect(again.converted(to: .rgba8).frames.map(\.pixels) == straight.map { $0.converted(to: .rgba8).pixels })
    }

    private static let clear = Pictures.made(23, 18, .rgba8)

    /// Returns files with alpha that they do not announce.
    private static func hidden() throws -> [(String, [UInt8])] {
        let size = (width: clear.width, height: clear.height)
        let lossless = WebPFile.picture(clear, .lossless)
        var unsaid = lossless
        // The bit that says that alpha is used. Source: RFC 9649 §3.4.
        unsaid[0].content[4] &= 0xEF
        let lossy = WebPFile.picture(clear, .lossy(quality: 80))
        let extended = WebPFile.extended(0, width: size.width, height: size.height)
        func animation(_ picture: [WebPFile.Chunk]) -> [UInt8] {
            var chunks = [WebPFile.extended(0x02, width: size.width, height: size.height), WebPFile.loops(0)]
            for flags in [UInt8(0), 2, 1] {
                chunks.append(
                    WebPFile.frame(picture, width: size.width, height: size.height, duration: 5, flags: flags)
                )
            }
            let patch = WebPFile.plain([1, 200, 3, 90], width: 4, height: 3)
            chunks.append(WebPFile.frame(patch, left: 6, top: 4, width: 4, height: 3, duration: 5))
            return WebPFile(chunks).bytes
        }
        return [
            ("plain", WebPFile(unsaid).bytes), ("extended", WebPFile([extended] + lossless).bytes),
            ("extended, unsaid", WebPFile([extended] + unsaid).bytes), ("lossy", WebPFile([extended] + lossy).bytes),
            ("animation", animation(lossless)), ("unsaid animation", animation(unsaid)),
            ("lossy animation", animation(lossy)),
        ]
    }

    /// The alpha of pixels counts only if the file announces it, for every pixel format and every way to read the body.
    @Test func alphaThatIsNotAnnouncedIsShownInNoLayout() throws {
        for (name, body) in try Self.hidden() {
            for length in [body.count, body.count * 2 / 3] {
                let found = PictureAgreement(.webp).disagreements(
                    about: Array(body[..<length]),
                    seed: PictureAgreement.everyLayout
                )
                #expect(found.isEmpty, "\(name), \(length) of \(body.count) bytes: \(found)")
            }
            let serializer = ImageResponseSerializer(codecs: [.webp])
            let native = try serializer.read(body)
            #expect(native.format == .rgb8, "\(name)")
            if name.contains("lossy") { continue }
            let isSame = native.pixels == PixelReference(Self.clear.frames[0]).converted(to: .rgb8).pixels
            #expect(isSame, "\(name)")
        }
    }

    /// Alpha that is not announced does not weight the colors of a smaller picture.
    @Test func alphaThatIsNotAnnouncedWeighsNothing() throws {
        for (name, body) in try Self.hidden() where !name.contains("lossy") {
            for format in [PixelFormat.rgb8, .rgba8, .gray16] {
                for isPartial in [false, true] {
                    let options = ImageReadingOptions(
                        pixelFormat: .exactly(format),
                        maxPixelSize: 7,
                        allowsPartialImages: isPartial
                    )
                    let small = try ImageResponseSerializer(options: options, codecs: [.webp]).read(body)
                    let whole = try ImageResponseSerializer(codecs: [.webp]).read(body)
                    #expect(small.frames == whole.fitting(maxPixelSize: 7).converted(to: format).frames, "\(name)")
                    var decoder = ImageDecoder(options: options, codecs: [.webp])
                    var updates: [ImageUpdate] = []
                    for byte in body { try decoder.consume([byte].span, into: &updates) }
                    try decoder.finish(into: &updates)
                    #expect(updates.last == .image(small), "\(name)")
                }
            }
        }
    }

    /// libwebp reduces an opaque picture, for every pixel format.
    @Test func opaquePicturesAreScaledAsBefore() throws {
        let body = try Pictures.made(64, 40).encoded(as: .webp(.lossless))
        let small = try ImageResponseSerializer(options: .thumbnail(16), codecs: [.webp]).read(body)
        #expect(small.format == .rgb8 && small.width == 16)
        for format in PixelFormat.everyLayout {
            var options = ImageReadingOptions.thumbnail(16)
            options.pixelFormat = .exactly(format)
            let other = try ImageResponseSerializer(options: options, codecs: [.webp]).read(body)
            #expect(other.pixels == small.converted(to: format).pixels, "\(format)")
        }
        // Reducing works within less memory than the stored picture takes.
        let large = try Pictures.made(600, 400).encoded(as: .webp(.lossless))
        let limits = DecodingLimits(outputBytes: 600 * 400 * 6)
        #expect(throws: Never.self) {
            try WebPCodec().decode(large.span, options: .thumbnail(16), limits: limits)
        }
        #expect(throws: SerializationError.self) {
            try WebPCodec().decode(large.span, options: .standard, limits: limits)
        }
    }
}
