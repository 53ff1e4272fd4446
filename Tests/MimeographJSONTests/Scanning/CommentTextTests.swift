import Mimeograph
import MimeographJSON
import Testing

/// All of a JSON text is UTF-8, comments included.
@Suite struct CommentTextTests {
    static let options = JSONReadingOptions(allowsComments: true)

    /// Bytes that are not UTF-8, and the number of bytes before the invalid one.
    @Test(
        arguments: [
            ([0xFF], 0), ([0x41, 0xC0, 0x80], 1), ([0xED, 0xA0, 0x80], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
            ([0xE2, 0x82, 0x41], 0),
            ([0xC3, 0xA9, 0xC3], 2), ([0x80], 0),
        ] as [([UInt8], Int)]
    )
    func otherBytesAreRefused(_ bad: [UInt8], _ before: Int) throws {
        let texts: [([UInt8], [UInt8])] = [
            (Array("[1, /* ".utf8), Array(" */ 2]".utf8)), (Array("// ".utf8), Array("\n[1]".utf8)),
            (Array("[1] /*".utf8), Array("*/".utf8)),
        ]
        for (start, end) in texts {
            do {
                _ = try JSON(parsing: start + bad + end, options: Self.options)
                Issue.record("read \(start + bad + end)")
            } catch {
                #expect(error.code == .invalidText)
                #expect(error.location?.offset == start.count + before)
            }
        }
    }

    @Test(arguments: ["", "é", "日本 🙂", "\u{10FFFF}", "a\u{300}", "* / é **"])
    func textIsRead(_ comment: String) throws {
        #expect(try JSON(parsing: "[1, /*\(comment)*/ 2]//\(comment)".utf8, options: Self.options).array?.count == 2)
    }
}
