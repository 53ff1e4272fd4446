import Foundation
import Mimeograph
import Testing

@testable import MimeographXML

@Suite struct XMLDecodingTests {
    struct Entry: Decodable, Equatable, Sendable {
        var link: [String]?
        var title: String?
        var creator: String?
        enum CodingKeys: String, CodingKey { case link, title, creator = "dc:creator" }
    }

    /// A key without a prefix matches the surrounding namespace, or else any namespace.
    @Test func namespaces() throws {
        let atom = "http://www.w3.org/2005/Atom"
        let item = XML.Element("item") {
            XML.Element("a:link", namespace: atom) { "no" }
            XML.Element("link") { "yes" }
            XML.Element("a:title", namespace: atom) { "only" }
            XML.Element("dc:creator", namespace: "urn:dc") { "Ada" }
            XML.Element("link") { "too" }
        }
        let expected = Entry(link: ["yes", "too"], title: "only", creator: "Ada")
        var format = XMLFormat()
        // A prefix that the format does not know is compared as written.
        #expect(try format.decode(Entry.self, from: item) == expected)
        format.namespaces = ["dc": "urn:dc"]
        #expect(try format.decode(Entry.self, from: item) == expected)
        format.namespaces = ["dc": "urn:other"]
        #expect(try format.decode(Entry.self, from: item).creator == nil)
        format.namespaces = ["x": "urn:dc"]
        #expect(
            try format.decode([String: String].self, from: item)
                == ["a:link": "no", "link": "yes", "a:title": "only", "x:creator": "Ada"]
        )
        format.namespace = atom
        #expect(try format.decode(Entry.self, from: XML.Element("feed", namespace: atom) { item }) == Entry())
    }

    @Test func textAmongElements() throws {
        let element = XML.Element("a", attributes: ["id": "7"]) {
            "one"
            XML.Content.comment("not this")
            XML.Content.cdata(" & two")
            XML.Element("b") { "x" }
            " three"
        }
        #expect(
            try XMLFormat().decode([String: String].self, from: element)
                == ["@id": "7", "#text": "one & two three", "b": "x"]
        )
        let spaced = XML.Element("a") {
            "\n  "
            XML.Element("b") { " x " }
            "\n"
        }
        #expect(try XMLFormat().decode([String: String].self, from: spaced) == ["b": " x "])
        #expect(try XMLFormat().decode([String: String].self, from: XML.Element("a") { " " }) == ["#text": " "])
        #expect(try XMLFormat().decode([String: String].self, from: XML.Element("a")) == [:])
    }

    struct Options: Decodable, Equatable, Sendable {
        var number: Int?
        var flag: Bool?
        var date: Date?
        var text: String?
        var list: [Int]
        var choice: [Int]?
        var author: Author?
        var size: Int?
        enum CodingKeys: String, CodingKey { case number, flag, date, text, list, choice, author, size = "@size" }
    }

    @Test func absentAndEmpty() throws {
        let absent = try XMLFormat().decode(Options.self, from: XML.Element("a"))
        #expect(absent == Options(list: []))
        let empty = XML.Element("a", attributes: ["size": ""]) {
            for name in ["number", "flag", "date", "text"] { XML.Element(name) { name == "number" ? "  " : "" } }
        }
        #expect(try XMLFormat().decode(Options.self, from: empty) == Options(text: "", list: []))
        // An empty element may be a value of a custom type.
        #expect(throws: SerializationError.self) {
            try XMLFormat().decode(Options.self, from: XML.Element("a") { XML.Element("author") })
        }
    }

    @Test func lists() throws {
        var format = XMLFormat()
        let element = XML.Element("a") { XML.Element("x") { " 1\n2\t3 " } }
        format.lists = .words
        #expect(try format.decode([String: [Int]].self, from: element) == ["x": [1, 2, 3]])
        #expect(try format.decode([String: Set<String>].self, from: element) == ["x": ["1", "2", "3"]])
        format.lists = .wrapped("anything")
        let wrapped = XML.Element("a") { XML.Element("x") { for n in 1...3 { XML.Element("n\(n)") { "\(n)" } } } }
        #expect(try format.decode([String: [Int]].self, from: wrapped) == ["x": [1, 2, 3]])
    }

    /// A type that first tries to decode a list of itself.
    enum Eager: Decodable, Sendable {
        case list([Eager])
        case text(String)

        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {
                var elements: [Eager] = []
                while !list.isAtEnd { elements.append(try list.decode(Eager.self)) }
                self = .list(elements)
            } else {
                self = .text(try decoder.singleValueContainer().decode(String.self))
            }
        }
    }

    /// A word of a list is not a list of one word, because such nesting would never end.
    @Test func wordsAreNotLists() throws {
        let element = XML.Element("a", attributes: ["x": "1 2"])
        let read = try XMLFormat().decode([String: Eager].self, from: element)
        guard case .list(let words) = read["@x"], words.count == 2, case .text("1") = words[0] else {
            Issue.record("\(read)")
            return
        }
    }

    /// Reading many children by name does not take quadratic time.
    @Test func manyChildren() throws {
        let count = 3_000
        let element = XML.Element("a") {
            for number in 0..<count {
                XML.Element("k\(number % (count / 2))", namespace: number.isMultiple(of: 7) ? "urn:\(number)" : "") {
                    "\(number)"
                }
            }
        }
        let tree = try XMLCodingTree(element)
        let context = XMLDecodingContext(tree, XMLFormat())
        let read = try context.root([String: [Int]].self)
        #expect(read.count >= count / 2)
        #expect(read["k1"] == [1, 1_501])
    }

    struct Soap: Codable, Equatable, Sendable, XMLMapped {
        struct Body: Codable, Equatable, Sendable, XMLMapped {
            var fault: Fault?
            enum CodingKeys: String, CodingKey { case fault = "Fault" }
            static var xmlMapping: XMLMapping { Soap.mapping }
        }
        struct Fault: Codable, Equatable, Sendable {
            var code: String
            var reason: String
            enum CodingKeys: String, CodingKey { case code = "faultcode", reason = "faultstring" }
        }
        var body: Body
        enum CodingKeys: String, CodingKey { case body = "Body" }
        static let mapping = XMLMapping(
            namespace: "http://schemas.xmlsoap.org/soap/envelope/",
            namespaces: ["soap": "http://schemas.xmlsoap.org/soap/envelope/"]
        )
        static var xmlMapping: XMLMapping {
            var mapping = mapping
            mapping.element = "Envelope"
            return mapping
        }
    }

    @Test func soap() throws {
        let soap = Soap(body: Soap.Body(fault: Soap.Fault(code: "soap:Client", reason: "no")))
        let element = try XMLFormat().element(encoding: soap)
        #expect(
            element.description == """
                <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>\
                soap:Client</faultcode><faultstring>no</faultstring></soap:Fault></soap:Body></soap:Envelope>
                """
        )
        #expect(try XMLFormat().decode(Soap.self, from: element) == soap)
    }
}
