import Mimeograph
import MimeographJSON
import MimeographText
import MimeographXML
import Testing

/// The table of the page "Choosing a serializer", row by row.
@Suite struct WorkedExamplesTests {
    struct User: Codable {}
    struct HALDocument: Sendable {}

    private struct HALSerializer: ResponseSerialization {
        var acceptedTypes: [MediaRange] { ["application/hal+json"] }
        func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) -> HALDocument { HALDocument() }
    }

    enum Wanted { case user, hal, bytes, document, whatever }

    private func registry() throws -> SerializerRegistry {
        var serializers = try SerializerRegistry {
            JSONPlugin()
            XMLPlugin()
            TextPlugin()
            BytesPlugin()
        }
        try serializers.register(HALSerializer(), for: "application/hal+json")
        try serializers.register(
            format: JSONFormat(),
            for: "application/vnd.shop+json; version=1",
            options: RegistrationOptions(id: "old")
        )
        return serializers
    }

    @Test(
        arguments: [
            ("Application/JSON", .user, "json"),
            ("application/problem+json", .user, "json"),
            ("application/hal+json", .hal, "hal"),
            ("application/hal+json", .user, "json"),
            ("application/json-seq", .user, nil),
            ("application/json-seq", .bytes, "bytes"),
            ("application/vnd.shop+json; version=1", .user, "old"),
            ("application/vnd.shop+json; version=2", .user, "json"),
            ("application/json; charset=UTF-8", .user, "json"),
            (#"application/vnd.api+json; ext="https://x.test/a;b=c""#, .user, "json"),
            ("application/x+json+xml", .user, "xml"),
            ("image/svg+xml", .document, "xml"),
            ("text/plain", .user, nil),
            ("text/html", .whatever, "text"),
        ] as [(String, Wanted, String?)]
    )
    func rows(_ type: String, _ wanted: Wanted, _ reader: String?) throws {
        let registry = try registry()
        let head = ResponseHead(status: 200, fields: ["Content-Type": type])
        let trace =
            switch wanted {
            case .user: registry.explain(head, for: User.self)
            case .hal: registry.explain(head, for: HALDocument.self)
            case .bytes: registry.explain(head, for: [UInt8].self)
            case .document: registry.explain(head, for: XML.Document.self)
            case .whatever: registry.explain(head)
            }
        #expect(trace.chosen?.rawValue == reader)
    }

    /// The line of the page that puts a serializer before a plugin's.
    @Test func goingBefore() throws {
        var serializers = try SerializerRegistry { JSONPlugin() }
        try serializers.register(
            JSONResponseSerializer(),
            for: "application/json",
            options: .init(id: "mine")
        )
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/json"])
        #expect(serializers.explain(head, for: JSON.self).chosen == "mine")
    }
}
