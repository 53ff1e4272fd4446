import Mimeograph
import MimeographJSON
import Testing

/// Found by fuzzing: with trailing commas allowed, a comma behind the outermost value was passed over, and what follows it refused.
@Suite struct CommaBehindTheRootTests {
    @Test(arguments: [
        (#"[""]  , ]"#, 6), ("{}, }", 2), ("1,]", 1), ("[1,],]", 4), ("[[1,],2,], }", 9), ("[1},]", 2),
    ])
    func theCommaIsWhatIsRefused(_ text: String, _ offset: Int) throws {
        let options = JSONReadingOptions(allowsTrailingCommas: true)
        let error = try #require(throws: SerializationError.self) { try JSON(parsing: text.utf8, options: options) }
        #expect(error.code == .syntax && error.location?.offset == offset)
    }
}
