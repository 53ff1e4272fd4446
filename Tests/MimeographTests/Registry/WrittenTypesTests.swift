import Mimeograph
import MimeographServer
import TestSupport
import Testing

/// The written media types: by name, for a client's Accept, and by default.
@Suite struct WrittenTypesTests {
    private struct Lines: BodySerialization {
        var contentType: MediaType { "text/csv" }
        func encode(_ input: User) throws(SerializationError) -> [UInt8] { Array("\(input.name)\n".utf8) }
    }

    private func plain() throws -> SerializerRegistry {
        try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in try registry.register(format: StubFormat.json) }
        }
    }

    private func type(_ registry: SerializerRegistry, _ accept: String?) throws -> (Int, String?) {
        var request = RequestHead()
        if let accept { request.fields["Accept"] = accept }
        let response = try registry.respond(with: User(name: "Ada"), to: request)
        return (response.status, response.fields["Content-Type"])
    }

    @Test func aFormatIsWrittenAsWhatItIsRegisteredFor() throws {
        var registry = SerializerRegistry()
        try registry.register(format: StubFormat.json, for: "application/vnd.acme+json")
        #expect(try type(registry, "application/vnd.acme+json") == (200, "application/vnd.acme+json"))
        #expect(try type(registry, nil) == (200, "application/vnd.acme+json"))
        #expect(try type(registry, "application/json").0 == 406)
        #expect(try registry.encode(User(name: "Ada")).contentType == "application/vnd.acme+json")
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/vnd.acme+json"])
        let bytes = try registry.encode(User(name: "Ada"), as: "application/vnd.acme+json").bytes
        #expect(try registry.read(User.self, from: bytes, head: head) == User(name: "json"))
        #expect(registry.registrations.first?.writes == ["application/vnd.acme+json"])
    }

    /// A type that can be written by name is also written for a client that accepts nothing else.
    @Test func oneRuleForNamesAndClients() throws {
        var registry = SerializerRegistry()
        try registry.register(format: StubFormat.json, for: "application/json", "*/*+json")
        let patch: MediaType = "application/merge-patch+json"
        #expect(try registry.encode(User(name: "Ada"), as: patch).contentType == patch)
        #expect(try type(registry, "application/merge-patch+json") == (200, "application/merge-patch+json"))
        // A client that accepts a registered type receives it.
        #expect(try type(registry, "application/merge-patch+json, application/json;q=0.1").1 == "application/json")
        #expect(try type(registry, "image/png").0 == 406)
        let request = RequestHead(fields: ["Accept": "application/merge-patch+json"])
        #expect(registry.explain(request, offering: User(name: "Ada")).chosen == patch)
        // A type that can run scripts is written if the program names it, but not because a peer accepts it.
        try registry.register(format: StubFormat.xml)
        #expect(try type(registry, "image/svg+xml").0 == 406)
        #expect(try registry.encode(User(name: "Ada"), as: "image/svg+xml").contentType == "image/svg+xml")
    }

    /// Two names of one type, of which a page would run both.
    @Test func textXMLIsWrittenWhereApplicationXMLIs() throws {
        var registry = SerializerRegistry()
        try registry.register(format: StubFormat.json, for: "application/json", "text/xml")
        #expect(try type(registry, "text/xml").0 == 200)
        registry = SerializerRegistry()
        try registry.register(format: StubFormat.json, for: "application/json", "text/*")
        #expect(try type(registry, "text/xml").0 == 406)
        try registry.register(format: StubFormat.xml)
        #expect(try type(registry, "text/xml") == (200, "text/xml"))
        #expect(try type(registry, "text/xml;q=0.5, application/xml;q=0.1") == (200, "application/xml"))
        for page in ["text/html", "application/xhtml+xml"] { #expect(try type(registry, page).0 == 406) }
    }

    @Test func aRemedyNamesThePluginThatIsMissing() throws {
        struct Plain: Sendable {}
        let registry = SerializerRegistry()
        func remedy(_ value: some Sendable, as type: MediaType? = nil, _ registry: SerializerRegistry) -> String? {
            #expect(throws: SerializationError.self) { try registry.encode(value, as: type) }?.remedy
        }
        let user = User(name: "Ada")
        #expect(remedy(user, registry) == "Add JSONPlugin() of MimeographJSON, or register(writer: …).")
        #expect(remedy(Plain(), registry) == "Make Plain Encodable, or register(writer: …).")
        #expect(
            remedy(user, as: "application/cbor", try plain())
                == "Written types: application/json. Add CBORPlugin() of MimeographCBOR, or register(writer: …)."
        )
        #expect(
            remedy(user, as: "application/x-unknown", registry) == "Register a format for it, or register(writer: …)."
        )
    }

    @Test func aWriterOfOnesOwnChangesNothingForOthers() throws {
        var registry = try plain()
        let before = try type(registry, nil).1
        try registry.register(writer: Lines())
        #expect(try type(registry, nil).1 == before)
        #expect(try type(registry, "*/*").1 == before)
        #expect(try type(registry, "text/csv") == (200, "text/csv"))
        #expect(try registry.encode(User(name: "Ada")).contentType == .json)
        var message = RequestMessage(method: .post)
        try registry.write(User(name: "Ada"), into: &message)
        #expect(message.fields["Content-Type"] == before)
    }

    @Test func unlessItIsToDecide() throws {
        var registry = try plain()
        try registry.register(writer: Lines(), options: .init(priority: 1))
        #expect(try type(registry, nil) == (200, "text/csv"))
        #expect(try registry.encode(User(name: "Ada")).contentType == "text/csv")
    }

    private struct Other: BodySerialization {
        var contentType: MediaType { .json }
        func encode(_ input: User) throws(SerializationError) -> [UInt8] { Array("own".utf8) }
    }

    @Test func onesOwnWriterOfTheSameTypeGoesFirst() throws {
        var registry = try plain()
        try registry.register(writer: Other())
        #expect(try registry.encode(User(name: "Ada")).bytes == Array("own".utf8))
        #expect(try registry.encode(User(name: "Ada"), as: .json).bytes == Array("own".utf8))
    }
}
