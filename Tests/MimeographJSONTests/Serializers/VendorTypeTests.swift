import Mimeograph
import MimeographJSON
import MimeographServer
import Testing

/// JSON with a media type of your own is read and written, as values of any type and as documents.
@Suite struct VendorTypeTests {
    private struct Item: Codable, Sendable, Equatable { var name: String }
    private let type: MediaType = "application/vnd.acme+json"

    @Test func valuesAreReadAndWritten() throws {
        var registry = SerializerRegistry()
        try registry.register(format: JSONFormat(), for: "application/vnd.acme+json")
        let request = RequestHead(fields: ["Accept": "application/vnd.acme+json"])
        let response = try registry.respond(with: Item(name: "tea"), to: request)
        #expect(response.status == 200 && response.fields["Content-Type"] == "application/vnd.acme+json")
        let head = ResponseHead(status: 200, fields: response.fields)
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no body")
            return
        }
        #expect(try registry.read(Item.self, from: bytes, head: head) == Item(name: "tea"))
        var message = RequestMessage(method: .post)
        try registry.write(Item(name: "tea"), into: &message)
        #expect(message.fields["Content-Type"] == "application/vnd.acme+json")
    }

    @Test func documentsAreReadAndWritten() throws {
        var registry = try SerializerRegistry { JSONPlugin() }
        try registry.register(
            format: JSONFormat(),
            document: JSONResponseSerializer(),
            writer: JSONRequestSerializer(),
            for: "application/vnd.acme+json",
            options: .init(id: "acme")
        )
        let document: JSON = ["name": "tea"]
        #expect(try registry.encode(document).contentType == .json)
        #expect(try registry.encode(document, as: type).contentType == type)
        var message = RequestMessage(method: .post)
        try registry.write(document, as: type, into: &message)
        #expect(message.fields["Content-Type"] == "application/vnd.acme+json")
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/vnd.acme+json"])
        #expect(try registry.anyValue(from: #"{"name":"tea"}"#.utf8, head: head) as? JSON == document)
        let request = RequestHead(fields: ["Accept": "application/vnd.acme+json;q=0.5, application/json;q=0.4"])
        #expect(try registry.respond(with: document, to: request).fields["Content-Type"] == "application/vnd.acme+json")
    }
}
