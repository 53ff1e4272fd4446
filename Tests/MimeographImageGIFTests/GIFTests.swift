import Mimeograph
import MimeographImage
import MimeographImageGIF
import Testing
import TestSupport

@Suite struct GIFTests {
    private func read(_ bytes: [UInt8], _ options: ImageReadingOptions = .standard) throws -> Image {
        try ImageResponseSerializer(options: options, codecs: .standard + [.gif]).read(bytes)
    }

    @Test func framesAreDrawnOneOverTheOther() throws {
        var gif = GIFFixture(width: 2, height: 2)
        gif.add([1, 2, 3, 1], delay: 7)
        gif.add([2], left: 1, top: 1, width: 1, height: 1, delay: 12)
        let image = try read(gif.bytes)
        #expect(image.frames.map(\.pixels) == [gif.rgb([1, 2, 3, 1]), gif.rgb([1, 2, 3, 2])])
        #expect(image.frames.map(\.duration) == [.milliseconds(70), .milliseconds(120)])
        #expect(image.format == .rgb8 && image.source == .gif && image.loopCount == 1)
        let first = try read(gif.bytes, .init(frames: .first))
        #expect(first.frames.map(\.pixels) == [gif.rgb([1, 2, 3, 1])] && first.loopCount == nil)
    }

    private static let disposals: [(UInt8, [UInt8?])] = [
        (1, [1, 2, 2, 3]), (2, [1, nil, nil, 3]), (3, [1, 1, 1, 3]),
    ]

    /// The second of three frames covers the middle of a row, and the third its end. A cleared area becomes transparent.
    @Test(arguments: disposals) func areasAreDisposedOf(_ disposal: UInt8, _ expected: [UInt8?]) throws {
        var gif = GIFFixture(width: 4, height: 1)
        gif.add([1, 1, 1, 1])
        gif.add([2, 2], left: 1, width: 2, disposal: disposal)
        gif.add([3], left: 3, width: 1)
        let image = try read(gif.bytes, .rgba8)
        #expect(image.frames.last?.pixels == gif.rgba(expected))
        #expect(image.frames[1].pixels == gif.rgba([1, 2, 2, 1]))
        #expect(try read(gif.bytes).format == (disposal == 2 ? .rgba8 : .rgb8))
    }

    /// Pixels that a frame does not draw are transparent, and so are pixels that it clears: a frame cannot have two backgrounds.
    @Test func whatIsClearedIsWhatIsNotDrawn() throws {
        var gif = GIFFixture(width: 4, height: 1)
        gif.add([1, 1, 1], left: 1, width: 3, disposal: 2)
        gif.add([2], left: 3, width: 1, disposal: 2)
        gif.add([3], left: 2, width: 1)
        let image = try read(gif.bytes)
        #expect(image.format == .rgba8)
        let expected: [[UInt8?]] = [[nil, 1, 1, 1], [nil, nil, nil, 2], [nil, nil, 3, nil]]
        #expect(image.frames.map(\.pixels) == expected.map { gif.rgba($0) })
    }

    /// The first frame may restore the empty canvas before it.
    @Test func theFirstFrameMayLeaveNothing() throws {
        var gif = GIFFixture(width: 2, height: 1)
        gif.add([1, 1], disposal: 3)
        gif.add([2], left: 1, width: 1)
        #expect(try read(gif.bytes).frames.map(\.pixels) == [gif.rgba([1, 1]), gif.rgba([nil, 2])])
    }

    /// A frame that restores the canvas uncovers the area that the first frame cleared.
    @Test(arguments: [1, 2]) func restoredAreasAreTransparentAgain(_ count: Int) throws {
        var gif = GIFFixture(width: 2, height: 1)
        gif.add([1, 1], disposal: 2)
        for _ in 0..<count { gif.add([2, 2], disposal: 3) }
        gif.add([3], width: 1)
        let image = try read(gif.bytes)
        #expect(image.format == .rgba8)
        #expect(image.frames.last?.pixels == gif.rgba([3, nil]))
        #expect(try ImageInfo.read(from: gif.bytes, isWhole: true, codecs: [.gif])?.pixelFormat == .rgba8)
    }

    /// A cleared area that the next frame covers needs no alpha.
    @Test func whatIsClearedAndCoveredStaysOpaque() throws {
        var gif = GIFFixture(width: 2, height: 1)
        gif.add([1, 2], disposal: 2)
        gif.add([2, 1])
        #expect(try read(gif.bytes).format == .rgb8)
    }

