import Mimeograph
import MimeographXML
import Testing

@Suite struct XMLEventTests {
    private func lines(_ body: String) throws -> [String] {
        try Reading.events(Array(body.utf8)).elements.map {
            "\($0.location.line):\($0.location.column) \($0.kind.line)"
        }
    }

    /// Text that the end cuts off is not an event, but text before incomplete markup is.
    @Test(arguments: [("<a>one two", 2), ("<a>one <b>two &am", 4), ("<a>one<", 3), ("<a>one<b", 3), ("<a>one</a", 3)])
    func textThatIsCutShort(body: String, count: Int) throws {
        let bytes = Array(body.utf8)
        for cut in 0...bytes.count {
            let reading = try Reading.events(bytes, cutAt: [cut])
            #expect(reading.code == .truncated, "\(body) at \(cut)")
            #expect(reading.elements.count == count, "\(body) at \(cut): \(reading.elements.map(\.kind.line))")
        }
    }

    /// Content before invalid bytes in a converted encoding is reported, wherever the body is split.
    @Test func bytesAtFaultInAnotherEncoding() throws {
        let bytes =
            Array("<?xml version='1.0' encoding='EUC-JP'?><a><b/><c/>".utf8) + [0xC2, 0x5F] + Array("</a>".utf8)
        let whole = try Reading.events(bytes)
        #expect(whole.code == .invalidText)
        #expect(whole.elements.count == 6)
        for cut in 0...bytes.count { #expect(try Reading.events(bytes, cutAt: [cut]) == whole, "at \(cut)") }
    }

    @Test func everyKind() throws {
        let body = """
            <?xml version="1.0" encoding="utf-8" standalone="yes"?>
            <!DOCTYPE feed PUBLIC "-//X//Y" "y.dtd">
            <?style sheet?><!-- before -->
            <a:feed xmlns:a="urn:a" xmlns="urn:d" b="1" a:c='&lt;2&gt;'>
              <entry/>x &amp; y<![CDATA[<z>]]>
            </a:feed>
            """
        #expect(
            try lines(body) == [
                "1:1 document 1.0 utf-8 true",
                "2:1 type feed -//X//Y y.dtd",
                "3:1 ?style sheet",
                "3:16 ! before ",
                "4:1 (a:feed{urn:a} xmlns:a=urn:a xmlns:=urn:d b=1 a:c{urn:a}=<2>",
                "4:61 -\n  ",
                "5:3 (entry{urn:d}",
                "5:3 )entry{urn:d}",
                "5:11 -x & y",
                "5:20 [<z>",
                "5:35 -\n",
                "6:1 )a:feed{urn:a}",
                "6:10 end",
            ]
        )
    }

    @Test func offsets() throws {
        let body = Array("<a>é<b/>\r\n<c>".utf8) + Array("</c></a>".utf8)
        let reading = try Reading.events(body)
        #expect(reading.code == nil)
        #expect(reading.elements.map(\.location.offset) == [0, 0, 3, 5, 5, 9, 11, 14, 18, 22])
        let locations = reading.elements.map { SourceLocation(offset: $0.location.offset, in: body.span) }
        #expect(reading.elements.map(\.location) == locations)
    }

