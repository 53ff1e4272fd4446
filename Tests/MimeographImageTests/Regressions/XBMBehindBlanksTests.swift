import Mimeograph
import MimeographImage
import Testing

/// Found by fuzzing: a bitmap after many blanks was recognized as a whole body, but not in pieces.
@Suite struct XBMBehindBlanksTests {
    /// The format of a body must not depend on how many bytes are available when it is detected.
    @Test(arguments: ["", "     ", "      ", "/**/ ", "/* c */ ", "/* a longer comment */"]) func cutsChangeNothing(
        _ start: String
    ) {
        let bytes = Array((start + XBMTests.start + "0x05, 0x02, 0xff, 0x00};").utf8)
        func updates(_ size: Int) -> [ImageUpdate] {
            var decoder = ImageDecoder()
            var updates: [ImageUpdate] = []
            do throws(SerializationError) {
                for from in stride(from: 0, to: bytes.count, by: size) {
                    try decoder.consume(bytes[from..<min(bytes.count, from + size)].span, into: &updates)
                }
                try decoder.finish(into: &updates)
            } catch {}
            return updates
        }
        let whole = updates(bytes.count)
        #expect(whole.isEmpty == (start.count > 5))
        for size in [1, 5, 13] { #expect(updates(size) == whole) }
    }
}
