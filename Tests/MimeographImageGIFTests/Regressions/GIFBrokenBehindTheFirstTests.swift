import Mimeograph
import MimeographImage
import MimeographImageGIF
import Testing

/// If a GIF was broken after its first frame, reading it at once gave that frame, but reading it in chunks gave an error.
@Suite struct GIFBrokenBehindTheFirstTests {
    @Test func theFirstFrameIsThereHoweverItComes() throws {
        var fixture = GIFFixture(width: 2, height: 1)
        fixture.add([1, 2])
        fixture.add([], width: 0, height: 1)
        let options = ImageReadingOptions(frames: .first)
        let whole = try ImageResponseSerializer(options: options, codecs: [.gif]).read(fixture.bytes)
        var decoder = ImageDecoder(options: options, codecs: [.gif])
        let updates = try decoder.parseAll(fixture.bytes)
        #expect(updates.last == .image(whole))
        guard case .info(let info)? = updates.first else {
            Issue.record("The reader gives no information.")
            return
        }
        #expect(info.width == 2 && info.frameCount == nil)
        var all = ImageDecoder(codecs: [.gif])
        #expect(throws: SerializationError.self) { try all.parseAll(fixture.bytes) }
    }
}
