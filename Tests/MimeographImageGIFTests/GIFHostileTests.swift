import Mimeograph
import MimeographImage
import MimeographImageGIF
import Testing
import TestSupport

@Suite struct GIFHostileTests {
    func error(
        _ bytes: [UInt8],
        _ options: ImageReadingOptions = .standard,
        _ limits: DecodingLimits = .standard
    ) -> SerializationError? {
        do throws(SerializationError) {
            _ = try GIFCodec().decode(bytes.span, options: options, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    private var animation: [UInt8] {
        var gif = GIFFixture(width: 3, height: 2)
        gif.addRepetitions(0)
        gif.add([1, 2, 3, 1, 2, 3], transparent: 3, disposal: 2)
        gif.add([2, 2], left: 1, width: 2, disposal: 3)
        gif.addComment("end")
        gif.add([1], left: 2, top: 1, width: 1)
        return gif.bytes
    }

    @Test func sizesThatAreLiesCostNothing() {
        var large = GIFFixture(width: 65_535, height: 65_535)
        large.add([1], width: 1)
        #expect(error(large.bytes)?.code == .limitExceeded)
        var frame = GIFFixture(width: 1, height: 1)
        frame.add([1])
        frame.add([1], width: 65_535, height: 65_535)
        #expect(error(frame.bytes)?.limit?.limit == .pixels)
        #expect(error(frame.bytes, .init(frames: .first)) == nil)
        var empty = GIFFixture(width: 1, height: 1)
        empty.add([1], width: 0, height: 1)
        #expect(error(empty.bytes)?.code == .syntax)
    }

    @Test func framesAreHeldToTheLimitsTogether() {
        let frames = 3
        #expect(error(animation, .standard, DecodingLimits(pixels: frames * 6)) == nil)
        #expect(error(animation, .standard, DecodingLimits(pixels: frames * 6 - 1))?.limit?.limit == .pixels)
        var many = GIFFixture(width: 1, height: 1)
        for _ in 0..<2_000 { many.add([1]) }
        #expect(error(many.bytes, .standard, DecodingLimits(outputBytes: 100_000))?.limit?.limit == .outputBytes)
    }

    @Test func everyPrefixIsTruncated() throws {
        let bytes = animation
        for length in bytes.indices {
            let found = error(Array(bytes[..<length]))
            #expect(found?.code == .truncated, "\(length)")
        }
        // If partial images are allowed, the rows drawn so far are returned.
        let partial = try GIFCodec().decode(
            Array(bytes[..<(bytes.count - 1)]).span,
            options: .init(allowsPartialImages: true),
            limits: .standard
        )
        #expect(partial.isPartial && partial.frames.count == 3)
    }

    @Test func corruptCodesAreErrorsInTheLibrarysWords() {
        var bytes = GIFFixture(width: 4, height: 4)
        bytes.add([1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0])
        var broken = bytes.bytes
        // The codes begin after 13 + 12 + 8 + 10 bytes, the code size and a length.
        for at in 45..<52 { broken[at] = 0xFF }
        let found = error(broken)
        #expect(found?.code == .syntax && found?.message.contains("giflib reports") == true)
    }

    @Test func mutationsGiveAnImageOrAnError() {
        let bytes = animation
        var generator = SeededGenerator(seed: 21)
        let limits = DecodingLimits(outputBytes: 1 << 18, pixels: 1 << 14)
        for round in 0..<600 {
            let input = Mutation.mutate(bytes, using: &generator)
            let options = round % 2 == 0 ? ImageReadingOptions.standard : .init(allowsPartialImages: true)
            do throws(SerializationError) {
                let image = try GIFCodec().decode(input.span, options: options, limits: limits)
                #expect(image.frames.allSatisfy { $0.pixels.count == $0.height * $0.bytesPerRow })
            } catch {
                #expect([.syntax, .truncated, .limitExceeded, .decoderMemory].contains(error.code))
            }
        }
    }
}
