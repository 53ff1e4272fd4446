import Mimeograph
import MimeographXML
import Testing

/// Found by fuzzing: the events before invalid bytes depended on the chunks.
@Suite struct UndecodableBytesInPiecesTests {
    /// The content before bytes that are invalid in the encoding is reported, however many chunks there are.
    @Test(arguments: ["utf-16", "utf-8", "us-ascii"]) func bytesThatMeanNothing(charset: String) throws {
        var body: [UInt8] = charset == "utf-16" ? [0xFF, 0xFE] : []
        for byte in "<a><b/>text<c/></a>".utf8 {
            // Half of a surrogate pair, or a byte that cannot begin a character.
            if byte == UInt8(ascii: "c") { body += charset == "utf-16" ? [0x00, 0xDC] : [0xFF] }
            body += charset == "utf-16" ? [byte, 0] : [byte]
        }
        let whole = try Reading.events(body, charset: charset)
        #expect(whole.code != nil)
        #expect(whole.kinds.map(\.line).prefix(4) == ["document 1.0 - -", "(a", "(b", ")b"])
        for cut in 0...body.count { #expect(try Reading.events(body, cutAt: [cut], charset: charset) == whole) }
        #expect(try Reading.events(body, cutAt: Array(0...body.count), charset: charset) == whole)
    }
}
