import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Found by fuzzing: if a quantization table is longer than its segment, libjpeg reads past the segment, even past the end of a
/// short file. A whole body was reported as truncated, a body in pieces as a syntax error.
@Suite struct JPEGTablesPastTheEndTests {
    @Test(arguments: [1, 14, 64, 127]) func aTableThatIsLongerThanItsSegmentIsASyntaxError(_ length: Int) throws {
        let photo = try Pictures.photo(8, 8).encoded(as: .jpeg)
        // A table of 16 bits before the frame. The segment contains only some of its bytes.
        let table: [UInt8] = [0xFF, 0xDB, 0, UInt8(3 + length), 0x10] + [UInt8](repeating: 1, count: length)
        let frame = try #require(photo.indices.dropLast().first { photo[$0] == 0xFF && photo[$0 + 1] == 0xC0 })
        let scan = try #require(photo.indices.dropLast().first { photo[$0] == 0xFF && photo[$0 + 1] == 0xDA })
        let beforeTheFrame = Array(photo[..<frame]) + table + Array(photo[frame...])
        let beforeTheScan = Array(photo[..<scan]) + table + Array(photo[scan...].prefix(14))
        for body in [beforeTheFrame, beforeTheScan] {
            #expect(PictureAgreement(.jpeg).disagreements(about: body) == [])
            let error = #expect(throws: SerializationError.self) { try ImageResponseSerializer().read(body) }
            #expect(error?.code == .syntax)
        }
    }
}
