import Foundation
import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Tests of the encoding in a first line, and of first lines that only look like a declaration.
///
/// Each is read in every way: as a document, as events and subtrees, whole and in pieces, and as a type.
@Suite struct FirstLineTests {
    struct Case: Sendable, CustomStringConvertible {
        let line: String
        let encoding: String.Encoding
        /// The text of `<a>café</a>`; nil if the document is rejected.
        let text: String?
        var charset: String?
        var description: String { "\(line) \(encoding)" }

        init(_ line: String, _ encoding: String.Encoding, _ text: String?, charset: String? = nil) {
            (self.line, self.encoding, self.text, self.charset) = (line, encoding, text, charset)
        }
    }

    static let latin1 = "encoding=\"ISO-8859-1\""
    static let ebcdic = String.Encoding(rawValue: 0x8000_0C02)

    /// Declarations. Source: XML 1.0 productions 23 to 26, 32, 80 and 81.
    static let declarations: [Case] = [
        Case("", .utf8, "café"), Case("<?xml version=\"1.0\"?>", .utf8, "café"),
        Case("<?xml version=\"1.0\" \(latin1)?>", .isoLatin1, "café"),
        Case("<?xml version='1.0' encoding='iso-8859-1' ?>", .isoLatin1, "café"),
        Case("<?xml\tversion\n=\r\n'1.0'\nencoding = 'ISO-8859-1'\tstandalone='no'\n?>\n", .isoLatin1, "café"),
        Case("<?xml version=\"1.1\" \(latin1)?>", .isoLatin1, "café"),
        Case("<?xml version=\"1.0\"\(String(repeating: " ", count: 3_000))\(latin1)?>", .isoLatin1, "café"),
        Case("<?xml version=\"1.0\" encoding=\"windows-1252\"?>", .windowsCP1252, "café"),
        Case("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", .utf8, "café"),
        Case("<?xml version=\"1.0\" encoding=\"UTF-16\"?>", .utf16LittleEndian, "café"),
        Case("<?xml version=\"1.0\" encoding=\"UTF-16\"?>", .utf16BigEndian, "café"),
        Case("\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>", .utf16BigEndian, "café"),
        Case("<?xml version=\"1.0\" \(latin1)?>", .utf16LittleEndian, "café"),
        // The mark and the parameter have precedence over the declaration. Source: RFC 7303 §3.
        Case("\u{FEFF}<?xml version=\"1.0\" \(latin1)?>", .utf8, "café"),
        Case("<?xml version=\"1.0\" \(latin1)?>", .utf8, "café", charset: "utf-8"),
        Case("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", .isoLatin1, "café", charset: "iso-8859-1"),
    ]

    /// Processing instructions and comments, which declare nothing. Source: XML 1.0 productions 15 to 17.
    static let instructions: [Case] = [
        "<?xml-stylesheet type=\"text/xsl\" href=\"s.xsl\" \(latin1)?>", "<?xml-model href=\"m.rnc\" \(latin1)?>",
        "<?xml-stylesheet encoding=\"UTF-16\"?>", "<?xml-stylesheet encoding=\"UTF-7\"?>",
        "<?xml-stylesheet encoding=\"ISO-2022-JP\"?>", "<?xml-stylesheet encoding=\"nothing-like-that\"?>",
        "<?xmlish \(latin1)?>", "<?xml.x version='1.0' \(latin1)?>", "<?xml_ \(latin1)?>", "<?xsl \(latin1)?>",
        "<!-- <?xml version=\"1.0\" \(latin1)?> -->", "<!--\(latin1)-->",
        "<?xml version=\"1.0\"?><?xml-stylesheet \(latin1)?>", "<?xml version=\"1.0\"?><!-- \(latin1) -->",
        "<?xml-stylesheet x=\"\(String(repeating: "y", count: 5_000))\" \(latin1)?>",
    ].map { Case($0, .utf8, "café") }

    /// Declarations that are not well-formed. The document is rejected.
    static let malformed: [Case] = [
        "<?xml version=\"1.0\" x\(latin1)?>", "<?xml version=\"1.0\" standalone=\"yes\" \(latin1)?>",
        "<?xml version=\"1.0\"\(latin1)?>", "<?xml \(latin1)?>", "<?xml version=\"\(latin1)\"?>",
        "<?xml version=\"1.0\" encoding=ISO-8859-1?>", "<?xml version=\"1.0\" encoding=\"\"?>",
        "<?xml version=\"1.0\" encoding=\"8859-1\"?>", "<?xml version=\"1.0\" encoding=\"ISO-8859-1'?>",
        "<?xml version=\"1.0\" \(latin1)>", " <?xml version=\"1.0\" \(latin1)?>", "<?xml?>",
        "<?xml version=\"1.0\" \(latin1) standalone=\"maybe\"?>", "<!-- --><?xml version=\"1.0\" \(latin1)?>",
        "<?xml version=\"1.0\"\(String(repeating: " ", count: 5_000))\(latin1)?>",
        "<?xml version=\"1.\" \(latin1)?>", "<?xml version=\"1.0\" encoding=\"utf-8\"standalone=\"yes\"?>",
    ].map { Case($0, .utf8, nil) }

