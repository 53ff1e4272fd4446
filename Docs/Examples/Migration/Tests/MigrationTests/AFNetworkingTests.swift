import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographSession
import MimeographSessionTesting
import Testing

@testable import FromAFNetworking

@Suite struct AFNetworkingTests {
    @Test func verbsPutParametersWhereAFNetworkingDoes() async throws {
        let transport = ScriptedTransport()
        transport.on("*", ScriptedAnswer(fields: ["Content-Type": "application/json"], body: #"{"name": "Ada"}"#))
        let api = try HTTPSessionManager(
            baseURL: "https://api.example.com/v1/",
            serializers: try SerializerRegistry { JSONPlugin() },
            transport: transport
        )
        var form = MultipartFormData()
        form.append("Ada", name: "name")
        try await verbs(api: api, form: form, user: User(name: "Ada"))

        // The last line of `verbs` starts a task, which may not have sent its request yet.
        let sent = transport.requests.prefix(7).map {
            "\($0.method) \($0.url.dropFirst("https://api.example.com/v1/".count))"
        }
        #expect(
            sent == [
                "GET users/7?fields=name", "HEAD users/7", "POST users", "POST users", "PUT users/7", "PATCH users/7",
                "DELETE users/7?force=1",
            ]
        )
        let post = try #require(transport.requests.dropFirst(2).first)
        #expect(post.fields["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(String(decoding: post.body, as: UTF8.self) == "name=Ada")
        let put = try #require(transport.requests.dropFirst(4).first)
        #expect(put.fields["Content-Type"] == "application/json")
        #expect(String(decoding: put.body, as: UTF8.self) == body)
    }

    private let body = #"{"name":"Ada"}"#
}