    @Test func lineEnds() throws {
        let body = "<a b='1\r\n2\r3'>x\r\ny\rz<![CDATA[p\r\nq\rr]]><!--s\r\nt\ru--><?v w\r\nx\ry?>&#13;</a>"
        let reading = try Reading.events(Array(body.utf8))
        #expect(
            reading.contentLines == [
                "(a b=1 2 3", "-x\ny\nz", "[p\nq\nr", "!s\nt\nu", "?v w\nx\ny", "-\r", ")a",
            ]
        )
        #expect(reading.elements.last?.location.line == 11)
    }

    @Test func tags() throws {
        let body = "<a:b xmlns:a='urn:a' c='1' a:c='2' xml:lang='en'/>"
        guard case .startElement(let tag)? = try Reading.events(Array(body.utf8)).kinds.dropFirst().first else {
            Issue.record("there is no start tag")
            return
        }
        #expect(tag.name == "b" && tag.prefix == "a" && tag.namespaceURI == "urn:a" && tag.qualifiedName == "a:b")
        #expect(tag.hasName("b", namespace: "urn:a") && !tag.hasName("b", namespace: nil))
        #expect(tag[attribute: "c"] == "1")
        #expect(tag[attribute: "c", namespace: "urn:a"] == "2")
        #expect(tag[attribute: "lang"] == nil)
        #expect(tag[attribute: "lang", namespace: "http://www.w3.org/XML/1998/namespace"] == "en")
        #expect(tag.namespaces == [XML.NamespaceDeclaration(prefix: "a", "urn:a")])
    }

    /// Entities of the document are replaced, and elements in them become events.
    @Test func entities() throws {
        let body = """
            <!DOCTYPE a [<!ENTITY t "text"><!ENTITY e "<b c='&t;'>&t;</b>"><!ATTLIST b d CDATA "4"><!-- no event -->]>
            <a>one &t; two&e;three &t;<b/></a>
            """
        #expect(
            try Reading.events(Array(body.utf8)).contentLines == [
                "(a", "-one text two", "(b c=text d=4", "-text", ")b", "-three text", "(b d=4", ")b", ")a",
            ]
        )
    }

    @Test(arguments: [
        ("UTF-16LE", String.Encoding16.little), ("UTF-16BE", .big),
    ])
    func utf16(name: String, order: String.Encoding16) throws {
        let text = "<?xml version='1.0' encoding='UTF-16'?><a b='ü'>naïve 😀<c/></a>"
        let expected = try Reading.events(Array(text.utf8), charset: "utf-8").contentLines
        let bytes = order.bytes(of: text)
        for body in [bytes, order.mark + bytes] {
            let whole = try Reading.events(body)
            #expect(whole.code == nil, "\(name): \(whole.message ?? "")")
            #expect(whole.contentLines == expected)
            #expect(try Reading.events(body, cutAt: Array(1..<body.count)) == whole)
        }
        #expect(try Reading.events(bytes, charset: name).contentLines == expected)
        // The body ends with half a character.
        #expect(try Reading.events(bytes + [0]).code == .truncated)
    }

    @Test func otherEncodings() throws {
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a b='".utf8) + [0xFC] + Array("'/>".utf8)
        let reading = try Reading.events(latin)
        #expect(reading.contentLines == ["(a b=ü", ")a"])
        #expect(try Reading.events(latin, cutAt: Array(1..<latin.count)) == reading)
        #expect(try Reading.events(latin, charset: "windows-1252").contentLines == ["(a b=ü", ")a"])
        #expect(try Reading.events(latin, charset: "utf-8").code == .invalidText)
        let marked = [0xEF, 0xBB, 0xBF] + Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>ü</a>".utf8)
        #expect(try Reading.events(marked).contentLines == ["(a", "-ü", ")a"])
        #expect(try Reading.events(marked).elements.first?.location.offset == 3)
        for name in ["nonsense", "UTF-7", "UTF-16"] {
            let body = Array("<?xml version='1.0' encoding='\(name)'?><a/>".utf8)
            #expect(try Reading.events(body).code == .unsupportedCharset, "\(name)")
        }
        #expect(try Reading.events(Array("<a/>".utf8), charset: "nonsense").code == .unsupportedCharset)
        #expect(try Reading.events(Array("<a>".utf8) + [0xC3, 0x28] + Array("</a>".utf8)).code == .invalidText)
    }

    @Test func invalidDocuments() throws {
        #expect(try Reading.events([]).code == .emptyBody)
        for body in [
            "<foo", " ", "<a>", "<a/", "<a b='", "<!-- ", "<?xml version='1.0'?>", "<a>&am", "<a><![CDATA[x]]",
        ] {
            let reading = try Reading.events(Array(body.utf8))
            #expect(reading.code == .truncated, "\(body): \(reading)")
        }
        for body in [
            "<a></b>", "<a/><b/>", "<a b=1/>", "<a b='1' b='2'/>", "<a>&b;</a>", "<a>&b </a>", "<a>]]></a>", "<a:b/>",
            "<a><!-- -- --></a>", "<a>\u{1}</a>", "<a/>x", "text", "<a>< b/></a>",
        ] {
            let reading = try Reading.events(Array((body + " ").utf8))
            #expect(reading.code == .syntax, "\(body): \(reading)")
            #expect(reading.location != nil)
        }
        let error = try Reading.events(Array("<a>\n  <b></c>\n</a>".utf8))
        #expect(error.elements.map(\.kind.line) == ["document 1.0 - -", "(a", "-\n  ", "(b"])
        #expect(error.location?.line == 2)
    }

    @Test func undeclaredPrefixes() throws {
        let body = Array("<a:b c:d='1'></a:b>".utf8)
        #expect(try Reading.events(body).code == .syntax)
        let reading = try Reading.events(body, options: XMLReadingOptions(undeclaredPrefixes: .accept))
        #expect(reading.contentLines == ["(a:b c:d=1", ")a:b"])
    }

    /// Every prefix of a document is rejected, after the first of its events.
    @Test func everyPrefix() throws {
        let body = Array(
            "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x'>]><a b='1'><!--c--><d>&e;é</d><![CDATA[f]]><?g h?></a>"
                .utf8
        )
        let whole = try Reading.events(body)
        #expect(whole.code == nil)
        for count in 1..<body.count {
            let reading = try Reading.events(Array(body[..<count]))
            #expect([.truncated, .syntax, .invalidText].contains(reading.code), "\(count): \(reading)")
            // Text at the cut is shorter than in the whole document.
            var common = reading.kinds
            if case .text? = common.last { common.removeLast() }
            #expect(whole.kinds.starts(with: common), "\(count)")
        }
    }

    @Test func theSerializerIsRegistered() async throws {
        let serializers = try SerializerRegistry { XMLPlugin() }
        var head = ResponseHead(status: 200)
        head.fields["Content-Type"] = "application/atom+xml"
        let chunks = AsyncStream<[UInt8]> { continuation in
            for byte in "<feed><entry/></feed>".utf8 { continuation.yield([byte]) }
            continuation.finish()
        }
        var lines: [String] = []
        for try await event in try serializers.stream(XML.Event.self, from: chunks, head: head) {
            lines.append(event.kind.line)
        }
        #expect(lines == ["document 1.0 - -", "(feed", "(entry", ")entry", ")feed", "end"])
    }
}

extension String {
    /// The byte order of UTF-16.
    enum Encoding16 {
        case little, big

        var mark: [UInt8] { self == .little ? [0xFF, 0xFE] : [0xFE, 0xFF] }

        func bytes(of text: String) -> [UInt8] {
            text.utf16.flatMap { unit in
                let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
                return self == .little ? bytes : bytes.reversed()
            }
        }
    }
}