    /// A frame without pixels is a syntax error, whatever its position and whatever reads it.
    @Test(arguments: [(UInt16(0), UInt16(1)), (1, 0), (0, 0)]) func framesWithoutPixelsAreSyntaxErrors(
        _ width: UInt16,
        _ height: UInt16
    ) {
        for isFirst in [true, false] {
            for size in [UInt16(2), 0] {
                var gif = GIFFixture(width: size, height: size)
                if !isFirst { gif.add([1, 1, 1, 1], width: 2, height: 2) }
                gif.add([1], width: width, height: height)
                for options in [ImageReadingOptions.standard, .init(allowsPartialImages: true)] {
                    let error = #expect(throws: SerializationError.self) { try read(gif.bytes, options) }
                    #expect(error?.code == .syntax)
                }
                let error = #expect(throws: SerializationError.self) {
                    try ImageInfo.read(from: gif.bytes, isWhole: true, codecs: [.gif])
                }
                #expect(error?.code == .syntax)
            }
        }
    }

    @Test func transparentIndicesAreNotDrawn() throws {
        var gif = GIFFixture(width: 3, height: 1)
        gif.add([1, 2, 1], transparent: 2)
        gif.add([2, 3, 2], transparent: 2, disposal: 2)
        gif.add([3], width: 1)
        let image = try read(gif.bytes)
        #expect(image.format == .rgba8)
        let alphas = image.frames.map { frame in stride(from: 3, to: 12, by: 4).map { frame.pixels[$0] } }
        #expect(alphas == [[255, 0, 255], [255, 255, 255], [255, 0, 0]])
    }

    @Test func interlacedRowsAreSorted() throws {
        var gif = GIFFixture(width: 1, height: 10)
        // Rows 0 and 8, then 4, then 2 and 6, then the odd ones.
        gif.add([0, 1, 2, 3, 0, 1, 2, 3, 0, 1], height: 10, interlaced: true)
        #expect(try read(gif.bytes).pixels == gif.rgb([0, 1, 3, 2, 2, 3, 0, 0, 1, 1]))
        #expect(try ImageInfo.read(from: gif.bytes, codecs: [.gif])?.isProgressive == true)
    }

    @Test func repetitionsBecomeRuns() throws {
        for (stored, runs) in [(0, 0), (1, 2), (4, 5)] as [(UInt16, Int)] {
            var gif = GIFFixture(width: 1, height: 1)
            gif.addRepetitions(stored)
            gif.add([1])
            gif.add([2])
            #expect(try read(gif.bytes).loopCount == runs)
        }
    }

    @Test func commentsAndProfilesAreKept() throws {
        var gif = GIFFixture(width: 1, height: 1)
        let long = String(repeating: "abc", count: 200)
        gif.addComment(long)
        gif.addApplication("ICCRGBG1012", Array("profile".utf8))
        gif.add([1])
        let image = try read(gif.bytes)
        #expect(image.metadata.texts == [ImageText("Comment", long)])
        #expect(image.metadata.iccProfile == Array("profile".utf8))
        #expect(try read(gif.bytes, .init(metadataBytes: 0)).metadata == ImageMetadata())
    }

    @Test func graysAreGray() throws {
        var gif = GIFFixture(width: 2, height: 1, colors: [[0, 0, 0], [9, 9, 9], [20, 20, 20], [255, 255, 255]])
        gif.add([1, 3])
        let image = try read(gif.bytes)
        #expect(image.format == .gray8 && image.pixels == [9, 255] && image.loopCount == nil)
        #expect(image.frames[0].duration == nil)
        gif.add([1], left: 1, width: 1, transparent: 1)
        #expect(try read(gif.bytes).format == .grayAlpha8)
    }

    @Test func aFirstFrameThatIsLargerMakesTheCanvas() throws {
        var gif = GIFFixture(width: 1, height: 1)
        gif.add([1, 2, 3], width: 3)
        let image = try read(gif.bytes)
        #expect(image.width == 3 && image.pixels == gif.rgb([1, 2, 3]))
        // A later one is clipped.
        gif.add([3, 3], left: 2, width: 2)
        #expect(try read(gif.bytes).frames[1].pixels == gif.rgb([1, 2, 3]))
    }

    @Test func anInfoTakesFewBytes() throws {
        var gif = GIFFixture(width: 2, height: 1)
        gif.add([1, 3])
        gif.add([2, 2])
        #expect(try ImageInfo.read(from: gif.bytes[..<20], codecs: [.gif]) == nil)
        let info = try #require(try ImageInfo.read(from: gif.bytes[..<50], codecs: [.gif]))
        #expect(info.width == 2 && info.frameCount == nil && info.pixelFormat == .rgb8)
        #expect(try ImageInfo.read(from: gif.bytes, isWhole: true, codecs: [.gif])?.frameCount == 2)
    }
}
