import Foundation
import Mimeograph
import MimeographTree
import Testing

@testable import MimeographXML

/// Tests of errors for documents and values that do not fit.
@Suite struct XMLCodingErrorTests {
    private func error<T: Decodable>(
        _ type: T.Type,
        _ element: XML.Element,
        _ format: XMLFormat = XMLFormat()
    ) throws -> SerializationError {
        try #require(throws: SerializationError.self) { try format.decode(type, from: element) }
    }

    private func expect(
        _ error: SerializationError,
        _ code: SerializationError.Code,
        _ path: [String],
        _ text: String,
        _ location: Testing.SourceLocation = #_sourceLocation
    ) {
        #expect(error.code == code, sourceLocation: location)
        #expect(error.codingPath.map(\.stringValue) == path, sourceLocation: location)
        #expect(error.message.contains(text), "\(error)", sourceLocation: location)
        #expect(!"\(error)".contains("topsecret"), sourceLocation: location)
        #expect(error.remedy != nil, sourceLocation: location)
        #expect(error.underlying.count == 1, sourceLocation: location)
    }

    @Test func decoding() throws {
        let members = XML.Element("Shelf") {
            XML.Element("title") { "topsecret" }
            XML.Element("authors") {
                XML.Element("name") { "Ada" }
                XML.Element("isAlive") { "true" }
            }
            XML.Element("authors", attributes: ["name": "x"]) { XML.Element("isAlive") { "topsecret" } }
            XML.Element("counts")
        }
        expect(
            try error(Shelf.self, members),
            .dataShape,
            ["authors", "Index 1"],
            "at authors[1] expected an element for the key \"name\", found an attribute."
        )
        #expect(try error(Shelf.self, members).remedy?.contains("@") == true)
        expect(try error([String: Int].self, members), .dataShape, ["title"], "expected Int but found other text")
        expect(try error([String: Bool].self, members), .dataShape, ["title"], "expected Bool but found other text")
        expect(try error([String: String].self, members), .dataShape, ["authors"], "expected String but found elements")
        expect(try error(UInt8.self, XML.Element("a") { "256" }), .dataShape, [], "does not fit in UInt8")
        expect(try error(Int.self, XML.Element("a")), .dataShape, [], "found no text")
        expect(try error(Float.self, XML.Element("a") { "1e39" }), .dataShape, [], "does not fit in Float")
        expect(try error(Date.self, XML.Element("a") { "topsecret" }), .dataShape, [], "not a date")
        expect(try error(Data.self, XML.Element("a") { "topsecret!" }), .dataShape, [], "not Base64")
        expect(try error(Decimal.self, XML.Element("a") { "1,5" }), .dataShape, [], "expected Decimal")
        expect(
            try error(Link.self, XML.Element("a") { XML.Element("href") { "x" } }),
            .dataShape,
            [],
            "expected an attribute for the key \"@href\", found an element"
        )
        expect(
            try error([String: Author].self, XML.Element("a", attributes: ["x": "1"])),
            .dataShape,
            ["@x"],
            "text, which cannot contain elements"
        )
        let unbound = XML.Element("a") { XML.Element("x", attributes: ["p:q": ""]) }
        #expect(try error([String: Int].self, unbound).message.contains("prefix"))
    }

