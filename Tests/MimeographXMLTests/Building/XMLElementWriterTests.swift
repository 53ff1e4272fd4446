import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographXML

@Suite struct XMLElementWriterTests {
    private func text(_ element: XML.Element, _ options: XMLWritingOptions = XMLWritingOptions(declaration: false))
        throws
        -> String
    {
        String(decoding: try element.serialized(options), as: UTF8.self)
    }

    @Test func declaration() throws {
        #expect(try text(XML.Element("a"), .compact) == #"<?xml version="1.0" encoding="UTF-8"?><a/>"#)
        #expect(try text(XML.Element("a"), .pretty) == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>\n")
    }

    @Test(
        arguments: [
            (.text("a<b>c&d]]>\"'\t\n\u{D}"), "a&lt;b&gt;c&amp;d]]&gt;\"'\t\n&#xD;"),
            (.cdata("a<b>&"), "<![CDATA[a<b>&]]>"),
            (.cdata("]]>"), "<![CDATA[]]]]><![CDATA[>]]>"),
            (.cdata("]]]>]]"), "<![CDATA[]]]]]><![CDATA[>]]]]>"),
            (.cdata("a\u{D}\nb"), "<![CDATA[a]]>&#xD;<![CDATA[\nb]]>"),
            (.comment("a - b<"), "<!--a - b<-->"),
            (.processingInstruction(target: "x-y", data: "a=\"?\""), "<?x-y a=\"?\"?>"),
            (.processingInstruction(target: "x", data: ""), "<?x?>"),
            (.text("\u{1F600}é\u{85}\u{2028}\u{FFFD}\u{EFFF}"), "\u{1F600}é\u{85}\u{2028}\u{FFFD}\u{EFFF}"),
            (.text("~\u{7F}\u{80}"), "~\u{7F}\u{80}"),
        ] as [(XML.Content, String)]
    )
    func contents(_ content: XML.Content, _ expected: String) throws {
        #expect(try text(XML.Element("a") { content }) == "<a>\(expected)</a>")
    }

    @Test func attributes() throws {
        let element = XML.Element("a", attributes: ["x": "<\"&'\t\n\u{D} >", "y": ""])
        #expect(try text(element) == "<a x=\"&lt;&quot;&amp;'&#x9;&#xA;&#xD; &gt;\" y=\"\"/>")
    }

