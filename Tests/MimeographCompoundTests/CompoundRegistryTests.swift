import Mimeograph
import MimeographCompound
import MimeographJSON
import MimeographPropertyList
import MimeographServer
import MimeographText
import Testing

@Suite struct CompoundRegistryTests {
    struct User: Codable, Hashable { var name: String }
    enum Answer: Equatable { case user(User), problem(ProblemDetails), text(String) }

    private func registry() throws -> SerializerRegistry {
        var registry = try SerializerRegistry {
            JSONPlugin()
            TextPlugin()
        }
        try registry.register(
            JSONFormat().serializer(of: User.self).map(Answer.user)
                .or(JSONFormat().serializer(of: ProblemDetails.self).map(Answer.problem))
                .or(TextResponseSerializer().map(Answer.text)),
            options: RegistrationOptions(id: "answer", isForAnyValue: false)
        )
        return registry
    }

    @Test func compoundIsRegisteredLikeAnySerializer() throws {
        let registry = try registry()
        let answer = try registry.read(Answer.self, from: #"{"name":"Ada"}"#.utf8, head: head("application/hal+json"))
        #expect(answer == .user(User(name: "Ada")))
        #expect(try registry.read(Answer.self, from: "hello".utf8, head: head("text/plain")) == .text("hello"))
        #expect(registry.explain(head("text/plain"), for: Answer.self).chosen == "answer")
        // Other types are not affected.
        #expect(registry.explain(head("application/json"), for: User.self).chosen == "json")
        #expect(registry.explain(head("application/json")).chosen == "json")
        let error = try #require(throws: SerializationError.self) {
            try registry.read(Answer.self, from: "[".utf8, head: head("application/json"))
        }
        #expect(error.code == .allAttemptsFailed)
        #expect(error.trace?.chosen == "answer")
        #expect(error.body == Array("[".utf8))
        #expect(error.suggestedStatus == 400)
    }

    /// If the registry overrides the content type, the members see the new one.
    @Test func relabelledBodies() throws {
        let body = #"{"name":"Ada"}"#.utf8
        for registry in [
            try registry().treating("text/html", as: .json), try registry().assuming(.json),
        ] {
            #expect(try registry.read(Answer.self, from: body, head: head("text/html")) == .user(User(name: "Ada")))
        }
        #expect(try registry().read(Answer.self, from: body, head: head("text/html")) == .text(#"{"name":"Ada"}"#))
    }

    @Test func nativeValuesAreNotBoxed() throws {
        var registry = SerializerRegistry()
        try registry.register(
            CompoundResponseSerializer(anyOf: PropertyListResponseSerializer(), JSONResponseSerializer()),
            options: RegistrationOptions(id: "any")
        )
        let value = try registry.anyValue(from: "[1]".utf8, head: head("application/json"))
        #expect(value as? JSON == [1])
        let list = try registry.anyValue(from: "<plist><true/></plist>".utf8, head: head("application/x-plist"))
        #expect(list as? PropertyList == true)
        let asked = try registry.read((any Sendable).self, from: "[1]".utf8, head: head("application/json"))
        #expect(asked as? JSON == [1])
        #expect(registry.acceptForAnyValue().description.contains("application/json"))
    }

    /// If all members of a compound decline, the next registration gets the body.
    @Test func decliningGoesOnToTheNext() throws {
        var registry = SerializerRegistry()
        try registry.register(
            CompoundResponseSerializer(anyOf: PropertyListResponseSerializer()),
            for: "application/x-plist",
            options: RegistrationOptions(id: "lists")
        )
        try registry.install(BytesPlugin())
        let trace = registry.explain(head("application/x-plist"), body: "hello".utf8)
        #expect(trace.chosen == "bytes")
        #expect(
            try registry.anyValue(from: "hello".utf8, head: head("application/x-plist")) as? [UInt8]
                == Array("hello".utf8)
        )
    }
}
