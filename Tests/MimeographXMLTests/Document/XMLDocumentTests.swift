import Mimeograph
import MimeographXML
import Testing

@Suite("XML documents")
struct XMLDocumentTests {
    /// The name of a namespace is any text, whether or not it is a URI, however the document was parsed.
    @Test(arguments: [
        "<a xmlns:p='not a URI' p:b='1'/>", "<a xmlns='http://example.org/é'/>",
        "<!DOCTYPE a [<!ATTLIST a xmlns:p CDATA #FIXED 'a b' p:c CDATA '1'>]><a/>",
    ])
    func namespacesThatAreNotURIs(body: String) throws {
        let document = try XML.Document(parsing: body.utf8)
        let again = try XML.Document(parsing: document.serialized())
        #expect(again.serialized() == document.serialized())
    }

    @Test func aFeedIsRead() throws {
        let text = """
            <?xml version="1.0"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:x="urn:x">
              <title>One &amp; all</title>
              <entry id="a" x:id="b"><!-- c --><title>First</title><![CDATA[<raw>]]></entry>
              <entry id="c"/>
            </feed>
            """
        let document = try XML.Document(parsing: text.utf8)
        let root = document.root
        #expect(root.name == "feed")
        #expect(root.namespaceURI == "http://www.w3.org/2005/Atom")
        #expect(root["title"]?.stringValue == "One & all")
        #expect(root.elements("entry").map { $0[attribute: "id"] } == ["a", "c"])
        let entry = try #require(root["entry"])
        #expect(entry[attribute: "id", namespace: "urn:x"] == "b")
        #expect(entry.children.map(\.kind) == [.comment, .element, .cdata])
        #expect(entry.stringValue == "First<raw>")
        #expect(entry.parent == root)
        #expect(entry.nextSibling?.kind == .text && entry.nextSibling?.nextSibling?[attribute: "id"] == "c")
        #expect(entry.nextSibling?.previousSibling == entry)
        #expect(root.nextSibling == nil && entry.children.first?.previousSibling == nil)
        #expect(entry.line == 4)
    }

    @Test(arguments: ["<foo", "<a></b>", "<a/><b/>", "a", "<a>&x;</a>", "<a b='1' b='2'/>", "<x:a/>"])
    func brokenTextsThrow(_ text: String) {
        #expect(throws: SerializationError.self) { try XML.Document(parsing: text.utf8) }
    }
}