    @Test(arguments: [0, 1, 8, 11, 12, 14, 31, 0xFFFE, 0xFFFF] as [UInt32])
    func charactersThatXMLCannotCarry(_ value: UInt32) throws {
        let text = "abc\(Unicode.Scalar(value).map(String.init) ?? "")def"
        let contents: [XML.Content] = [
            .text(text), .cdata(text), .comment(text), .processingInstruction(target: "x", data: text),
            .element(XML.Element("b", attributes: ["c": text])), .element(XML.Element("b", namespace: text)),
            .element(XML.Element(text)),
        ]
        for content in contents {
            let error = try #require(throws: SerializationError.self) {
                try XML.Element("root") { XML.Element("a") { content } }.serialized()
            }
            #expect(error.code == .unencodableValue)
            #expect(error.codingPath.map(\.stringValue).starts(with: ["root", "a"]))
            #expect(!error.message.contains("def"))
            #expect(error.remedy != nil)
        }
    }

    @Test(
        arguments: [
            .comment("a--b"), .comment("-"), .comment("a-"), .comment("\r"),
            .processingInstruction(target: "x", data: "?>"), .processingInstruction(target: "xMl", data: ""),
            .processingInstruction(target: "a:b", data: ""), .processingInstruction(target: "x", data: " a"),
            .processingInstruction(target: "x", data: "a\rb"), .processingInstruction(target: "", data: ""),
            .element(XML.Element("")), .element(XML.Element("1a")), .element(XML.Element("a b")),
            .element(XML.Element("a:b:c", namespace: "urn:x")), .element(XML.Element(":b", namespace: "urn:x")),
            .element(XML.Element("a:", namespace: "urn:x")), .element(XML.Element("p:a")),
            .element(XML.Element("p:a", namespace: "")), .element(XML.Element("a", attributes: ["p:x": ""])),
            .element(XML.Element("a", attributes: ["x": "", "x": ""])),
            .element(XML.Element("a", attributes: ["-": ""])),
            .element(XML.Element("a", attributes: ["xmlns": "urn:x"])),
            .element(XML.Element("a", attributes: ["xmlns:p": "urn:x"])),
            .element(XML.Element("xml:a", namespace: "urn:x")), .element(XML.Element("xmlns:a", namespace: "urn:x")),
            .element(XML.Element("xmlns:a")), .element(XML.Element("a", namespace: XMLNamespaces.declarations)),
            .element(XML.Element(name: "a", namespaces: [.init(prefix: "p", "")])),
            .element(XML.Element(name: "a", namespaces: [.init(prefix: "p", "u"), .init(prefix: "p", "u")])),
            .element(XML.Element(name: "a", namespaces: [.init(prefix: "xml", "urn:x")])),
            .element(XML.Element(name: "a", namespaces: [.init(XMLNamespaces.xml)])),
            .element(XML.Element(name: XML.Name("a", namespace: ""), namespaces: [.init("urn:x")])),
            .element(
                XML.Element(
                    name: "a",
                    attributes: [XML.Attribute("p:x", "", namespace: "u"), XML.Attribute("q:x", "", namespace: "u")]
                )
            ),
        ] as [XML.Content]
    )
    func refused(_ content: XML.Content) throws {
        let error = try #require(throws: SerializationError.self) { try XML.Element("root") { content }.serialized() }
        #expect(error.code == .unencodableValue)
        #expect(error.remedy != nil)
    }

    @Test(
        arguments: [
            // A namespace is declared once, and also applies to names without one.
            (
                XML.Element("a", namespace: "urn:x") {
                    XML.Element("b")
                    XML.Element("c", namespace: "urn:x")
                    XML.Element("d", namespace: "") { XML.Element("e") }
                },
                #"<a xmlns="urn:x"><b/><c/><d xmlns=""><e/></d></a>"#
            ),
            (
                XML.Element("s:Envelope", namespace: "urn:soap") {
                    XML.Element("s:Body") { XML.Element("Order", namespace: "urn:x") { XML.Element("s:ref") } }
                },
                #"<s:Envelope xmlns:s="urn:soap"><s:Body><Order xmlns="urn:x"><s:ref/></Order></s:Body></s:Envelope>"#
            ),
            // A prefix is rebound if the tag does not use its other meaning. Otherwise another prefix is used.
            (
                XML.Element("p:a", namespace: "urn:1") { XML.Element("p:b", namespace: "urn:2") },
                #"<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"/></p:a>"#
            ),
            (
                XML.Element(
                    name: XML.Name("p:a", namespace: "urn:1"),
                    attributes: [
                        XML.Attribute("p:x", "1", namespace: "urn:2"), XML.Attribute("y", "2", namespace: "urn:1"),
                    ]
                ),
                #"<p:a xmlns:p="urn:1" xmlns:ns1="urn:2" ns1:x="1" p:y="2"/>"#
            ),
            (
                XML.Element(name: "a", attributes: [XML.Attribute("x", "1", namespace: "urn:1")]),
                #"<a xmlns:ns1="urn:1" ns1:x="1"/>"#
            ),
            // The default namespace does not apply to attributes.
            (
                XML.Element(name: XML.Name("a", namespace: "u"), attributes: [XML.Attribute("x", "1", namespace: "u")]),
                #"<a xmlns="u" xmlns:ns1="u" ns1:x="1"/>"#
            ),
            // One attribute declares the prefix of another.
            (
                XML.Element(
                    name: "a",
                    attributes: [XML.Attribute("l:b", "1"), XML.Attribute("l:c", "2", namespace: "u")]
                ),
                #"<a xmlns:l="u" l:b="1" l:c="2"/>"#
            ),
            // A prefix that the tag uses is not rebound.
            (
                XML.Element(
                    name: "r",
                    namespaces: [.init(prefix: "l", "u")],
                    children: [
                        .element(
                            XML.Element(
                                name: "a",
                                attributes: [XML.Attribute("l:b", "1"), XML.Attribute("l:c", "2", namespace: "v")]
                            )
                        )
                    ]
                ),
                #"<r xmlns:l="u"><a xmlns:ns1="v" l:b="1" ns1:c="2"/></r>"#
            ),
            (
                XML.Element(name: "a", namespaces: [.init("urn:x"), .init(prefix: "xsd", "urn:y&\"")]),
                #"<a xmlns="urn:x" xmlns:xsd="urn:y&amp;&quot;"/>"#
            ),
            (
                XML.Element(name: XML.Name("a", namespace: "urn:1"), namespaces: [.init("urn:2")]),
                #"<ns1:a xmlns="urn:2" xmlns:ns1="urn:1"/>"#
            ),
            (
                XML.Element(name: "a", attributes: [XML.Attribute("lang", "de", namespace: XMLNamespaces.xml)]),
                #"<a xml:lang="de"/>"#
            ),
        ] as [(XML.Element, String)]
    )
    func namespaces(_ element: XML.Element, _ expected: String) throws {
        #expect(try text(element) == expected)
        _ = try FoundationTree.events(of: try element.serialized())
    }

    @Test func pretty() throws {
        let element = XML.Element("a") {
            XML.Element("b") { XML.Element("c") }
            XML.Element("p") {
                "text "
                XML.Element("em") { XML.Element("i") }
            }
            XML.Content.comment("c")
            XML.Element("pre", attributes: ["xml:space": "preserve"]) { XML.Element("d") }
            XML.Content.processingInstruction(target: "x", data: "y")
        }
        #expect(
            try text(element, XMLWritingOptions(pretty: true, declaration: false)) == """
                <a>
                  <b>
                    <c/>
                  </b>
                  <p>text <em><i/></em></p>
                  <!--c-->
                  <pre xml:space="preserve"><d/></pre>
                  <?x y?>
                </a>

                """
        )
    }

    /// Another parser finds the same content in written random trees as there is in memory.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func anotherReaderAgrees(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            let element = RandomElement.make(using: &generator)
            let bytes = try element.serialized()
            #expect(try FoundationTree.events(of: bytes) == ElementEvents.events(of: element), "\(element)")
        }
    }
}

