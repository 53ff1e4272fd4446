import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Rows may have padding after their pixels. It never appears in a file or another picture, in any layout.
@Suite struct PaddedRowsTests {
    private static let sizes = [(1, 1), (1, 2), (2, 1), (3, 5), (17, 5)]
    private static let rooms = [0, 1, 4, 7]

    /// Returns noise in which half the alpha values are at the ends of their range or next to them.
    private static func pictures(_ format: PixelFormat) throws -> [ImageFrame] {
        try sizes.map { width, height in
            var picture = PixelReference(try Pictures.noise(width, height, format: format).frames[0])
            guard format.channels.hasAlpha else { return try picture.frame() }
            var generator = SeededGenerator(seed: UInt64(width))
            let most = format.depth.maximum
            let count = format.channels.count
            for alpha in stride(from: count - 1, to: picture.samples.count, by: count) {
                let end = [0, 1, most / 2, most - 1, most, most].randomElement(using: &generator)
                if Bool.random(using: &generator), let end { picture.samples[alpha] = end }
            }
            return try picture.frame()
        }
    }

    @Test(arguments: PixelFormat.everyLayout) func everyLayoutIsConverted(_ format: PixelFormat) throws {
        for picture in try Self.pictures(format) {
            for target in PixelFormat.everyLayout {
                let expected = PixelReference(picture).converted(to: target).pixels
                for room in Self.rooms {
                    let spread = try picture.spread(by: room)
                    let image = Image(spread).converted(to: target)
                    let isSame = spread.converted(to: target).pixels == expected && image.pixels == expected
                    #expect(
                        isSame,
                        "\(format) to \(target), \(picture.width) by \(picture.height), \(room) bytes of room"
                    )
                    #expect(image.bytesPerRow == picture.width * target.bytesPerPixel && image.format == target)
                }
            }
        }
    }

    @Test(arguments: PixelFormat.everyLayout) func everyLayoutIsTurned(_ format: PixelFormat) throws {
        for picture in try Self.pictures(format) {
            for orientation in ImageOrientation.allCases where orientation != .up {
                let expected = PixelReference(picture).turned(orientation).pixels
                for room in Self.rooms {
                    let metadata = ImageMetadata(orientation: orientation)
                    let turned = Image(try picture.spread(by: room), metadata: metadata).upright()
                    let isSame = turned.pixels == expected
                    #expect(isSame, "\(format), \(orientation), \(picture.width) by \(picture.height), \(room)")
                }
            }
        }
    }

    /// A PNG contains the pixels, a JPEG the pixels mixed with the background. The file is the same for each padding.
    @Test(arguments: PixelFormat.everyLayout) func filesHaveThePixelsAndNothingElse(_ format: PixelFormat) throws {
        let backgrounds = [JPEGEncoding.Background.white, .init(red: 9, green: 200, blue: 80)]
        for picture in try Self.pictures(format) {
            let reference = PixelReference(picture)
            let straight = PixelFormat(format.channels, depth: format.depth)
            let pixels = reference.converted(to: straight).pixels
            for room in Self.rooms {
                let spread = try Image(picture.spread(by: room))
                let label: Comment = "\(format), \(picture.width) by \(picture.height), \(room) bytes of room"
                for encoding in [
                    PNGEncoding.png, .png(usesExactPalette: false), .png(filter: .paeth, isInterlaced: true),
                ] {
                    let bytes = try spread.encoded(as: encoding)
                    let again = try ImageResponseSerializer().read(bytes)
                    let isSame = try bytes == Image(picture).encoded(as: encoding)
                    #expect(isSame && again.converted(to: straight).pixels == pixels, label)
                }
                for background in backgrounds {
                    let flat = try Image(reference.flattened(over: background).frame())
                    for encoding in [
                        JPEGEncoding.jpeg(background: background),
                        .jpeg(quality: 100, subsampling: .none, isProgressive: true, background: background),
                    ] {
                        let isSame = try spread.encoded(as: encoding) == flat.encoded(as: encoding)
                        #expect(isSame, label)
                    }
                }
            }
        }
    }

    @Test(arguments: PixelFormat.everyLayout) func everyLayoutIsReduced(_ format: PixelFormat) throws {
        for picture in try Self.pictures(format) where picture.width == 17 {
            for side in [1, 2, 5, 16] {
                let small = Image(picture).fitting(maxPixelSize: side)
                let expected = PixelReference(picture).reduced(width: small.width, height: small.height)
                for (found, sample) in zip(PixelReference(small.frames[0]).samples, expected) {
                    if let sample { #expect(abs(Double(found) - sample) <= 1.5, "\(format), \(side)") }
                }
                for room in Self.rooms {
                    let isSame = try Image(picture.spread(by: room)).fitting(maxPixelSize: side) == small
                    #expect(isSame, "\(format), \(side), \(room) bytes of room")
                }
            }
        }
    }

    /// The frames of an animation are converted and reduced like a single picture, and keep their durations.
    @Test func framesKeepTheirDuration() throws {
        let frames = try [0, 3, 6].map { room in
            var frame = try Pictures.noise(5, 4, format: .rgba8, seed: UInt64(room)).frames[0].spread(by: room)
            frame.duration = .milliseconds(room)
            return frame
        }
        let image = try Image(frames: frames, loopCount: 2)
        for changed in [image.converted(to: .rgba8), image.converted(to: .gray16), image.fitting(maxPixelSize: 2)] {
            #expect(changed.frames.map(\.duration) == frames.map(\.duration) && changed.loopCount == 2)
            #expect(changed.frames.allSatisfy { $0.bytesPerRow == $0.width * $0.format.bytesPerPixel })
        }
    }
}
