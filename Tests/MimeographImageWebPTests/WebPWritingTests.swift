import Mimeograph
import MimeographImage
import MimeographImageWebP
import Testing

@Suite struct WebPWritingTests {
    private func written(_ image: Image, _ encoding: WebPEncoding = .webp(.lossless)) throws -> Image {
        try ImageResponseSerializer(codecs: [.webp]).read(image.encoded(as: encoding))
    }

    private func error(_ image: Image) -> SerializationError? {
        do throws(SerializationError) {
            _ = try image.encoded(as: .webp)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [PixelFormat.gray8, .grayAlpha8, .rgb16, .rgba16, .gray16, .rgba8.premultiplied])
    func otherLayoutsBecomeEightBitColors(_ format: PixelFormat) throws {
        let image = Pictures.made(7, 5, .rgba8).converted(to: format)
        let expected = image.converted(to: format.channels.hasAlpha ? .rgba8 : .rgb8)
        #expect(try written(image).frames == expected.frames)
    }

    @Test func rowsMayBeLongerThanTheirPixels() throws {
        let pixels = (0..<60).map { UInt8($0) }
        let image = try Image(width: 3, height: 5, format: .rgb8, bytesPerRow: 12, pixels: pixels)
        #expect(try written(image).pixels == (0..<5).flatMap { Array(pixels[$0 * 12..<$0 * 12 + 9]) })
    }

    @Test func qualityAndEffortMakeItSmaller() throws {
        let image = Pictures.made(90, 70)
        let sizes = try [100, 75, 20].map { try image.encoded(as: .webp(quality: $0)).count }
        #expect(sizes == sizes.sorted(by: >) && sizes[2] < sizes[0] / 2)
        // A value outside the range is clamped to it.
        #expect(try image.encoded(as: .webp(quality: 900)) == image.encoded(as: .webp(quality: 100)))
        #expect(try image.encoded(as: .webp(.lossless, effort: 9)) == image.encoded(as: .webp(.lossless, effort: 6)))
        #expect(try image.encoded(as: .webp) == image.encoded(as: .webp(quality: 80)))
    }

    @Test func hiddenColorsAreKept() throws {
        let image = try Image(width: 8, height: 1, format: .rgba8, pixels: (0..<32).map { $0 % 4 == 3 ? 0 : UInt8($0) })
        #expect(try written(image).pixels == image.pixels)
        #expect(try written(image, .webp(.lossless, keepsHiddenColors: false)).pixels != image.pixels)
    }

    /// Only changed areas are stored, without loss.
    @Test(arguments: [PixelFormat.rgb8, .rgba8]) func animationsAreStoredByWhatChanges(_ format: PixelFormat) throws {
        let animation = try Pictures.animation(64, 48, frames: 6, format)
        let bytes = try animation.encoded(as: .webp(.lossless))
        let first = try animation.firstFrame.encoded(as: .webp(.lossless))
        #expect(bytes.count < first.count + 5 * 110)
        let again = try ImageResponseSerializer(codecs: [.webp]).read(bytes)
        #expect(again.frames == animation.frames && again.loopCount == 3)
        // A frame equal to the one before.
        let still = try Image(frames: [animation.frames[0], animation.frames[0]], loopCount: nil)
        #expect(try written(still).frames == still.frames)
        #expect(try written(still).loopCount == 1)
    }

    @Test func whatAWebPCannotHoldIsRefused() throws {
        let wide = try Image(width: 16_384, height: 1, format: .gray8, pixels: [UInt8](repeating: 0, count: 16_384))
        #expect(error(wide)?.code == .unencodableValue)
        let animation = try Pictures.animation(4, 4, frames: 2)
        var endless = animation
        endless.loopCount = 65_536
        var long = animation.frames[1]
        long.duration = .seconds(16_778)
        var negative = animation.frames[1]
        negative.duration = .milliseconds(-1)
        var timeless = animation.frames[1]
        timeless.duration = nil
        var other = Pictures.made(4, 5).frames[0]
        other.duration = .zero
        #expect(error(endless)?.code == .unencodableValue)
        for frame in [long, negative, timeless, other] {
            let image = try Image(frames: [animation.frames[0], frame], loopCount: 0)
            #expect(error(image)?.code == .unencodableValue && error(image)?.remedy != nil)
        }
        long.duration = .milliseconds(16_777_215)
        #expect(error(try Image(frames: [animation.frames[0], long], loopCount: 65_535)) == nil)
    }

    /// XMP survives conversion to PNG and back to WebP.
    @Test func metadataGoThroughOtherFormats() throws {
        var image = Pictures.made(4, 3)
        image.metadata.texts = [ImageText("XML:com.adobe.xmp", "<é/>")]
        image.metadata.orientation = .leftMirrored
        let stored = ImageReadingOptions(appliesOrientation: false)
        let png = try ImageResponseSerializer(options: stored).read(image.encoded(as: .png))
        let webp = try ImageResponseSerializer(options: stored, codecs: [.webp]).read(png.encoded(as: .webp(.lossless)))
        #expect(webp.metadata.texts == image.metadata.texts && webp.metadata.orientation == .leftMirrored)
        #expect(webp.frames == image.frames)
    }

    /// A profile for inks does not fit RGB pixels.
    @Test func profilesForOtherColorsAreLeftOut() throws {
        var image = Pictures.made(2, 2)
        for (space, isKept) in [("CMYK", false), ("GRAY", false), ("RGB ", true)] {
            image.metadata.iccProfile = [UInt8](repeating: 0, count: 16) + Array(space.utf8)
            #expect(try (written(image).metadata.iccProfile != nil) == isKept)
        }
    }
}
