import Mimeograph
import MimeographJSON
import Testing

/// Found by fuzzing: with trailing commas allowed, a comma after the outermost value was skipped, and only the bytes after it
/// were rejected.
@Suite struct CommaBehindTheRootTests {
    @Test(arguments: [
        (#"[""]  , ]"#, 6), ("{}, }", 2), ("1,]", 1), ("[1,],]", 4), ("[[1,],2,], }", 9), ("[1},]", 2),
    ])
    func theCommaIsRejected(_ text: String, _ offset: Int) throws {
        let options = JSONReadingOptions(allowsTrailingCommas: true)
        let error = try #require(throws: SerializationError.self) { try JSON(parsing: text.utf8, options: options) }
        #expect(error.code == .syntax && error.location?.offset == offset)
    }
}
