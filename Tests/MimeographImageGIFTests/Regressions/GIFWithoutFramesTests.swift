import Mimeograph
import MimeographImage
import MimeographImageGIF
import Testing

/// Found by fuzzing: a canvas of a gigabyte for a file without a frame.
@Suite struct GIFWithoutFramesTests {
    /// The fuzzer found a canvas of a gigabyte, made before it was known that there is no frame for it.
    @Test func aCanvasWithoutFramesIsNotMade() {
        let empty = GIFFixture(width: 65_535, height: 65_535).bytes
        #expect(GIFHostileTests().error(empty)?.code == .syntax)
        #expect(GIFHostileTests().error(empty.dropLast())?.code == .truncated)
        #expect(throws: SerializationError.self) {
            try ImageInfo.read(from: empty, isWhole: true, codecs: [.gif])
        }
    }
}
