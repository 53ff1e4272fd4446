import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

/// Tokens that were read although they are not well-formed.
@Suite struct LooseTokensTests {
    /// Foundation does not read a date with white space in its element.
    @Test(arguments: [" ", "\n", "\t", "\r\n"]) func datesHaveNoWhiteSpace(space: String) throws {
        let date = "2026-02-03T04:05:06Z"
        #expect(throws: Never.self) { try PropertyList(parsing: Array("<plist><date>\(date)</date></plist>".utf8)) }
        for text in ["\(space)\(date)", "\(date)\(space)", "\(space)\(date)\(space)"] {
            let body = "<plist version=\"1.0\"><date>\(text)</date></plist>"
            let error = #expect(throws: SerializationError.self) { try PropertyList(parsing: Array(body.utf8)) }
            #expect(error?.code == .syntax)
            #expect(throws: (any Error).self) {
                // SAFETY: no pointer is given.
                try unsafe PropertyListSerialization.propertyList(from: Data(body.utf8), format: nil)
            }
        }
    }

    /// The escape needs a digit, in each half of a surrogate pair.
    @Test(arguments: ["\\U", "\\Ug", "a\\U\\U0041", "\\Ud83d\\U", "\\U\\"]) func unicodeEscapesHaveDigits(text: String)
        throws
    {
        var options = PropertyListReadingOptions()
        options.allowsOpenStep = true
        let error = #expect(throws: SerializationError.self) {
            try PropertyList(parsing: Array("\"\(text)\"".utf8), options: options)
        }
        #expect(error.map { [.syntax, .invalidText, .truncated].contains($0.code) } == true)
        let read = try PropertyList(parsing: Array(#""\U41\U0""#.utf8), options: options)
        #expect(read.string == "A\u{0}")
    }
}
