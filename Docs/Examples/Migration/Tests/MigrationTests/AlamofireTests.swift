import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographSession
import MimeographSessionTesting
import Testing

@testable import FromAlamofire

@Suite struct AlamofireTests {
    let transport = ScriptedTransport()

    /// A manager whose requests the scripted transport answers.
    func api() throws -> HTTPSessionManager {
        try HTTPSessionManager(
            baseURL: "https://api.example.com/v1/",
            serializers: try SerializerRegistry { JSONPlugin() },
            transport: transport
        )
    }

    @Test func queryOptionsChangeTheURL() async throws {
        transport.on("*", ScriptedAnswer(body: ""))
        var api = try api()
        queries(api: &api)
        let name: String? = nil
        try await api.get("users", query: ["tag": ["a", "b"], "isNew": true, "name": name])
        #expect(transport.requests.last?.url == "https://api.example.com/v1/users?is_new=true&tag=a&tag=b")
        try await api.get("users", .parameters(Search(fullName: nil)))
        #expect(transport.requests.last?.url == "https://api.example.com/v1/users?full_name=null")
    }

    @Test func aStatusIsAnErrorUntilValidationAllowsIt() async throws {
        let body = #"{"name": "Ada"}"#
        transport.on("*", ScriptedAnswer(status: 404, fields: ["Content-Type": "application/json"], body: body))
        var api = try api()
        do throws(SessionError) {
            let user: User = try await api.get("users/7")
            Issue.record("\(user) was accepted")
        } catch {
            #expect(error.status == 404)
            #expect(error.body == Array(body.utf8))
        }
        validation(api: &api)
        let user: User = try await api.get("users/7")
        #expect(user.name == "Ada")
    }
}

private struct Search: Encodable, Sendable { var fullName: String? }
