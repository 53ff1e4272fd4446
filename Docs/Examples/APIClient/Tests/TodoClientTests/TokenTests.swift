import Mimeograph
import MimeographSession
import MimeographSessionTesting
import Testing
import TodoClient

/// Access tokens for a key: the first before the first request, another one when the server rejects it.
@Suite struct TokenTests {
    let transport = ScriptedTransport()

    init() {
        for (call, token) in ["one", "two"].enumerated() {
            transport.on(
                .post,
                "https://todo.example/v1/token",
                call: call + 1,
                .init(
                    fields: ["Content-Type": "application/json"],
                    body: #"{"access_token":"\#(token)","expires_in":60}"#
                )
            )
        }
    }

    @Test func isGotForTheKey() async {
        transport.on("*/items", .init(fields: ["Content-Type": "application/json"], body: "[]"))
        #expect(await Run(["list"], by: transport, key: "k&y").status == .success)
        #expect(transport.requests.map(\.url).map { $0.suffix(5) } == ["token", "items"])
        let body = String(decoding: transport.requests.first?.body ?? [], as: UTF8.self)
        #expect(body.split(separator: "&").sorted() == ["client_secret=k%26y", "grant_type=client_credentials"])
        #expect(transport.requests.first?.fields.contains("Authorization") == false)
        #expect(transport.requests.last?.fields["Authorization"] == "Bearer one")
    }

    @Test func isRenewedWhereItIsRefused() async {
        transport.on("*/items", call: 1, .init(status: 401))
        transport.on("*/items", .init(fields: ["Content-Type": "application/json"], body: "[]"))
        #expect(await Run(["list"], by: transport, key: "key").status == .success)
        #expect(transport.requests.last?.fields["Authorization"] == "Bearer two")
        #expect(transport.requests.count == 4)
    }

    @Test func aKeyThatIsNotKnown() async {
        let strict = ScriptedTransport()
        strict.on(
            "*/token",
            .init(
                status: 401,
                fields: ["Content-Type": "application/problem+json"],
                body: #"{"detail":"The key is not known here."}"#
            )
        )
        let run = await Run(["list"], by: strict, key: "wrong")
        #expect(run.status == .notPermitted)
        #expect(run.complaints == ["todo: The key is not known here."])
        #expect(strict.requests.count == 1)
    }
}
