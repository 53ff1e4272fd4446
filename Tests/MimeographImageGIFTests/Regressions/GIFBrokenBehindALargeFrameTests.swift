import ImageTestSupport
import Mimeograph
import MimeographImage
import MimeographImageGIF
import Testing

/// Found by fuzzing: of a GIF whose first frame is too large and whose second is broken, the picture says the one and
/// `ImageInfo`, which allocates nothing, the other. Each is the first thing that it meets.
@Suite struct GIFBrokenBehindALargeFrameTests {
    @Test func eachSaysWhatItMeetsFirst() throws {
        var fixture = GIFFixture(width: 900, height: 900)
        fixture.add([1, 2])
        fixture.add([], width: 0, height: 1)
        let budget = DecodeBudget(pixels: 1_000)
        #expect(PictureAgreement(.gif, budget: budget).disagreements(about: fixture.bytes) == [])
        let told = #expect(throws: SerializationError.self) {
            try ImageInfo.read(from: fixture.bytes, isWhole: true, codecs: [.gif], budget: budget)
        }
        #expect(told?.code == .syntax)
        let error = #expect(throws: SerializationError.self) {
            try ImageResponseSerializer(codecs: [.gif]).read(fixture.bytes, budget: budget)
        }
        #expect(error?.limit?.limit == .pixels)
    }
}
