import Mimeograph
import MimeographForm
import MimeographServer
import TestSupport
import Testing

/// Problem documents for strangers: their titles are plain phrases, and their details name no Swift type.
@Suite struct ProblemAnswerTests {
    let registry: SerializerRegistry

    init() throws {
        registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in try registry.register(format: RecordingFormat()) }
        }
    }

    /// Encodes the problem as its members, so that a test sees them.
    private struct RecordingFormat: CodableFormat {
        var contentType: MediaType { .json }
        var acceptedTypes: [MediaRange] { ["application/json"] }
        func decode<V: Decodable>(
            _ type: V.Type,
            from body: Span<UInt8>,
            as mediaType: MediaType?,
            limits: DecodingLimits
        ) throws(SerializationError) -> V { throw SerializationError(.syntax, "Expected a digit, found a letter.") }
        func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
            guard let problem = value as? ProblemDetails else { return Array("\(value)".utf8) }
            let parts = [problem.title, problem.status.map { "\($0)" }, problem.detail].compactMap { $0 }
            return Array(parts.joined(separator: "|").utf8)
        }
    }

    private func text(_ response: ResponseMessage) -> String {
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func aProblemIsAProblemDocument() throws {
        let problem = ProblemDetails(title: "Out of tea", status: 405, detail: "Coffee only.")
        let response = try registry.respond(with: problem, to: RequestHead(), status: 405)
        #expect(response.status == 405 && response.fields["Content-Type"] == "application/problem+json")
        #expect(text(response) == "Out of tea|405|Coffee only.")
        // The problem's own status, since the call names none.
        #expect(try registry.respond(with: problem, to: RequestHead()).status == 405)
    }

    @Test func a406IsOneWhereTheClientTakesIt() throws {
        var registry = SerializerRegistry()
        try registry.register(format: RecordingFormat())
        try registry.register(writer: Count())
        // A value with one media type, and a client that accepts a problem in another.
        let request = RequestHead(fields: ["Accept": "application/json"])
        let response = try registry.respond(with: HALDocument(by: "x"), to: request)
        #expect(response.status == 406 && response.fields["Content-Type"] == "application/problem+json")
        #expect(
            text(response)
                == "Not Acceptable|406|The server writes none of the accepted media types. Available: text/x-count."
        )
        let other = try registry.respond(with: HALDocument(by: "x"), to: RequestHead(fields: ["Accept": "image/png"]))
        #expect(other.fields["Content-Type"] == "text/plain; charset=utf-8" && text(other).contains("text/x-count"))
    }

    private struct Count: BodySerialization {
        var contentType: MediaType { "text/x-count" }
        func encode(_ input: HALDocument) throws(SerializationError) -> [UInt8] { [0x31] }
    }

    @Test(arguments: [
        ("text/csv", "x", "Unsupported Media Type|415|This server does not read the media type \"text/csv\"."),
        (nil, "x", "Unsupported Media Type|415|The Content-Type is missing or malformed."),
        ("application/json", "", "Bad Request|400|The body is empty."),
        ("application/json", "x", "Bad Request|400|Expected a digit, found a letter."),
    ])
    func detailsNameNoType(contentType: String?, body: String, expected: String) throws {
        var request = RequestHead(method: .post)
        if let contentType { request.fields["Content-Type"] = contentType }
        let error = try #require(throws: SerializationError.self) {
            try registry.read(User.self, from: body.utf8, request: request)
        }
        #expect(text(registry.respond(with: error, to: request)) == expected)
    }
}
