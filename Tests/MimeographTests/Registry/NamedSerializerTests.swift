import Mimeograph
import TestSupport
import Testing

/// A serializer that the caller names reads the body, whatever its content type.
@Suite struct NamedSerializerTests {
    private struct Counter: ResponseSerialization {
        var acceptedTypes: [MediaRange] { ["text/x-count"] }
        func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection { .decline(reason: "never") }
        func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Int {
            body.count
        }
    }

    let registry: SerializerRegistry
    private let body = Array(#"{"name":"Ada"}"#.utf8)

    init() throws {
        registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in try registry.register(format: StubFormat.json) }
            BytesPlugin()
        }
    }

    @Test(arguments: ["application/json", "text/html", "image/png", nil, "; no type"])
    func bytesOfAnyResponse(contentType: String?) throws {
        var head = ResponseHead(status: 200)
        if let contentType { head.fields["Content-Type"] = contentType }
        let bytes: [UInt8] = try registry.reading(with: .bytes).read(from: body, head: head)
        #expect(bytes == body)
        #expect(try registry.reading(with: Counter()).read(from: body, head: head) == 14)
        #expect(registry.reading(with: Counter()).explain(head, for: Int.self).chosen == "counter")
    }

    @Test func emptyBodiesAreItsMatter() throws {
        let bytes: [UInt8] = try registry.reading(with: .bytes).read(
            from: [] as [UInt8],
            head: ResponseHead(status: 204)
        )
        #expect(bytes.isEmpty)
    }

    @Test func anotherTypeIsAnError() throws {
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/json"])
        let error = try #require(throws: SerializationError.self) {
            try registry.reading(with: Counter()).read(User.self, from: body, head: head)
        }
        #expect(error.code == .unsupportedMediaType)
        #expect(error.remedy?.contains("Int") == true)
    }

    @Test func errorsAreReadAsTheyWere() throws {
        var registry = registry
        try registry.register(errorBody: ErrorBodyRule(User.self, for: ["application/json"]))
        let head = ResponseHead(status: 404, fields: ["Content-Type": "application/json"])
        let error = try #require(throws: SerializationError.self) {
            let _: [UInt8] = try registry.reading(with: .bytes).read(from: body, head: head)
        }
        #expect(error.code == .unacceptableStatus && error.decodedBody is User)
    }

    @Test func acceptNamesWhatItAccepts() {
        #expect(registry.reading(with: Counter()).accept(for: Int.self).description == "text/x-count")
        #expect(registry.reading(with: .bytes).accept(for: [UInt8].self).description.isEmpty)
    }
}
