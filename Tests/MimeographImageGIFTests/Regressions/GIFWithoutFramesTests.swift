import Mimeograph
import MimeographImage
import MimeographImageGIF
import Testing

/// Found by fuzzing: the reader made a canvas of a gigabyte before it knew that the file has no frame.
@Suite struct GIFWithoutFramesTests {
    @Test func aCanvasWithoutFramesIsNotMade() {
        let empty = GIFFixture(width: 65_535, height: 65_535).bytes
        #expect(GIFHostileTests().error(empty)?.code == .syntax)
        #expect(GIFHostileTests().error(empty.dropLast())?.code == .truncated)
        #expect(throws: SerializationError.self) {
            try ImageInfo.read(from: empty, isWhole: true, codecs: [.gif])
        }
    }
}
