import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Found by fuzzing: a JPEG without tables yielded a partial image in pieces, but not as a whole body.
@Suite struct JPEGWithoutQuantizationTests {
    /// Damage before the first pixel never yields a partial image.
    @Test func withoutQuantizationTablesThereIsNoPicture() throws {
        var body = try Pictures.photo(16, 16).encoded(as: .jpeg)
        // The segments stay, but are ignored.
        for index in body.indices.dropLast() where body[index] == 0xFF && body[index + 1] == 0xDB {
            body[index + 1] = 0xEF
        }
        let partial = ImageReadingOptions(allowsPartialImages: true)
        let error = #expect(throws: SerializationError.self) {
            try ImageResponseSerializer(options: partial).read(body)
        }
        #expect(error?.code == .syntax)
        for cuts in [[], Array(1..<body.count), [body.count / 2]] {
            let (updates, failure) = IncrementalTests.updates(body, cuts: cuts, options: partial)
            #expect(failure == .syntax && updates.count == 1)
        }
    }
}
