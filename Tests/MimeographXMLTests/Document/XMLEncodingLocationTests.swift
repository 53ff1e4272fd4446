import Mimeograph
import MimeographXML
import Testing

/// Checks that errors have their location in the sent bytes, in every encoding.
@Suite struct XMLEncodingLocationTests {
    /// A non-ASCII character: the name of the encoding, its bytes, and its bytes in UTF-8.
    static let characters: [(encoding: String, bytes: [UInt8], utf8: String)] = [
        ("UTF-8", [0xC3, 0xA9], "é"), ("ISO-8859-1", [0xE9], "é"), ("ISO-8859-2", [0xE9], "é"),
        ("ISO-8859-5", [0xD0], "а"),
        ("ISO-8859-7", [0xE1], "α"), ("ISO-8859-8", [0xE0], "א"), ("ISO-8859-15", [0xA4], "€"),
        ("windows-1250", [0xE9], "é"),
        ("windows-1251", [0xE0], "а"), ("windows-1252", [0x80], "€"), ("windows-1256", [0xC7], "ا"),
        ("KOI8-R", [0xC1], "а"),
        ("KOI8-U", [0xC1], "а"), ("IBM866", [0xA0], "а"), ("TIS-620", [0xA1], "ก"), ("macintosh", [0x8E], "é"),
        ("EUC-JP", [0xA4, 0xA2], "あ"), ("Shift_JIS", [0x83, 0x5C], "ソ"), ("EUC-KR", [0xB0, 0xA1], "가"),
        ("GB18030", [0xC4, 0xE3], "你"),
        ("GBK", [0xC4, 0xE3], "你"), ("Big5", [0xA4, 0xA4], "中"), ("EUC-TW", [0xC4, 0xE3], "中"),
        ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x24, 0x3C, 0x1B, 0x28, 0x42], "ぜ"), ("UTF-16LE", [0xE9, 0x00], "é"),
        ("UTF-16BE", [0x00, 0xE9], "é"), ("UTF-32LE", [0xE9, 0, 0, 0], "é"), ("UTF-32BE", [0, 0, 0, 0xE9], "é"),
        ("IBM037", [0x51], "é"),
    ]

    /// Pieces of text, in which "@" stands for the character. The error is in the third line.
    static let bodies = [
        "<a>@@\n<b>@</b>\n@<c>@</d>@</a>", "<a>\n@\n<@ @='@' @='@'/></a>", "<a>@\n@\n@&x;@</a>",
        "<!DOCTYPE a [<!ENTITY e '@'>\n\n<!ENTITY f '@'%>]><a/>",
        "<a>@\n@\n@", "<!DOCTYPE a [<!ENTITY e '@'><!ATTLIST a b CDATA '@'>]><a>\n&e;@\n&e;@<b>@</c></a>", "@<a/>",
    ]

    @Test(arguments: characters.indices, bodies) func offset(index: Int, body: String) throws {
        let (encoding, bytes, utf8) = Self.characters[index]
        var text = ""
        var sent: [UInt8] = []
        /// The offset in the sent bytes for each byte of UTF-8.
        var offsets: [Int] = []
        for scalar in body.unicodeScalars {
            let piece = scalar == "@" ? utf8 : String(scalar)
            text += piece
            offsets += piece.utf8.map { _ in sent.count }
            sent += scalar == "@" ? bytes : XMLGrowthTests.encoded(piece, encoding)
        }
        offsets.append(sent.count)
        let wanted = try #require(throws: SerializationError.self) { try XML.Document(parsing: text.utf8) }
        let error = try #require(throws: SerializationError.self) { try XML.Document(parsing: sent, charset: encoding) }
        #expect(error.code == wanted.code, "\(error)")
        #expect(error.location?.line == wanted.location?.line)
        let offset = try #require(wanted.location?.offset)
        #expect(error.location?.offset == offsets[offset], "\(error)")
    }
}
