import MimeographImage
import Testing

@Suite struct ConversionTests {
    private static let layouts = PixelFormat.Channels.allCases.flatMap { channels in
        PixelFormat.Depth.allCases.map { PixelFormat(channels, depth: $0) }
    }

    @Test(arguments: layouts) func opaqueGrayGoesThereAndBack(_ format: PixelFormat) throws {
        let frame = try ImageFrame(width: 256, height: 1, format: .gray8, pixels: Array(0...255))
        for target in [format, format.premultiplied] {
            let there = frame.converted(to: target)
            #expect(there.format == target)
            #expect(there.pixels.count == 256 * target.bytesPerPixel)
            #expect(there.converted(to: .gray8).pixels == frame.pixels)
        }
    }

    @Test func samplesRoundToTheNearest() throws {
        let all = (0...UInt16.max).flatMap {
            [UInt8(truncatingIfNeeded: $0.littleEndian), UInt8(truncatingIfNeeded: $0.littleEndian >> 8)]
        }
        let frame = try ImageFrame(width: 65_536, height: 1, format: .gray16, pixels: all)
        let reduced = frame.converted(to: .gray8).pixels
        for value in 0...65_535 {
            #expect(Int(reduced[value]) == (value * 2 * 255 + 65_535) / (2 * 65_535))
        }
    }

    @Test func alphaMultipliesAndDivides() throws {
        let frame = try ImageFrame(
            width: 3,
            height: 1,
            format: .rgba8,
            pixels: [200, 100, 3, 128, 9, 9, 9, 0, 1, 2, 3, 255]
        )
        let multiplied = frame.converted(to: .rgba8.premultiplied)
        #expect(multiplied.pixels == [100, 50, 2, 128, 0, 0, 0, 0, 1, 2, 3, 255])
        #expect(multiplied.converted(to: .rgb8).pixels == [199, 100, 4, 0, 0, 0, 1, 2, 3])
        #expect(frame.converted(to: .rgb8).pixels == [200, 100, 3, 9, 9, 9, 1, 2, 3])
    }

    @Test func grayIsTheLuma() throws {
        let frame = try ImageFrame(
            width: 4,
            height: 1,
            format: .rgb8,
            pixels: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
        )
        #expect(frame.converted(to: .gray8).pixels == [76, 150, 29, 255])
    }

    @Test func rowsMayHaveRoomBetween() throws {
        let frame = try ImageFrame(width: 1, height: 2, format: .gray8, bytesPerRow: 3, pixels: [7, 0, 0, 8])
        #expect(frame.converted(to: .rgb8).pixels == [7, 7, 7, 8, 8, 8])
    }

    @Test(arguments: [(0, 1), (1, 0), (-1, 1), (Int.max, Int.max), (2, 1)])
    func sizesThatDoNotFitAreRefused(_ width: Int, _ height: Int) {
        #expect(throws: (any Error).self) {
            try ImageFrame(width: width, height: height, format: .gray8, pixels: [0])
        }
    }

    @Test(arguments: ImageOrientation.allCases) func orientationsTurn(_ orientation: ImageOrientation) throws {
        // The stored picture is 3 by 2: 1 2 3 over 4 5 6. Source of the expected rows: Exif 2.32 §4.6.4.
        let expected: [ImageOrientation: (Int, [UInt8])] = [
            .up: (3, [1, 2, 3, 4, 5, 6]), .upMirrored: (3, [3, 2, 1, 6, 5, 4]), .down: (3, [6, 5, 4, 3, 2, 1]),
            .downMirrored: (3, [4, 5, 6, 1, 2, 3]), .leftMirrored: (2, [1, 4, 2, 5, 3, 6]),
            .right: (2, [4, 1, 5, 2, 6, 3]), .rightMirrored: (2, [6, 3, 5, 2, 4, 1]), .left: (2, [3, 6, 2, 5, 1, 4]),
        ]
        let metadata = ImageMetadata(orientation: orientation)
        let image = try Image(width: 3, height: 2, format: .gray8, pixels: [1, 2, 3, 4, 5, 6], metadata: metadata)
            .upright()
        let (width, pixels) = try #require(expected[orientation])
        #expect(image.width == width)
        #expect(image.pixels == pixels)
        #expect(image.metadata.orientation == .up)
    }

    @Test func reducingKeepsAFlatPictureFlat() throws {
        let image = try Image(
            width: 100,
            height: 40,
            format: .rgba8,
            pixels: Array(repeating: [10, 200, 30, 255], count: 4000).flatMap { $0 }
        )
        let small = image.fitting(maxPixelSize: 25)
        #expect(small.width == 25 && small.height == 10)
        #expect(small.pixels == Array(repeating: [10, 200, 30, 255], count: 250).flatMap { $0 })
        #expect(image.fitting(maxPixelSize: 100) == image)
    }

    @Test func transparentColoursDoNotBleed() throws {
        let row: [UInt8] = (0..<16).flatMap { $0 < 8 ? [255, 0, 0, 0] : [0, 0, 255, 255] }
        let image = try Image(width: 16, height: 1, format: .rgba8, pixels: row).fitting(maxPixelSize: 2)
        #expect(image.pixels[4...6].elementsEqual([0, 0, 255]))
        #expect(image.pixels[0] == 0)
    }
}
