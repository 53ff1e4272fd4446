import Mimeograph
import MimeographXML
import Testing

@testable import TestSupport

/// Found in a review: Swift's string comparison sorts runs of combining marks in quadratic time. A few hundred kilobytes took
/// minutes.
@Suite struct RunsOfMarksTests {
    /// Returns a letter with alternating marks of two classes.
    static func text(_ marks: Int) -> String { "a" + String(repeating: "\u{300}\u{316}", count: marks / 2) }
    static let text = text(1 << 19)

    struct Fields: Decodable {
        var flag: Bool?
        var fraction: Double?
        var text: String?
    }

    /// Each of these used to take minutes.
    @Test(.within(minutes: 2), arguments: ["flag", "fraction", "text"]) func values(key: String) throws {
        let body =
            "<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><\(key) i:nil='\(Self.text)'>\(Self.text)</\(key)></r>"
        let fields = try? XMLFormat().decode(Fields.self, from: body.utf8)
        #expect(fields?.text?.utf8.count == (key == "text" ? Self.text.utf8.count : nil))
    }

    @Test(.within(minutes: 2)) func elementsThatWereBuilt() throws {
        let other = Self.text + "b"
        var element = XML.Element(
            root: try XML.Document(parsing: "<r \(Self.name)='\(Self.text)'>\(Self.text)</r>".utf8)
        )
        #expect(element.first(Self.text) == nil)
        #expect(element[Self.text] == nil)
        #expect(element.elements(Self.text).isEmpty)
        element[attribute: Self.text] = other
        #expect(element[attribute: Self.text] == other || element[attribute: Self.text]?.utf8.count == other.utf8.count)
        #expect(XML.Name(Self.text) != XML.Name(other))
        #expect(Set([XML.Name(Self.text), XML.Name(other)]).count == 2)
        #expect(XML.Attribute("a", Self.text) != XML.Attribute("a", other))
        #expect(XML.NamespaceDeclaration(Self.text) != XML.NamespaceDeclaration(other))
        #expect(XML.Content.text(Self.text) != .text(other))
        #expect(XML.Content.comment(Self.text) == .comment(Self.text))
        #expect(XML.XPathValue.string(Self.text) != .string(other))
        var pair = XML.Element(name: "r", children: [.text(Self.text)])
        let first = pair
        pair.children.append(.text(""))
        #expect(first != pair)
    }

    /// Writes an element name with as many marks as libxml2 reads.
    static let name = text(12_000)

    @Test(.within(minutes: 2)) func names() throws {
        let names = (0..<100).map { "\(Self.name)\($0)" }
        let attributes = names.map { " \($0)='' p:\($0)=''" }.joined()
        let text = "<r xmlns:p='urn:p'\(attributes)><\(Self.name)/><\(Self.name)x/></r>"
        let document = try XML.Document(parsing: text.utf8)
        let element = XML.Element(root: document)
        #expect(try element.serialized().count > text.utf8.count)
        #expect(element.first("\(Self.name)x") != nil)
        #expect(document.root.first("\(Self.name)x") != nil)
        #expect(document.root[attribute: names[99]] == "")
        let reading = try Reading.events(Array(text.utf8))
        #expect(reading == (try Reading.events(Array(text.utf8))))
        for case .startElement(let tag) in reading.kinds {
            _ = tag[attribute: names[0] + "y"]
            _ = tag.hasName(Self.name + "y", namespace: nil)
        }
    }

    enum Choice: String, Decodable { case one, other }

    /// Swift's enumerations and sets compare texts themselves.
    @Test(.within(minutes: 2)) func comparedByOthers() throws {
        struct Choices: Decodable {
            var choice: Choice?
            var words: Set<String>?
        }
        for key in ["choice", "words"] {
            let texts = (0..<2).map { "<\(key)>\(Self.text)\($0)</\(key)>" }.joined()
            let error = try #require(throws: SerializationError.self) {
                try XMLFormat().decode(Choices.self, from: "<r>\(texts)</r>".utf8)
            }
            #expect(error.code == .limitExceeded)
        }
        let few = "e" + String(repeating: "\u{301}", count: 30)
        let choices = try XMLFormat().decode(
            Choices.self,
            from: "<r><choice>other</choice><words>\(few)</words></r>".utf8
        )
        #expect(choices.choice == .other)
        #expect(choices.words == [few])
    }

    /// Swift's dictionaries hash names that become keys.
    @Test(.within(minutes: 2), arguments: ["", "_x0041_"]) func keys(start: String) throws {
        let name = start + Self.name
        let text = "<r>" + (0..<50).map { "<\(name)\($0)>1</\(name)\($0)>" }.joined() + "</r>"
        let error = try #require(throws: SerializationError.self) {
            try XMLFormat().decode([String: Int].self, from: text.utf8)
        }
        #expect(error.code == .limitExceeded, "\(error.message.prefix(200))")
        let few = "a" + String(repeating: "\u{300}", count: 30)
        #expect(try XMLFormat().decode([String: Int].self, from: "<r><\(few)>1</\(few)></r>".utf8) == [few: 1])
    }

    /// Escapes of characters that are valid in names are ordinary names.
    @Test(.within(minutes: 2), arguments: ["_x20D0__x20D2_", "_x0041_", "_x005F_x0041_", "_x5F_", "_x_x"])
    func keysWithEscapes(escape: String) throws {
        for count in [1, 200] {
            let name = "a" + String(repeating: escape, count: count)
            let text = "<r>" + (0..<50).map { "<\(name)\($0)>1</\(name)\($0)>" }.joined() + "</r>"
            let read = try XMLFormat().decode([String: Int].self, from: text.utf8)
            #expect(read.count == 50)
            #expect(read.values.allSatisfy { $0 == 1 })
        }
    }
}