/// A generator of trees with all kinds of content, whose names all have a namespace.
enum RandomElement {
    static let texts = [
        "a", " ", "<", "&", "]]>", "\"", "'", "\t", "\n", "\r", "é", "\u{1F600}", "]]", ">", "\u{FFFD}", "-",
    ]
    static let namespaces = ["", "urn:1", "urn:2", "http://example.com/?a=1&b=2"]
    static let prefixes: [String?] = [nil, "p", "q", "ns1"]

    static func text(using generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...6, using: &generator)).map { _ in texts.randomElement(using: &generator) ?? "" }
            .joined()
    }

    static func name(_ locals: [String], using generator: inout SeededGenerator) -> XML.Name {
        let namespace = namespaces.randomElement(using: &generator) ?? ""
        let prefix = namespace.isEmpty ? nil : prefixes.randomElement(using: &generator) ?? nil
        return XML.Name(localName: locals.randomElement(using: &generator) ?? "a", prefix: prefix, namespace: namespace)
    }

    static func make(depth: Int = 0, using generator: inout SeededGenerator) -> XML.Element {
        var element = XML.Element(name: name(["a", "b", "ü-1.x"], using: &generator))
        for local in ["x", "y", "z"] where Bool.random(using: &generator) {
            element.attributes.append(XML.Attribute(name([local], using: &generator), text(using: &generator)))
        }
        for prefix in ["p", "r"] where Int.random(in: 0..<4, using: &generator) == 0 {
            element.namespaces.append(XML.NamespaceDeclaration(prefix: prefix, "urn:3"))
        }
        for _ in 0..<Int.random(in: 0...(depth > 3 ? 0 : 4), using: &generator) {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...3: element.children.append(.element(make(depth: depth + 1, using: &generator)))
            case 4: element.children.append(.text(text(using: &generator)))
            case 5: element.children.append(.cdata(text(using: &generator)))
            case 6: element.children.append(.comment(["a", " b ", "<"].randomElement(using: &generator) ?? ""))
            // The instruction has data, because Foundation's parser crashes without it.
            default:
                element.children.append(
                    .processingInstruction(target: "t", data: "d")
                )
            }
        }
        return element
    }
}
