import Mimeograph
import TestSupport
import Testing

@testable import MimeographXML

/// Tests of elements that are copied from documents.
@Suite struct XMLElementNodeTests {
    private func canonical(_ text: String) throws -> String {
        let document = try XML.Document(parsing: text.utf8)
        return try #require(XML.Element(document.node)).description
    }

    /// Texts in the writer's own form do not change.
    @Test(arguments: [
        "<a/>", "<a>text</a>", "<a x=\"1\" y=\"&lt;&#xA;&quot;\"/>", "<a><b/>t<c><d/></c><e/></a>",
        "<a><![CDATA[<]]>&lt;&#xD;<!--c--><?t d?></a>", "<a xmlns=\"urn:1\"><b xmlns=\"\"/><c/></a>",
        "<p:a xmlns:p=\"urn:1\" p:x=\"1\" x=\"2\"><p:b xmlns:p=\"urn:2\"/><p:c/></p:a>",
        "<a xmlns:xsi=\"urn:i\" xsi:type=\"p:t\" xmlns:p=\"urn:p\"/>".replacing(
            "xsi:type=\"p:t\" xmlns:p=\"urn:p\"",
            with: "xmlns:p=\"urn:p\" xsi:type=\"p:t\""
        ),
        "<a xml:lang=\"de\" xml:space=\"preserve\"> </a>",
    ])
    func staysAsItIs(_ text: String) throws { #expect(try canonical(text) == text) }

    @Test func entitiesAreWhatTheyStandFor() throws {
        let text = """
            <!DOCTYPE a [<!ENTITY e "x&amp;y">]>
            <!-- before --><a>&e;<b c="&e;">1</b></a><!-- after -->
            """
        #expect(try canonical(text) == #"<a>x&amp;y<b c="x&amp;y">1</b></a>"#)
    }

    /// A part of a document keeps the prefixes that its values may use.
    @Test func partsKeepTheirPrefixes() throws {
        let text = #"<a xmlns="urn:d" xmlns:p="urn:1" xmlns:q="urn:2"><b xmlns:p="urn:3" p:t="q:x"><c/></b><d/></a>"#
        let document = try XML.Document(parsing: text.utf8)
        let part = try #require(document.root["b"].flatMap { XML.Element($0) })
        #expect(part.description == #"<b xmlns:p="urn:3" xmlns:q="urn:2" xmlns="urn:d" p:t="q:x"><c/></b>"#)
        #expect(
            XML.Element(try #require(document.root.attributes.first ?? document.root["b"]?.attributes.first)) == nil
        )
    }

    /// Writing and parsing a random tree gives the same tree with resolved names.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func isWhatWasWritten(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let element = RandomElement.make(using: &generator)
            let bytes = try element.serialized()
            let read = try #require(XML.Element(try XML.Document(parsing: bytes).root))
            #expect(ElementEvents.events(of: read) == ElementEvents.events(of: element))
            #expect(try XML.Element(XML.Document(parsing: read.serialized()).root) == read)
            let pretty = try XML.Document(parsing: element.serialized(.pretty))
            #expect(pretty.root.name == element.name.localName)
        }
    }

    /// The decoder sees the same tree in an element and in its written document.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func treesAgree(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let element = RandomElement.make(using: &generator)
            let built = try XMLCodingTree(element)
            let read = try XMLCodingTree(XML.Document(parsing: element.serialized()).root)
            #expect(Self.outline(built) == Self.outline(read))
        }
    }

    private static func outline(_ tree: XMLCodingTree) -> [String] {
        tree.elements.indices.map { index in
            let element = tree.elements[index]
            func name(_ name: XMLCodingTree.Name) -> String {
                "\(tree.string(name.prefix)):\(tree.string(name.local)) {\(tree.string(name.namespace))}"
            }
            let attributes = tree.attributes(of: Int32(index)).map { "\(name($0.name))=\($0.value)" }
            return
                "\(name(element.name)) \(attributes) \(element.childCount) \(element.next) \(tree.text(of: Int32(index)))"
        }
    }
}
