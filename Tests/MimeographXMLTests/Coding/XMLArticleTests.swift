import Foundation
import Mimeograph
import MimeographXML
import Testing

/// Checks the examples of the article "Values as XML".
@Suite struct XMLArticleTests {
    struct Book: Codable, Equatable {
        struct Author: Codable, Equatable { var name: String }
        var title: String
        var pages: Int?
        var author: Author
    }
    struct Shelf: Codable, Equatable { var book: [String] }
    struct Link: Codable, Equatable {
        var target: URL
        var label: String
        enum CodingKeys: String, CodingKey { case target = "@href", label = "#text" }
    }
    struct Entry: Codable, Equatable, XMLMapped {
        var id: String
        var thumbnail: String?
        enum CodingKeys: String, CodingKey { case id, thumbnail = "media:thumbnail" }
        static var xmlMapping: XMLMapping {
            XMLMapping(
                element: "entry",
                namespace: "http://www.w3.org/2005/Atom",
                namespaces: ["media": "http://search.yahoo.com/mrss/"]
            )
        }
    }

    private func expect<T: Codable & Equatable>(
        _ value: T,
        _ text: String,
        _ location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let format = XMLFormat(writing: XMLWritingOptions(declaration: false))
        let bytes = try format.encode(value)
        let compact = text.split(separator: "\n" as Character).map { $0.drop { $0 == " " } }.joined()
        // The order of namespace declarations in an element does not matter.
        #expect(String(decoding: bytes, as: UTF8.self).count == compact.count, sourceLocation: location)
        #expect(try format.decode(T.self, from: text.utf8) == value, sourceLocation: location)
        #expect(try format.decode(T.self, from: bytes) == value, sourceLocation: location)
    }

    @Test func examples() throws {
        try expect(
            Book(title: "Emma", pages: 474, author: Book.Author(name: "Jane Austen")),
            """
            <Book>
              <title>Emma</title>
              <pages>474</pages>
              <author><name>Jane Austen</name></author>
            </Book>
            """
        )
        try expect(Shelf(book: ["Emma", "Persuasion"]), "<Shelf><book>Emma</book><book>Persuasion</book></Shelf>")
        try expect(
            Link(target: #require(URL(string: "https://example.com/")), label: "An example"),
            #"<Link href="https://example.com/">An example</Link>"#
        )
        try expect(Price(amount: 12.5, currency: "EUR"), #"<Price currency="EUR">12.5</Price>"#)
        try expect(
            Entry(id: "urn:1", thumbnail: "1.jpg"),
            """
            <entry xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
              <id>urn:1</id>
              <media:thumbnail>1.jpg</media:thumbnail>
            </entry>
            """
        )
        try expect(Shape.circle(radius: 1), "<Shape><circle><radius>1.0</radius></circle></Shape>")
    }

    struct Story: Codable, XMLMapped {
        var id: String
        var title: String
        var updated: Date
        var link: [Link]

        struct Link: Codable {
            var target: String
            enum CodingKeys: String, CodingKey { case target = "@href" }
        }
        static var xmlMapping: XMLMapping { XMLMapping(element: "entry", namespace: "http://www.w3.org/2005/Atom") }
    }

    /// The sample of the project's first page.
    @Test func readme() throws {
        let atom = Array(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>A &amp; B</title>\
            <updated>2025-10-13T17:30:00+02:00</updated><link rel="self" href="a"/><link href="b"/></entry></feed>
            """.utf8
        )
        let feed = try XML.Document(parsing: atom)
        let titles = try feed.nodes("//a:entry/a:title", namespaces: ["a": "http://www.w3.org/2005/Atom"])
            .map(\.stringValue)
        let stories = try feed.root.elements("entry").map { try XMLFormat().decode(Story.self, from: $0) }
        #expect(titles == ["A & B"])
        #expect(stories.first?.link.map(\.target) == ["a", "b"])
        #expect(stories.first?.updated == Date(timeIntervalSince1970: 1_760_369_400))

        let order = XML.Element("order", namespace: "urn:example:shop") {
            for story in stories { XML.Element("copy", attributes: ["of": story.id]) { story.title } }
        }
        var message = RequestMessage(method: .post, url: "https://press.example/orders")
        try XMLRequestSerializer().write(order, into: &message)
        #expect(order.description == #"<order xmlns="urn:example:shop"><copy of="1">A &amp; B</copy></order>"#)
    }
}
