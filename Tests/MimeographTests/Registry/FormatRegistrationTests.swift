import Mimeograph
import MimeographServer
import TestSupport
import Testing

/// One registration has all parts of a format.
@Suite struct FormatRegistrationTests {
    /// A document that is also `Codable`, so the format could read it.
    struct Document: Codable, Sendable, Equatable { var name: String }

    struct DocumentReader: ResponseSerialization {
        var acceptedTypes: [MediaRange] { ["application/json", "*/*+json", "text/javascript"] }
        var declines = false
        func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
            declines ? .decline(reason: "not today") : .accept
        }
        func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) -> Document {
            Document(name: "native")
        }
    }

    struct DocumentWriter: BodySerialization {
        var contentType: MediaType { .json }
        func encode(_ input: Document) throws(SerializationError) -> [UInt8] { Array("document".utf8) }
    }

    /// Returns the requested type, once for each byte.
    struct TypeStream: CodableStreamFormat {
        struct Parser<Element: Decodable & Sendable>: IncrementalParser {
            mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
                for _ in chunk.indices {
                    let name = "\(Element.self)"
                    elements.append(
                        try StubFormat(name: name, contentType: .json, acceptedTypes: []).decode(Element.self, from: [])
                    )
                }
            }
            mutating func finish(into elements: inout [Element]) throws(SerializationError) {}
        }

        var acceptedTypes: [MediaRange] { ["application/json"] }
        func makeParser<V: Decodable & Sendable>(
            of type: V.Type,
            as mediaType: MediaType?,
            limits: DecodingLimits
        ) throws(SerializationError) -> any IncrementalParser<V> { Parser<V>() }
    }

    private func registry(declines: Bool = false) throws -> SerializerRegistry {
        try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in
                try registry.register(
                    format: StubFormat.json,
                    document: DocumentReader(declines: declines),
                    writer: DocumentWriter(),
                    stream: TypeStream(),
                    options: .init(id: "json")
                )
            }
            StubPlugin<ModuleB> { registry throws(RegistryError) in
                try registry.register(format: StubFormat.xml, options: .init(id: "xml"))
            }
        }
    }

    @Test func itReadsWritesAndStreams() throws {
        let registry = try registry()
        #expect(registry.registrations.map(\.id) == ["json", "xml"])
        let json = head("application/json")
        #expect(try registry.read(User.self, from: "x".utf8, head: json).name == "json")
        #expect(try registry.read(Document.self, from: "x".utf8, head: json).name == "native")
        #expect(try registry.anyValue(from: "x".utf8, head: json) as? Document == Document(name: "native"))
        #expect(try registry.encode(Document(name: "")).bytes == Array("document".utf8))
        #expect(try registry.encode(User(name: "")).bytes == Array("json".utf8))
        // The parser produces the elements directly, without a wrapper.
        var users = try registry.parser(of: User.self, for: json)
        #expect(try users.parseAll("ab".utf8) == [User(name: "User"), User(name: "User")])
        var optionals = try registry.parser(of: User?.self, for: json)
        #expect(try optionals.parseAll("a".utf8) == [User(name: "Optional<User>")])
        // A media type that only the document serializer accepts is not read as other types.
        #expect(try registry.read(Document.self, from: "x".utf8, head: head("text/javascript")).name == "native")
        #expect(throws: SerializationError.self) {
            try registry.read(User.self, from: "x".utf8, head: head("text/javascript"))
        }
        #expect(registry.accept(for: Document.self).description == "application/json, application/xml")
    }

    @Test func theTraceHasOneLineForIt() throws {
        let registry = try registry()
        #expect(
            "\(registry.explain(head("application/json"), for: Document.self))" == """
                "application/json" into Document: json reads it.
                  json  chosen: matches application/json (exact type)  reads application/json, text/json, …
                  xml   media type does not match                      reads application/xml, text/xml, */*+xml
                """
        )
        let unread = registry.explain(head("application/json"), for: WritingTests.Opaque.self)
        #expect(unread.candidates.map(\.id) == ["json", "xml"])
        #expect(unread.candidates.first?.verdict == .wrongType(produces: "Document or any Codable"))
        #expect(unread.chosen == nil)
    }

    /// If an entry declines, the other entries of its registration are still tried.
    @Test func oneEntryMayDecline() throws {
        let registry = try registry(declines: true)
        let json = head("application/json")
        #expect(try registry.read(Document.self, from: "x".utf8, head: json).name == "json")
        let trace = registry.explain(json, for: Document.self, body: "x".utf8)
        #expect(trace.chosen == "json")
        #expect(trace.notes == ["another reader of json declined: not today"])
        #expect(trace.candidates.map(\.id) == ["json", "xml"])
        let native = registry.explain(json, body: "x".utf8)
        #expect(native.candidates.first?.verdict == .declined(reason: "not today"))
    }

    @Test func itIsReplacedAsAWhole() throws {
        var registry = try registry()
        try registry.register(format: StubFormat.json, options: .init(id: "mine", replacing: "json"))
        #expect(registry.registrations.map(\.id) == ["mine", "xml"])
        #expect(throws: SerializationError.self) { try registry.parser(of: User.self, for: head("application/json")) }
        #expect(try registry.read(Document.self, from: "x".utf8, head: head("application/json")).name == "json")
        #expect(try registry.encode(Document(name: "")).bytes == Array("json".utf8))
    }

    /// A user's serializer precedes one entry, and the others are unchanged.
    @Test func aUsersOwnGoesBeforeAnEntry() throws {
        var registry = try registry()
        try registry.register(
            DocumentReader(),
            for: "application/json",
            "*/*+json",
            "text/javascript",
            options: .init(id: "mine")
        )
        #expect(registry.explain(head("application/json"), for: Document.self).chosen == "mine")
        #expect(registry.explain(head("application/json"), for: User.self).chosen == "json")
    }

    @Test func twoModulesConflictByOneEntry() throws {
        #expect(throws: RegistryError.ambiguous("json", "other", pattern: "application/json")) {
            try registry().adding(
                StubPlugin<ModuleC> { registry throws(RegistryError) in
                    try registry.register(stream: TypeStream(), options: .init(id: "other"))
                }
            )
        }
    }

    /// Writers are found by media type; a user's writer precedes a module's.
    @Test func theWriterOfAMediaType() throws {
        var registry = try registry()
        #expect(registry.offers(for: Document(name: "")).map(\.type) == [.json, .xml])
        #expect(registry.offers(for: WritingTests.Opaque()).isEmpty)
        #expect(
            try registry.encode(Document(name: ""), as: "application/json;charset=utf-8").bytes
                == Array("document".utf8)
        )
        // A format that reads a type can write it if no entry declares it.
        let named = try registry.encode(Document(name: ""), as: "application/vnd.api+json")
        #expect(named.contentType == "application/vnd.api+json" && named.bytes == Array("json".utf8))
        struct Loud: BodySerialization {
            var contentType: MediaType { "application/json;charset=utf-8" }
            func encode(_ input: Document) throws(SerializationError) -> [UInt8] { Array("LOUD".utf8) }
        }
        try registry.register(writer: Loud())
        // The caller must name the other media type.
        #expect(try registry.encode(Document(name: "")).bytes == Array("document".utf8))
        #expect(
            try registry.encode(Document(name: ""), as: "application/json;charset=utf-8").bytes == Array("LOUD".utf8)
        )
        #expect(try registry.encode(Document(name: ""), as: .json).bytes == Array("document".utf8))
        #expect(try registry.encode(User(name: "")).bytes == Array("json".utf8))
    }
}
