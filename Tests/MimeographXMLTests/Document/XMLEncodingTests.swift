import Mimeograph
import MimeographXML
import Testing

/// Tests of the precedence of a byte order mark, the charset parameter and the declaration. Source: RFC 7303 §3.
@Suite struct XMLEncodingTests {
    private static func utf16(_ text: String, bigEndian: Bool = false, mark: Bool = true) -> [UInt8] {
        let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
        var bytes: [UInt8] = []
        for unit in units {
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            bytes += bigEndian ? pair : [pair[1], pair[0]]
        }
        return bytes
    }

    private static func utf32(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
        let scalars = (mark ? [0xFEFF] : []) + text.unicodeScalars.map(\.value)
        var bytes: [UInt8] = []
        for scalar in scalars {
            let four = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar >> UInt32($0)) }
            bytes += bigEndian ? four : four.reversed()
        }
        return bytes
    }

    /// A location in a converted document refers to the body, even if it has more bytes in UTF-8.
    @Test func locationsAreInTheBody() throws {
        let start = Array("<?xml version='1.0' encoding='IBM037'?><a>".utf8)
        // The declaration in EBCDIC, letter by letter, followed by bytes that are longer in UTF-8.
        let table: [UInt8: UInt8] = [
            0x20: 0x40, 0x27: 0x7D, 0x2D: 0x60, 0x2E: 0x4B, 0x30: 0xF0, 0x31: 0xF1, 0x33: 0xF3, 0x37: 0xF7, 0x3C: 0x4C,
            0x3D: 0x7E, 0x3E: 0x6E, 0x3F: 0x6F, 0x42: 0xC2, 0x49: 0xC9, 0x4D: 0xD4, 0x61: 0x81, 0x63: 0x83, 0x64: 0x84,
            0x65: 0x85, 0x67: 0x87, 0x69: 0x89, 0x6C: 0x93, 0x6D: 0x94, 0x6E: 0x95, 0x6F: 0x96, 0x72: 0x99, 0x73: 0xA2,
            0x76: 0xA5, 0x78: 0xA7,
        ]
        let body: [UInt8] = try start.map { try #require(table[$0]) } + [0x42, 0x43, 0x44]
        let error = try #require(throws: SerializationError.self) { try XML.Document(parsing: body) }
        #expect(error.code == .truncated)
        #expect(try #require(error.location).offset <= body.count)
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let accent = "<a>né€</a>"

    /// The encoding of a document, its bytes, the parameter, and the expected text.
    static let readable: [(name: String, bytes: [UInt8], charset: String?, text: String)] = [
        ("UTF-8", Array(accent.utf8), nil, "né€"),
        ("UTF-8, mark", mark + accent.utf8, nil, "né€"),
        ("UTF-8, parameter", Array(accent.utf8), "utf-8", "né€"),
        ("UTF-8, mark beats parameter", mark + accent.utf8, "iso-8859-1", "né€"),
        (
            "UTF-8, mark beats declaration", mark + "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>".utf8, nil, "é"
        ),
        (
            "UTF-8, parameter beats declaration", Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>".utf8),
            "utf-8", "é"
        ),
        ("UTF-16LE, mark", utf16(accent), nil, "né€"),
        ("UTF-16BE, mark", utf16(accent, bigEndian: true), nil, "né€"),
        ("UTF-16LE, zeros", utf16(accent, mark: false), nil, "né€"),
        ("UTF-16BE, zeros", utf16(accent, bigEndian: true, mark: false), nil, "né€"),
        ("UTF-16, parameter", utf16(accent, bigEndian: true, mark: false), "utf-16", "né€"),
        ("UTF-16, parameter with order", utf16(accent, bigEndian: true, mark: false), "UTF-16BE", "né€"),
        (
            "UTF-16, declared", utf16("<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>é</a>"), nil, "é"
        ),
        ("UTF-16, declared as UTF-8", utf16("<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>é</a>"), nil, "é"),
        ("UTF-16, mark beats parameter", utf16(accent), "utf-8", "né€"),
        ("UTF-32LE", utf32(accent, bigEndian: false, mark: true), nil, "né€"),
        ("UTF-32BE", utf32(accent, bigEndian: true, mark: true), nil, "né€"),
        ("UTF-32BE, zeros", utf32(accent, bigEndian: true, mark: false), nil, "né€"),
        (
            "ISO-8859-1, declared", Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + "</a>".utf8,
            nil,
            "é"
        ),
        ("ISO-8859-1, parameter", Array("<a>".utf8) + [0xE9] + "</a>".utf8, "ISO-8859-1", "é"),
        ("ISO-8859-1, quoted name", Array("<a>".utf8) + [0xE9] + "</a>".utf8, "latin1", "é"),
        (
            "windows-1252", Array("<?xml version='1.0' encoding='windows-1252'?><a>".utf8) + [0x80] + "</a>".utf8, nil,
            "€"
        ),
        ("ISO-8859-15", Array("<a>".utf8) + [0xA4] + "</a>".utf8, "iso-8859-15", "€"),
        (
            "Shift_JIS", Array("<?xml version='1.0' encoding='Shift_JIS'?><a>".utf8) + [0x83, 0x5C] + "</a>".utf8, nil,
            "ソ"
        ),
        ("GB18030", Array("<a>".utf8) + [0xC4, 0xE3] + "</a>".utf8, "gb18030", "你"),
        ("EUC-KR", Array("<a>".utf8) + [0xB0, 0xA1] + "</a>".utf8, "euc-kr", "가"),
        // After an escape sequence, bytes below 0x40 are not markup.
        (
            "ISO-2022-JP",
            Array("<?xml version='1.0' encoding='ISO-2022-JP'?><a>".utf8) + [
                0x1B, 0x24, 0x42, 0x24, 0x3C, 0x1B, 0x28, 0x42,
            ]
                + "</a>".utf8, nil, "ぜ"
        ),
    ]

    @Test(arguments: readable.indices) func isRead(index: Int) throws {
        let entry = Self.readable[index]
        let document = try XML.Document(parsing: entry.bytes, charset: entry.charset)
        #expect(document.root.stringValue == entry.text, "\(entry.name)")
        // Reads the same with a serializer, with the parameter in the HTTP field.
        let type = "application/xml" + (entry.charset.map { "; charset=\"\($0)\"" } ?? "")
        let head = ResponseHead(status: 200, fields: ["Content-Type": type])
        #expect(try XMLDocumentResponseSerializer().read(entry.bytes, head: head).root.stringValue == entry.text)
    }

    static let refused: [(name: String, bytes: [UInt8], charset: String?, code: SerializationError.Code)] = [
        ("not UTF-8", Array("<a>".utf8) + [0xE9] + "</a>".utf8, nil, .invalidText),
        (
            "not UTF-8, as declared", Array("<?xml version='1.0' encoding='UTF-8'?><a>".utf8) + [0xFF] + "</a>".utf8,
            nil, .invalidText
        ),
        ("unknown, declared", Array("<?xml version='1.0' encoding='klingon'?><a/>".utf8), nil, .unsupportedCharset),
        ("unknown, parameter", Array("<a/>".utf8), "klingon", .unsupportedCharset),
        ("empty, parameter", Array("<a/>".utf8), "", .unsupportedCharset),
        ("UTF-7, declared", Array("<?xml version='1.0' encoding='UTF-7'?>+ADw-a/+AD4-".utf8), nil, .unsupportedCharset),
        ("UTF-7, parameter", Array("+ADw-a/+AD4-".utf8), "utf-7", .unsupportedCharset),
        ("UTF-7, other name", Array("+ADw-a/+AD4-".utf8), "UNICODE-1-1-UTF-7", .unsupportedCharset),
        ("UTF-7, IMAP's", Array("&ADw-a/&AD4-".utf8), "UTF-7-IMAP", .unsupportedCharset),
        (
            "UTF-16 declared, UTF-8 sent", Array("<?xml version='1.0' encoding='UTF-16'?><a/>".utf8), nil,
            .unsupportedCharset
        ),
        ("UTF-8 named, UTF-16 sent", utf16("<a/>", mark: false), "utf-8", .syntax),
        ("half a pair in UTF-16", utf16("<a>") + [0x00, 0xD8] + utf16("</a>", mark: false), nil, .invalidText),
    ]

    @Test(arguments: refused.indices) func isRefused(index: Int) throws {
        let entry = Self.refused[index]
        let error = try #require(throws: SerializationError.self, "\(entry.name)") {
            try XML.Document(parsing: entry.bytes, charset: entry.charset)
        }
        #expect(error.code == entry.code, "\(entry.name): \(error)")
        #expect(error.remedy != nil)
    }

    /// A document that declares one of these encodings in ASCII is not encoded in it.
    @Test(
        arguments: ["UTF-16", "utf-16le", "UTF-16BE", "UTF-32", "utf-32le", "ucs-2", "UCS-4", "unicode", "IBM037"],
        ["<a/>", "<a/> ", "<a/>  ", "<a/>   "]
    )
    func rejectsImpossibleEncodings(name: String, text: String) throws {
        let body = Array("<?xml version='1.0' encoding='\(name)'?>\(text)".utf8)
        let error = try #require(throws: SerializationError.self) { try XML.Document(parsing: body) }
        #expect(error.code == .unsupportedCharset)
        for size in [1, body.count] {
            let events = try Reading.events(body, cutAt: Array(stride(from: size, to: body.count, by: size)))
            #expect(events.code == .unsupportedCharset)
        }
    }

    /// A tag with many attributes is found in every encoding, even if parts of characters look like markup.
    @Test func attributeFloodInUTF16() {
        let text = "<a " + (0..<20_000).map { "b\($0)='\u{3C00}\u{3C3C}'" }.joined(separator: " ") + "/>"
        let error = #expect(throws: SerializationError.self) { try XML.Document(parsing: Self.utf16(text)) }
        #expect(error?.code == .limitExceeded)
    }
}