    @Test(
        arguments: [
            ("<a>\n <x>1</x>\n  <x>two</x></a>", "x", 3, 3, 16), ("<a><x>two</x></a>", "x", 1, 1, 0),
            ("<a>\r\n<x>1</x>\r\n\t<x b=''\n>two</x></a>", "x", 4, 1, 24),
            ("\u{FEFF}<a>\n<x>two</x></a>", "x", 2, 1, 7),
        ]
    )
    func locations(_ text: String, _ key: String, _ line: Int, _ column: Int, _ offset: Int) throws {
        let error = try #require(throws: SerializationError.self) {
            try XMLFormat().decode([String: [Int]].self, from: text.utf8)
        }
        #expect(error.codingPath.first?.stringValue == key)
        #expect(error.location == SourceLocation(offset: offset, line: line, column: column))
    }

    /// In an encoding with wider code units the location is unknown.
    @Test func locationsInUTF16() throws {
        let body = "<a>\n<x>two</x></a>".utf16.flatMap {
            [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
        }
        let error = try #require(throws: SerializationError.self) {
            try XMLFormat().decode([String: [Int]].self, from: body)
        }
        #expect(error.code == .dataShape)
        #expect(error.location == nil)
    }

    @Test(arguments: ["", "<a", "<a></b>", "<a/>x", "{}"])
    func brokenBodies(_ body: String) throws {
        let error = try #require(throws: SerializationError.self) {
            try XMLFormat().decode([String: Int].self, from: body.utf8)
        }
        #expect(error.code != .dataShape)
    }

    @Test func nodesOtherThanElements() throws {
        let document = try XML.Document(parsing: "<a b='1'>text<!--c--></a>".utf8)
        #expect(try XMLFormat().decode([String: String].self, from: document.node) == ["@b": "1", "#text": "text"])
        for node in Array(document.root.children) + Array(document.root.attributes) {
            #expect { try XMLFormat().decode([String: String].self, from: node) } throws: {
                ($0 as? SerializationError)?.code == .dataShape
            }
        }
    }

    @Test func roots() throws {
        var format = XMLFormat(rootName: "p:written")
        let element = XML.Element("other", namespace: "urn:x")
        #expect(try format.decode([String: Int].self, from: element) == [:])
        expect(try error(Product.self, XML.Element("product")), .dataShape, [], "not in the expected namespace")
        expect(try error(Product.self, XML.Element("x", namespace: "urn:shop")), .dataShape, [], "not have the name")
        format = XMLFormat()
        format.namespace = "urn:y"
        expect(try error([String: Int].self, element, format), .dataShape, [], "not in the expected namespace")
    }

    @Test func repeatedElements() throws {
        var format = XMLFormat()
        let element = XML.Element("a") {
            XML.Element("x") { "1" }
            XML.Element("x") { "2" }
        }
        #expect(try format.decode([String: Int].self, from: element) == ["x": 1])
        #expect(try format.decode([String: [Int]].self, from: element) == ["x": [1, 2]])
        format.repeatedElements = .refuse
        expect(try error([String: Int].self, element, format), .dataShape, ["x"], "found several")
        #expect(try format.decode([String: [Int]].self, from: element) == ["x": [1, 2]])
    }

    @Test func nils() throws {
        let element = XML.Element("a") {
            XML.Element(
                name: "x",
                attributes: [XML.Attribute("nil", "1", namespace: "http://www.w3.org/2001/XMLSchema-instance")]
            )
        }
        expect(try error([String: Int].self, element), .dataShape, ["x"], "an element that is nil")
        expect(try error([String: Author].self, element), .dataShape, ["x"], "an element that is nil")
        let read = try XMLFormat().decode([String: Author?].self, from: element)
        #expect(read == ["x": Author?.none])
    }

    struct Loud: Codable, Sendable {
        struct Failure: Error {}
        init() {}
        init(from decoder: any Decoder) throws { throw Failure() }
        func encode(to encoder: any Encoder) throws { throw Failure() }
    }

    @Test func errorsOfTypesThemselves() throws {
        let read = try error(Loud.self, XML.Element("a"))
        #expect(read.code == .dataShape)
        #expect(read.underlying.first is Loud.Failure)
        let written = try #require(throws: SerializationError.self) { try XMLFormat().encode(Loud()) }
        #expect(written.code == .unencodableValue)
        #expect(written.underlying.first is Loud.Failure)
    }

    struct Confused: Encodable, Sendable {
        var write: @Sendable (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try write(encoder) }
        enum Key: String, CodingKey { case a, attribute = "@b" }
    }

    /// The type is not `Encodable` itself, because the testing library would encode it as JSON.
    struct Misuse: Sendable {
        var write: @Sendable (any Encoder) throws -> Void
    }

    /// Misuse, such as two kinds of container for one value, causes an error, but never traps.
    @Test(arguments: [
        Misuse { encoder in
            _ = encoder.unkeyedContainer()
            var keyed = encoder.container(keyedBy: Confused.Key.self)
            try keyed.encode(1, forKey: .a)
        },
        Misuse { encoder in
            _ = encoder.container(keyedBy: Confused.Key.self)
            var list = encoder.unkeyedContainer()
            try list.encode(1)
        },
        Misuse { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(1)
            try single.encode(2)
        },
        Misuse { encoder in
            var keyed = encoder.container(keyedBy: Confused.Key.self)
            try keyed.encode(["x": 1], forKey: .attribute)
        },
        Misuse { encoder in
            var keyed = encoder.container(keyedBy: Confused.Key.self)
            try keyed.encode([[1]], forKey: .attribute)
        },
        Misuse { encoder in
            var keyed = encoder.container(keyedBy: Confused.Key.self)
            try keyed.encode(["a b"], forKey: .attribute)
        },
        Misuse { encoder in
            var keyed = encoder.container(keyedBy: Confused.Key.self)
            try keyed.encode([Int?.none], forKey: .attribute)
        },
        Misuse { encoder in
            var keyed = encoder.container(keyedBy: Confused.Key.self)
            try keyed.encode("\u{0}", forKey: .a)
        },
        Misuse { encoder in
            var keyed = encoder.container(keyedBy: PlainCodingKey.self)
            try keyed.encode(1, forKey: PlainCodingKey("p:x"))
        },
        Misuse { encoder in
            var keyed = encoder.container(keyedBy: Confused.Key.self)
            try keyed.encode(Date(timeIntervalSince1970: 1e15), forKey: .a)
        },
        Misuse { encoder in
            var keyed = encoder.container(keyedBy: Confused.Key.self)
            try keyed.encode(Decimal.nan, forKey: .a)
        },
        Misuse { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Endless())
        },
        Misuse { encoder in
            var keyed = encoder.container(keyedBy: Confused.Key.self)
            try keyed.encode(EndlessKeys(), forKey: .a)
        },
        Misuse { encoder in
            var keyed = encoder.container(keyedBy: Confused.Key.self)
            for _ in 0..<600 { keyed = keyed.nestedContainer(keyedBy: Confused.Key.self, forKey: .a) }
        },
    ])
    func misuse(_ misuse: Misuse) throws {
        let error = try #require(throws: SerializationError.self) {
            try XMLFormat().encode(Confused(write: misuse.write))
        }
        #expect(error.code == .unencodableValue)
        #expect(error.remedy != nil)
    }

    /// A type that keeps its encoder.
    final class Hoarder: Encodable {
        var kept: (any Encoder)?
        func encode(to encoder: any Encoder) throws {
            kept = encoder
            var container = encoder.container(keyedBy: PlainCodingKey.self)
            try container.encode(1, forKey: PlainCodingKey("a"))
        }
    }

    /// A returned element never changes.
    @Test func encodersThatAreKept() throws {
        let hoarder = Hoarder()
        let element = try XMLFormat().element(encoding: hoarder)
        let text = element.description
        var keyed = try #require(hoarder.kept).container(keyedBy: PlainCodingKey.self)
        #expect(throws: EncodingError.self) { try keyed.encode(2, forKey: PlainCodingKey("a")) }
        #expect(throws: EncodingError.self) { try keyed.encodeNil(forKey: PlainCodingKey("b")) }
        #expect(throws: EncodingError.self) { try keyed.encode(XML.Element("x"), forKey: PlainCodingKey("c")) }
        #expect(throws: EncodingError.self) { try keyed.encode([1], forKey: PlainCodingKey("d")) }
        var nested = keyed.nestedContainer(keyedBy: PlainCodingKey.self, forKey: PlainCodingKey("e"))
        #expect(throws: EncodingError.self) { try nested.encode("x", forKey: PlainCodingKey("f")) }
        var list = keyed.nestedUnkeyedContainer(forKey: PlainCodingKey("@g"))
        #expect(throws: EncodingError.self) { try list.encode("x") }
        #expect(element.description == text)
    }

    struct Endless: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(Endless())
        }
    }

    struct EndlessKeys: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: PlainCodingKey.self)
            try container.encode(EndlessKeys(), forKey: PlainCodingKey("a"))
        }
    }
}
