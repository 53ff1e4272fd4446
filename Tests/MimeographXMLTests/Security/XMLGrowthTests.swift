import Mimeograph
import MimeographXML
import Testing

@testable import TestSupport

/// Checks that the cost grows in proportion to the size of a body, for all kinds of bodies, readers and encodings.
@Suite(.measuresTime) struct XMLGrowthTests {
    /// A type that accepts any key.
    struct Keys: Decodable {
        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: AnyKey.self).allKeys.count }
    }

    /// A cache of bodies by size, because making one takes longer than reading it.
    private final class Bodies {
        private var bodies: [Int: [UInt8]] = [:]

        func body(_ size: Int, _ make: (Int) -> [UInt8]) -> [UInt8] {
            if let known = bodies[size] { return known }
            let body = make(size)
            bodies[size] = body
            return body
        }
    }

    private struct Counter: XMLEventHandler {
        var count = 0
        mutating func startElement(_ tag: XML.Event.StartTag) { count += tag.attributes.count + tag.name.utf8.count }
        mutating func text(_ text: XML.Event.Text) { count += text.utf8Count }
    }

    private static func read(_ reader: String, _ body: [UInt8], charset: String? = nil) throws {
        var head = ResponseHead(status: 200)
        if let charset { head.fields["Content-Type"] = "text/xml; charset=\(charset)" }
        switch reader {
        case "document": _ = try XML.Document(parsing: body, charset: charset)
        case "events":
            var parser = try XMLParserResponseSerializer().makeParser(for: head, limits: .standard)
            for start in stride(from: 0, to: body.count, by: 16_384) {
                var events: [XML.Event] = []
                try parser.consume(body[start..<min(body.count, start + 16_384)].span, into: &events)
                for event in events { _ = event.location }
            }
            var events: [XML.Event] = []
            try parser.finish(into: &events)
        case "subtrees":
            var parser = try XMLParserResponseSerializer().subtrees(named: "a").makeParser(for: head, limits: .standard)
            var documents: [XML.Document] = []
            try parser.consume(body.span, into: &documents)
            try parser.finish(into: &documents)
        case "handler":
            var reader = XMLParserResponseSerializer().makeReader(for: head, limits: .standard, handler: Counter())
            try reader.consume(body.span)
            try reader.finish()
        default: _ = try XMLFormat().decode(Keys.self, from: body)
        }
    }

    /// Documents and events read all kinds. Readers built on them read only the kinds that affect them.
    static let cases: [(kind: String, reader: String)] =
        HostileXML.kinds.flatMap { kind in ["document", "events"].map { (kind, $0) } }
        + ["attributes", "different names", "text", "nesting", "namespaces", "default attributes", "references"].flatMap
    { kind in
        ["subtrees", "handler", "decoder"].map { (kind, $0) }
    }

    @Test(arguments: cases.indices) func kind(index: Int) throws {
        let (kind, reader) = Self.cases[index]
        let bodies = Bodies()
        let growth = try GrowthOfWork.perDoubling(from: 20_000, upTo: HostileXML.largest(kind)) { size in
            bodies.body(size) { Array(HostileXML.body(kind, $0).utf8) }
        } work: { body in
            // Newer versions of libxml2 reject some very large bodies. Rejecting takes no longer than reading.
            do {
                try Self.read(reader, body)
            } catch let error as SerializationError where error.code == .limitExceeded && error.limit == nil {
                return
            }
        }
        // The tables of names in libxml2 before 2.12 grow in steps, and miss the caches of some processors: 3.2 was measured for
        // a document of different names. A quadratic cost would be 4.
        let bounds = ["entities": 3, "external entities": 3, "different names": 3.5]
        let bound = bounds[kind] ?? GrowthOfWork.inProportion
        #expect(growth < bound, "\(kind), \(reader)")
    }

    /// The encodings to read: some with ASCII markup, which libxml2 supports by name, some that are converted to UTF-8, and some
    /// that only the system's iconv supports.
    static let encodings =
        [
            "UTF-8", "US-ASCII", "EUC-JP", "Shift_JIS", "CP932", "EUC-KR", "CP949", "EUC-CN", "GBK", "GB18030", "Big5",
            "Big5-HKSCS", "EUC-TW",
        ]
        + [
            "KOI8-R", "KOI8-U", "TIS-620", "macintosh", "IBM437", "IBM850", "IBM852", "IBM855", "IBM866", "CP1125",
            "ISO-2022-JP", "ISO-2022-KR",
        ]
        + (1...16).filter { $0 != 12 }.map { "ISO-8859-\($0)" } + (1250...1258).map { "windows-\($0)" }
        + ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "IBM037", "IBM1047"]

    /// Returns ASCII text in an encoding.
    static func encoded(_ text: String, _ encoding: String) -> [UInt8] {
        switch encoding {
        case "UTF-16LE": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case "UTF-16BE": text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case "UTF-32LE": text.utf8.flatMap { [$0, 0, 0, 0] }
        case "UTF-32BE": text.utf8.flatMap { [0, 0, 0, $0] }
        case "IBM037", "IBM1047": text.utf8.map { EBCDIC.table[Int($0)] }
        default: Array(text.utf8)
        }
    }

    /// The body ends with an error, so its location is computed, too.
    @Test(arguments: encodings) func encoding(encoding: String) throws {
        let bodies = Bodies()
        let growth = try GrowthOfWork.perDoubling(from: 10_000, upTo: 400_000) { size in
            // Declarations are limited to 256 KiB.
            bodies.body(size) { Self.encoded(HostileXML.mixture($0), encoding) }
        } work: { body in
            let error = try #require(throws: SerializationError.self) {
                try Self.read("document", body, charset: encoding)
            }
            try #require(error.code == .syntax, "\(error)")
        }
        #expect(growth < GrowthOfWork.inProportion, "\(encoding)")
    }

    /// Consecutive declarations used to take minutes if iconv converts them.
    @Test(
        arguments: ["EUC-JP", "Shift_JIS", "windows-1252", "GB18030", "UTF-16LE"],
        ["entities", "attribute declarations", "notations"]
    )
    func declarations(encoding: String, kind: String) throws {
        let bodies = Bodies()
        let growth = try GrowthOfWork.perDoubling(from: 10_000, upTo: 200_000) { size in
            bodies.body(size) { Self.encoded(HostileXML.body(kind, $0), encoding) }
        } work: { body in
            try Self.read("document", body, charset: encoding)
        }
        // The tables of libxml2 before 2.12 grow in steps. The old cost doubled once more.
        #expect(growth < 3, "\(encoding), \(kind)")
    }

    /// Writes elements that are large in one way, from a document and from a built element, and decodes them.
    @Test(arguments: [
        "declarations", "prefixes", "attributes", "fresh prefixes", "children", "nested", "texts", "one namespace",
        "hidden prefixes",
    ])
    func writing(kind: String) throws {
        let growth = try GrowthOfWork.perDoubling(from: 500, upTo: 200_000) { size in
            Self.element(kind, size)
        } work: { element in
            _ = try element.serialized(.pretty)
            if kind != "nested" { _ = try XMLFormat().decode(Keys.self, from: element) }
        }
        #expect(growth < GrowthOfWork.inProportion, "\(kind)")
    }

    private static func element(_ kind: String, _ size: Int) -> XML.Element {
        var element = XML.Element("r")
        switch kind {
        case "declarations":
            element.namespaces = (0..<size).map { XML.NamespaceDeclaration(prefix: "p\($0)", "urn:\($0)") }
        case "prefixes":
            element.attributes = (0..<size).map { XML.Attribute(XML.Name("p\($0):a", namespace: "urn:\($0)"), "") }
        case "attributes": element.attributes = (0..<size).map { XML.Attribute("a\($0)", "") }
        case "fresh prefixes":
            element.attributes = (0..<size).map { XML.Attribute(XML.Name("a", namespace: "urn:\($0)"), "") }
        case "children":
            element.children = (0..<size).map {
                .element(XML.Element("a", namespace: "urn:\($0 % 7)", attributes: ["b": ""]))
            }
        case "nested":
            for index in 0..<size {
                element = XML.Element(name: XML.Name("a", namespace: "urn:\(index)"), children: [.element(element)])
            }
        case "texts": element.children = (0..<size).map { $0 % 2 == 0 ? .text("x") : .element(XML.Element("a")) }
        case "one namespace":
            element.namespaces = (0..<size).map { XML.NamespaceDeclaration(prefix: "p\($0)", "urn:p") }
            element.attributes = (0..<size).map { XML.Attribute(XML.Name("a\($0)", namespace: "urn:p"), "") }
        default:
            // Prefixes of a namespace that an inner element binds to another one.
            var inner = XML.Element("i")
            inner.namespaces = (0..<size).map { XML.NamespaceDeclaration(prefix: "p\($0)", "urn:q") }
            inner.attributes = (0..<size).map { XML.Attribute(XML.Name("a\($0)", namespace: "urn:p"), "") }
            element.namespaces = (0..<size).map { XML.NamespaceDeclaration(prefix: "p\($0)", "urn:p") }
            element.children = [.element(inner)]
        }
        return element
    }

    /// At the maximum depth, a tag must not be indented by a thousand spaces.
    @Test func indentationEnds() throws {
        let depth = 250
        let text =
            String(repeating: "<a>", count: depth) + String(repeating: "<b/>", count: 10_000)
            + String(repeating: "</a>", count: depth)
        let document = try XML.Document(parsing: text.utf8)
        #expect(document.serialized(pretty: true).count < 20 * text.utf8.count)
        let element = XML.Element(root: document)
        #expect(try element.serialized(.pretty).count < 20 * text.utf8.count)
        #expect(try XML.Document(parsing: document.serialized(pretty: true)).nodes("//b").count == 10_000)
    }
}

/// ASCII in EBCDIC. Source: IBM code page 037. Code page 1047 has the same letters and XML markup, except brackets and the
/// circumflex.
enum EBCDIC {
    static let table: [UInt8] = {
        var table = [UInt8](repeating: 0x40, count: 128)
        func set(_ text: String, _ first: UInt8) {
            for (index, byte) in text.utf8.enumerated() { table[Int(byte)] = first + UInt8(index) }
        }
        set("abcdefghi", 0x81)
        set("jklmnopqr", 0x91)
        set("stuvwxyz", 0xA2)
        set("ABCDEFGHI", 0xC1)
        set("JKLMNOPQR", 0xD1)
        set("STUVWXYZ", 0xE2)
        set("0123456789", 0xF0)
        set(".<(+|", 0x4B)
        set("!$*);", 0x5A)
        set("-/", 0x60)
        set(",%_>?", 0x6B)
        set(":#@'=\"", 0x7A)
        table[0x26] = 0x50
        table[0x5B] = 0xBA
        table[0x5D] = 0xBB
        table[0x0A] = 0x25
        table[0x0D] = 0x0D
        return table
    }()
}
