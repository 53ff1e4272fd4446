import ImageTestSupport
import Mimeograph
import MimeographImage
import MimeographImageGIF
import Testing

/// Found by fuzzing: the first frame of a GIF is too large and the second is broken. The picture reports the size, and
/// `ImageInfo`, which allocates nothing, reports the damage. Each reports the first problem that it meets.
@Suite struct GIFBrokenBehindALargeFrameTests {
    @Test func eachSaysWhatItMeetsFirst() throws {
        var fixture = GIFFixture(width: 900, height: 900)
        fixture.add([1, 2])
        fixture.add([], width: 0, height: 1)
        let limits = DecodingLimits(pixels: 1_000)
        #expect(PictureAgreement(.gif, limits: limits).disagreements(about: fixture.bytes) == [])
        let told = #expect(throws: SerializationError.self) {
            try ImageInfo.read(from: fixture.bytes, isWhole: true, codecs: [.gif], limits: limits)
        }
        #expect(told?.code == .syntax)
        let error = #expect(throws: SerializationError.self) {
            try ImageResponseSerializer(codecs: [.gif]).read(fixture.bytes, limits: limits)
        }
        #expect(error?.limit?.limit == .pixels)
    }
}
