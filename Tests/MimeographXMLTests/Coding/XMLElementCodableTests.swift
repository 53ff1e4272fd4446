import Foundation
import Mimeograph
import MimeographXML
import Testing

/// Tests of values with elements as parts.
@Suite struct XMLElementCodableTests {
    struct Fault: Codable, Equatable, Sendable {
        var code: String
        var detail: XML.Element?
        var more: [XML.Element]
    }

    private let text = #"""
        <Fault xmlns="urn:f" xmlns:q="urn:q"><code>c</code><detail a="q:b">t<!--c--><x/>u</detail><more>1</more><more/></Fault>
        """#

    @Test func asItIs() throws {
        let format = XMLFormat()
        let fault = try format.decode(Fault.self, from: text.utf8)
        #expect(fault.detail?.description == #"<detail xmlns:q="urn:q" xmlns="urn:f" a="q:b">t<!--c--><x/>u</detail>"#)
        #expect(fault.more.map(\.stringValue) == ["1", ""])
        let element = try format.element(encoding: fault)
        #expect(element["detail"] == fault.detail)
        #expect(try format.decode(Fault.self, from: element) == fault)
        #expect(try format.element(encoding: element) == element)
        #expect(try format.decode(XML.Element.self, from: element) == element)
    }

    @Test func underAnotherName() throws {
        let element = XML.Element("own") { "x" }
        let written = try XMLFormat().element(encoding: ["key": element])
        #expect(written.description == "<Dictionary><key>x</key></Dictionary>")
        for key in ["@key", "#text"] {
            #expect(throws: SerializationError.self) { try XMLFormat().element(encoding: [key: element]) }
            #expect(throws: SerializationError.self) {
                try XMLFormat().decode(
                    [String: XML.Element].self,
                    from: XML.Element("a", attributes: ["x": ""]) { "t" }
                )
            }
        }
    }

    /// An element in a single-value container at the root keeps its own declarations.
    @Test func wrappedAtTheRoot() throws {
        let element = XML.Element(
            name: XML.Name("p:a", namespace: "urn:p"),
            namespaces: [XML.NamespaceDeclaration(prefix: "p", "urn:p")],
            children: ["x"]
        )
        let bytes = try XMLFormat(writing: XMLWritingOptions(declaration: false)).encode(Wrapped(element))
        #expect(String(decoding: bytes, as: UTF8.self) == #"<p:a xmlns:p="urn:p">x</p:a>"#)
    }

    /// Other coders read and write its text.
    @Test func withOtherCoders() throws {
        let element = XML.Element("a", attributes: ["b": "<"]) { "t" }
        let json = try JSONEncoder().encode([element])
        #expect(String(decoding: json, as: UTF8.self) == #"["<a b=\"&lt;\">t<\/a>"]"#)
        #expect(try JSONDecoder().decode([XML.Element].self, from: json).map(\.description) == [element.description])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([XML.Element].self, from: Data(#"["<a"]"#.utf8))
        }
        #expect(throws: SerializationError.self) { try JSONEncoder().encode([XML.Element("a b")]) }
    }
}
