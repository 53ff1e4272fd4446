import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Checks that plain XML, which is read without libxml2's parser, gives the same result. A document type makes libxml2 read a
/// body.
@Suite struct PlainXMLTests {
    private static let declaration = "<?xml version='1.0' encoding='utf-8'?>"
    private static let documentType = "<!DOCTYPE any>"

    static let bodies = [
        """

        <!-- before --><?style href="x"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xmlns:m="urn:media" xml:lang="en">
          <title>Notes &amp; more &#8364;&#x20AC;&#13;</title><link href="a?b=1&amp;c=2" rel='self'/>
          <m:thumbnail m:url="x" url="y
         z&#10;" width = "120"/>
          <entry xmlns=""><p:x xmlns:p="urn:p" p:a="1" a="2">naïve — text ]] ]></p:x></entry>
          <![CDATA[a]]><![CDATA[b <c> &amp;]]><?do it now?><?done?><!----><empty></empty >
        </feed>
        <!-- behind -->
        """,
        "<s:E xmlns:s=\"urn:s\">\r\n<s:B>\r\n<m:G xmlns:m=\"urn:m\" s:x=\"&quot;1\r\n&quot;\">a\rb\r\n</m:G></s:B></s:E>",
        "<a><b>x</b>\n <c d=\"e\"/>é\n\nq &lt; z<é/>behind <b>what is not plain</b></a>",
    ]

    private static let tokens = [
        "<a>", "</a>", "<b/>", "<!--x-->", "<?p q?>", "<![CDATA[x]]>", "]]>", "&amp;", "&#10;", "&#x20AC;", "&lt;",
        " a='1'",
        " xmlns='u'", " xmlns:p='v'", " p:a=\"2\"", "<p:c>", "</p:c>", "\r\n", "\r", "\n", "\t", "é", "\u{FFFE}", "，",
        "--", "?>",
        "xmlns", " xml:lang='en'", " xml:id='i'", ":", "=", "'", "\"", ">", "<", "/", "&#0;", "&x;", "\u{1}",
        "&#xD800;",
        " xmlns:xml='http://www.w3.org/XML/1998/namespace'", " xmlns=''", " xmlns:q='v' q:a='2'", "<![CDATA[", "-->",
        "<xml:a/>",
    ]

    /// Returns a body with a few bytes added, removed or moved.
    private static func changed(_ body: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var body = body
        for _ in 0...random.below(3) {
            let index = random.below(body.count)
            let end = min(body.count, index + 1 + random.below(12))
            switch random.below(4) {
            case 0: body.removeSubrange(index..<end)
            case 1: body.insert(contentsOf: body[index..<end], at: random.below(body.count))
            default: body.insert(contentsOf: Array(tokens[random.below(tokens.count)].utf8), at: index)
            }
            if body.isEmpty { body = [0x3C] }
        }
        return body
    }

    @Test(arguments: bodies.indices) func comesToTheSame(index: Int) throws {
        var random = SeededGenerator(seed: UInt64(index))
        let body = Array(Self.bodies[index].utf8)
        try compare(body)
        var accepted = 0
        for _ in 0..<1500 { accepted += try compare(Self.changed(body, &random)) ? 1 : 0 }
        #expect(accepted > 50)
    }

    /// Reads a body with and without a document type, and returns whether it was accepted.
    @discardableResult private func compare(_ body: [UInt8]) throws -> Bool {
        let plain = Array(Self.declaration.utf8) + body
        let typed = Array(Self.declaration.utf8) + Array(Self.documentType.utf8) + body
        let one = lines(of: plain)
        let other = lines(of: typed)
        #expect(one.lines == other.lines && one.code == other.code, "\(String(decoding: body, as: UTF8.self))")
        let events = try Reading.events(plain)
        var others = try Reading.events(typed)
        others.elements.removeAll { if case .documentType = $0.kind { true } else { false } }
        #expect(events.kinds == others.kinds, "\(String(decoding: body, as: UTF8.self))")
        #expect(events.code == others.code)
        let shift = Self.documentType.utf8.count
        // With a document type, libxml2 reports errors before the outermost element at another location. libxml2 2.15 also
        // reports some errors inside it at the document type.
        let isInside = events.elements.contains { if case .startElement = $0.kind { true } else { false } }
        let isBehind = others.location.map { $0.offset > Self.declaration.utf8.count + shift } ?? true
        if isInside, isBehind, events.code != nil, let offset = events.location?.offset {
            #expect(others.location?.offset == offset + shift, "\(String(decoding: body, as: UTF8.self))")
            #expect(events.location?.line == others.location?.line, "\(String(decoding: body, as: UTF8.self))")
        }
        for (event, other) in zip(events.elements, others.elements) where event.location.offset > 0 {
            let isEqual =
                event.location.offset + shift == other.location.offset && event.location.line == other.location.line
            #expect(isEqual, "\(String(decoding: body, as: UTF8.self))")
        }
        return one.code == nil
    }

    private func lines(of body: [UInt8]) -> (lines: [String], code: SerializationError.Code?) {
        do throws(SerializationError) {
            return (EventWalk.lines(of: try XML.Document(parsing: body.span)), nil)
        } catch {
            return ([], error.code)
        }
    }

    /// After markup that is not plain, libxml2 continues with the open elements and the namespaces in scope.
    @Test func goesOnInTheMiddle() throws {
        let body = "<a xmlns='u&amp;\"' xmlns:p='v'><p:b q='1'>\n<é p:c='2'/>\n</p:b><d/></a>"
        let lines = try Reading.events(Array(body.utf8)).kinds.map(\.line)
        #expect(lines.count == 12)
        #expect(lines.contains("(é{u&\"} p:c{v}=2"))
        #expect(lines.contains("(d{u&\"}"))
        let broken = try Reading.events(Array("<a>\n<b>\n<é/>\n</c></a>".utf8))
        #expect(broken.code == .syntax)
        #expect(broken.location?.line == 4)
        let cut = try Reading.events(Array("<a>\n<b>".utf8))
        #expect(cut.code == .truncated)
    }

    /// Limits also apply across the switch to libxml2, which reports them.
    @Test func limitsHold() throws {
        let depths = DecodingLimits(depth: 3)
        for body in ["<a><b><c><d/></c></b></a>", "<a><é><c><d/></c></é></a>"] {
            #expect(throws: SerializationError.self) { try XML.Document(parsing: body.utf8, limits: depths) }
            let reading = try Reading.events(Array(body.utf8), limits: depths)
            #expect(reading.code == .limitExceeded)
        }
        let names = XMLReadingOptions(distinctNames: 40)
        let many = (0..<30).map { "<n\($0)/>" }.joined()
        let fits = "<a>\(many)<é/>\(many)</a>"
        #expect(try Reading.events(Array(fits.utf8), options: names).code == nil)
        let more = "<a>\(many)<é/>\((30..<60).map { "<n\($0)/>" }.joined())</a>"
        #expect(try Reading.events(Array(more.utf8), options: names).code == .limitExceeded)
    }
}

extension SeededGenerator {
    fileprivate mutating func below(_ bound: Int) -> Int { Int((next() >> 33) % UInt64(max(1, bound))) }
}
