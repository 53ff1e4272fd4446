import Mimeograph
import Testing

@testable import MimeographXML

@Suite struct XMLElementTests {
    @Test func isBuiltFromStatements() {
        let titles = ["one", "two"]
        let subtitle: String? = nil
        let extra: XML.Element? = XML.Element("id") { "7" }
        let feed = XML.Element("feed", namespace: "http://www.w3.org/2005/Atom", attributes: ["xml:lang": "en"]) {
            XML.Element("title") { "News & \(titles.count)" }
            if let subtitle { XML.Element("subtitle") { subtitle } }
            for title in titles {
                XML.Element("entry") { XML.Element("title") { title } }
            }
            extra
            XML.Content.comment("end")
            titles.map { XML.Element("link", attributes: ["href": $0]) }
        }
        #expect(
            feed.description == """
                <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>News &amp; 2</title><entry><title>one\
                </title></entry><entry><title>two</title></entry><id>7</id><!--end--><link href="one"/>\
                <link href="two"/></feed>
                """
        )
        #expect(feed.elements.count == 6)
        #expect(feed.elements("entry").map(\.stringValue) == ["one", "two"])
        #expect(feed["title"]?.stringValue == "News & 2")
        #expect(feed.first("subtitle") == nil)
        #expect(feed.stringValue == "News & 2onetwo7")
        #expect(feed[attribute: "xml:lang"] == "en")
    }

    @Test func isAValue() {
        var one = XML.Element("a", attributes: ["x": "1"]) { XML.Element("b") { "text" } }
        let other = one
        #expect(one == other)
        one[attribute: "x"] = "2"
        one[attribute: "y"] = "3"
        one.children.append("more")
        one.name = "c"
        #expect(one != other)
        #expect(one.description == #"<c x="2" y="3"><b>text</b>more</c>"#)
        #expect(other.description == #"<a x="1"><b>text</b></a>"#)
        one[attribute: "x"] = nil
        one[attribute: "z"] = nil
        #expect(one.attributes == [XML.Attribute("y", "3")])
    }

    @Test(arguments: [
        XML.Element("b"), XML.Element("a", namespace: "urn:x"), XML.Element("a", attributes: ["x": "1"]),
        XML.Element("a") { "text" }, XML.Element("a") { XML.Content.cdata("") }, XML.Element("a") { XML.Element("b") },
        XML.Element("a") { XML.Content.comment("") }, XML.Element("p:a"),
        XML.Element(name: "a", namespaces: [XML.NamespaceDeclaration("urn:x")]),
    ])
    func differs(_ other: XML.Element) {
        #expect(XML.Element("a") != other)
        #expect(other == other)
        #expect(XML.Element("r") { other } != XML.Element("r") { XML.Element("a") })
    }

    /// A tree that is too deep for recursion can be made, copied, written, compared and freed.
    @Test func depthCostsNoStack() throws {
        func tree(_ depth: Int) -> XML.Element {
            var element = XML.Element("a") { "deep" }
            for _ in 1..<depth { element = XML.Element(name: "a", children: [.element(element)]) }
            return element
        }
        let depth = 100_000
        let one = tree(depth)
        let copy = one
        #expect(try one.serialized().count == 40 - 2 + 4 + 7 * depth)
        #expect(copy == tree(depth))
        #expect(copy != tree(depth - 1))
        #expect(copy.stringValue == "deep")
    }

    /// Freeing stops at shared elements.
    @Test func sharedElementsStay() {
        let inner = XML.Element("inner") { XML.Element("leaf") { "text" } }
        do {
            let outer = XML.Element("outer") { XML.Element("middle") { inner } }
            #expect(outer.stringValue == "text")
        }
        #expect(inner.stringValue == "text")
    }
}