    @Test(arguments: declarations + instructions + malformed)
    func theFirstLineIsReadAsXMLSays(item: Case) throws {
        let body = [UInt8](try #require((item.line + "<a>café</a>").data(using: item.encoding)))
        let limits = DecodingLimits.standard
        let document = try? XML.Document(parsing: body, charset: item.charset)
        #expect(document?.root.stringValue == item.text)

        struct Content: Decodable, Sendable {
            let text: String
            enum CodingKeys: String, CodingKey { case text = "#text" }
        }
        var mediaType: MediaType = "application/xml"
        if let charset = item.charset {
            mediaType = try #require(MediaType(parsing: "application/xml; charset=\(charset)"))
        }
        let value = try? XMLFormat().decode(Content.self, from: body.span, as: mediaType, limits: limits)
        #expect(value?.text == item.text)

        for size in [body.count > 1_000 ? 61 : 1, 7, body.count] {
            let cuts = Array(stride(from: size, to: body.count, by: size))
            let events = try Reading.events(body, cutAt: cuts, charset: item.charset)
            let text = events.elements.compactMap { event -> String? in
                if case .text(let text) = event.kind { text } else { nil }
            }.joined()
            #expect(item.text == nil ? events.code != nil : events.code == nil, "\(events.message ?? "")")
            if let wanted = item.text { #expect(text == wanted) } else { #expect(!text.contains("Ã")) }

            let subtrees = XMLParserResponseSerializer().subtrees(named: "a")
            let head = ResponseHead(status: 200, fields: ["Content-Type": mediaType.description])
            let parser = try subtrees.makeParser(for: head, limits: limits)
            #expect((try? parser.parse(body, inChunksOf: size))?.first?.root.stringValue == item.text)
            let decoded = try subtrees.decoded().makeParser(of: Content.self, as: mediaType, limits: limits)
            #expect((try? decoded.parse(body, inChunksOf: size))?.first?.text == item.text)
        }
    }

    /// A malformed declaration causes the same error streamed and whole, at the offset of the grammar violation.
    @Test(arguments: [
        ("<?xml version=\"1.\" encoding=\"iso-8859-1\"?>", 18), ("\u{FEFF}<?xml version=\"1.\"?>", 21),
        ("<?xml version=\"1.0\" encoding=\"utf-8\"standalone=\"yes\"?>", 36),
        ("<?xml version=\"1.0\" encoding=\"_x\"?>", 33), ("<?xml version=\"1.0\"\nx?>", 20),
    ])
    func aMalformedDeclarationIsTheSameErrorStreamedAndWhole(line: String, offset: Int) throws {
        let body = Array((line + "<a>café</a>").utf8)
        let whole = try #require(throws: SerializationError.self) { try XML.Document(parsing: body) }
        #expect(whole.code == .syntax)
        #expect(whole.location?.offset == offset)
        for size in [1, 7, body.count] {
            let events = try Reading.events(body, cutAt: Array(stride(from: size, to: body.count, by: size)))
            #expect(events.elements.isEmpty)
            #expect(events.code == whole.code)
            #expect(events.message == whole.message)
            #expect(events.location == whole.location)
        }
    }

    /// A declaration in EBCDIC must also be well-formed.
    @Test(arguments: [
        ("<?xml version='1.0' encoding='IBM037'?><a>b</a>", true), ("<?xml-model encoding='IBM037'?><a>b</a>", false),
    ])
    func declarationsInEBCDIC(text: String, isRead: Bool) throws {
        let body = text.unicodeScalars.map { Self.ibm037[$0] ?? 0x40 }
        let document = try? XML.Document(parsing: body)
        #expect((document?.root.stringValue == "b") == isRead)
        for size in [1, 5, body.count] {
            let events = try Reading.events(body, cutAt: Array(stride(from: size, to: body.count, by: size)))
            #expect((events.code == nil) == isRead)
        }
    }

    private static let ibm037: [Unicode.Scalar: UInt8] = {
        var table: [Unicode.Scalar: UInt8] = [
            "<": 0x4C, "?": 0x6F, ">": 0x6E, "=": 0x7E, "'": 0x7D, " ": 0x40, ".": 0x4B, "/": 0x61, "-": 0x60,
        ]
        for (letters, first) in [("abcdefghi", 0x81), ("jklmnopqr", 0x91), ("stuvwxyz", 0xA2)] as [(String, UInt8)] {
            for (offset, letter) in letters.unicodeScalars.enumerated() { table[letter] = first + UInt8(offset) }
        }
        for (letters, first) in [("ABCDEFGHI", 0xC1), ("JKLMNOPQR", 0xD1), ("0123456789", 0xF0)] as [(String, UInt8)] {
            for (offset, letter) in letters.unicodeScalars.enumerated() { table[letter] = first + UInt8(offset) }
        }
        return table
    }()

    /// A body that is too short for a document causes the same error in every way of reading.
    @Test(
        arguments: [
            "a", "ab", "abc", "<", "<a", "<a>", "<a ", "<?", "<?x", " ", "  ", "&", "\u{FEFF}a", "\u{FEFF}ab",
            "\u{FEFF}<a",
        ],
        [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian]
    )
    func shortBodiesAreTheSameErrorStreamedAndWhole(text: String, encoding: String.Encoding) throws {
        let body = [UInt8](try #require(text.data(using: encoding)))
        let whole = try #require(throws: SerializationError.self) { try XML.Document(parsing: body) }
        for size in [1, 2, body.count] {
            let events = try Reading.events(body, cutAt: Array(stride(from: size, to: body.count, by: size)))
            #expect(events.code == whole.code, "\(events.message ?? "") \(whole.message)")
        }
    }
}
