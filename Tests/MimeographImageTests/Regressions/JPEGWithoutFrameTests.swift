import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Found by fuzzing: a JPEG without a frame header was reported as truncated as a whole body, and as a syntax error in pieces.
@Suite struct JPEGWithoutFrameTests {
    /// Whether pixels or the end follow the tables, all readers report the same error.
    @Test(arguments: [[0xFF, 0xD9], [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xA5, 0xFF, 0xD9]] as [[UInt8]])
    func missingSizesAreSyntaxErrors(_ end: [UInt8]) throws {
        let photo = try Pictures.photo(8, 8).encoded(as: .jpeg)
        // The marker of the frame becomes that of an ignored segment.
        let frame = try #require(photo.indices.dropLast().first { photo[$0] == 0xFF && photo[$0 + 1] == 0xC0 })
        let body = photo[..<frame] + end
        #expect(PictureAgreement(.jpeg).disagreements(about: Array(body)) == [])
        let error = #expect(throws: SerializationError.self) { try ImageResponseSerializer().read(body) }
        #expect(error?.code == .syntax)
    }
}
