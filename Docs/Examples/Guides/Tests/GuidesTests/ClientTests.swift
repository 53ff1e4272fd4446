import Mimeograph
import MimeographJSON
import MimeographSession
import MimeographSessionTesting
import Testing

@Test func asksForThePage() async throws {
    let transport = ScriptedTransport()
    transport.on(
        .get,
        "https://api.example.com/v1/items?page=2",
        .init(fields: ["Content-Type": "application/json"], body: "[]")
    )
    let api = try HTTPSessionManager(
        baseURL: "https://api.example.com/v1/",
        serializers: try SerializerRegistry { JSONPlugin() },
        transport: transport
    )
    let items: [Item] = try await api.get("items", query: ["page": 2])
    #expect(items.isEmpty)
    #expect(transport.requests.last?.fields["Accept"]?.contains("application/json") == true)
}

private struct Item: Decodable, Sendable { var id: Int }
