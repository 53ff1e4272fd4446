import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests that errors hide the secrets of URLs and fields, and that secrets stay within an origin.
@Suite struct HiddenSecretsTests {
    /// A URL, and the text of it in errors and events.
    static let shown: [(String, String)] = [
        ("https://ada:hush@h/x?token=1#y", "https://h/x?…"), ("http://ada:hu/sh@h/x", "http://h/x"),
        ("http://ada:hu?sh@h/x", "http://h/x"), ("http://ada:hu#sh@h/x", "http://h/x"),
        ("http://ada:hu/s?h#@h/x?y", "http://h/x?…"),
        ("http://ada:hush@h@h2/x", "http://h2/x"), ("http://ada:hush/@h@h2/x", "http://h2/x"),
        ("//ada:hu/sh@h/x", "//h/x"), ("http://h/x", "http://h/x"), ("http://h", "http://h"), ("x/y?z", "x/y?…"),
        // In ambiguous URLs, no part that may be a password is shown.
        ("http://ada:80/hush@h/x", "http://…@h/x"), ("http://hush/more@h/x", "http://…@h/x"),
        ("http://hush?more@h/x", "http://…"), ("http://h/x?mail=a@hush", "http://…"), ("http://h/x#a@hush", "http://…"),
        ("HTTP://127.1/", "http://127.0.0.1/"),
        ("http://h/a;jsessionid=hush;v=1/b?x", "http://h/a;jsessionid=…;v=1/b?…"),
        ("http://h/a;p%61ss=hush", "http://h/a;p%61ss=…"), ("/a;sid=hush", "/a;sid=…"), ("/a;v=1", "/a;v=1"),
    ]

    @Test(arguments: shown)
    func errorsAndEventsShowNoPassword(_ url: String, _ expected: String) {
        #expect(RequestURL.redacted(url) == expected)
        let message = RequestMessage(url: url)
        #expect(!message.curlCommand().contains("hush") || url.hasSuffix("@hush"), "\(message.curlCommand())")
        for part in ["hu/", "hu?", "hu#", "sh@"] { #expect(!message.curlCommand().contains(part)) }
    }

    /// The core's errors show the same text for a response's URL.
    @Test(arguments: ["http://ada:hu/sh@h/x", "http://ada:hu?sh@h/x", "http://ada:hu#sh@h/x", "http://80:80/hush@h/"])
    func errorsOfSerializersShowNoPassword(_ url: String) {
        var error = SerializationError(.unacceptableStatus, "no")
        error.head = ResponseHead(status: 500, url: url)
        for part in ["ada", "hu", "sh@"] { #expect(!"\(error)".contains(part), "\(error)") }
    }

    @Test func eventsAndMetricsShowNoPassword() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init())
        let session = session(transport)
        let events = session.events
        let response = try await session.data(for: RequestMessage(url: "http://ada:80/hush@h/x"))
        #expect(response.metrics.steps.map(\.url) == ["http://…@h/x"])
        session.invalidate()
        for await event in events { #expect(!"\(event)".contains("hush"), "\(event)") }
    }

    @Test(arguments: [
        "key", "sig", "code", "auth", "pwd", "KEY", "Sig", "api_key", "X-Amz-Signature", "access_token", "pass",
        "session", "pin", "user_pin", "code_verifier", "ssn", "cvv", "credit_card", "cardNumber", "passcode",
    ])
    func hidesSecretParameters(_ name: String) {
        let message = RequestMessage(
            method: .post,
            url: "http://h/x?a=1&\(name)=hush&b=2",
            fields: ["Content-Type": "application/x-www-form-urlencoded"],
            body: .bytes(Array("\(name)=hush&c=3".utf8))
        )
        let command = message.curlCommand()
        #expect(
            !command.contains("hush") && command.contains("a=1") && command.contains("b=2") && command.contains("c=3")
        )
    }

    @Test(arguments: [
        "zip_code", "page", "author", "sort", "monkeys", "keyword", "sign", "passenger", "decode", "pinned", "spin",
        "opinion",
    ])
    func showsOtherParameters(_ name: String) {
        #expect(RequestMessage(url: "http://h/x?\(name)=shown").curlCommand().contains("=shown"))
    }

    /// A space may be a plus sign.
    @Test(arguments: ["state=Bearer+hush", "state=Bearer%20hush", "state=Bearer+hush%FF"])
    func hidesCredentialsWithASchemeInQueries(_ query: String) {
        let command = RequestMessage(url: "http://h/x?a=shown&\(query)").curlCommand()
        #expect(!command.contains("hush") && command.contains("a=shown"))
    }

    /// Fields that name a user.
    static let secretFields = [
        "Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "Private-Token", "X-Auth-Key", "X-Auth",
        "X-AUTH-TOKEN",
        "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Session-Id", "X-Session", "Session", "DD-APPLICATION-KEY",
        "DD-API-KEY",
        "X-Amz-Security-Token", "X-Goog-Api-Key", "X-Vault-Token", "X-Access-Key", "X-Client-Secret",
        "X-Shopify-Access-Token",
        "X-CSRF-Token", "X-Hub-Signature-256", "ApiKey", "AuthKey", "X-OAuth", "Api-Secret", "X-Sid", "X-Pwd",
        "X-User-Password",
        "X-Ms-Client-Principal-Key", "Authentication", "X-Authentication", "X-Jwt-Assertion",
    ]

    @Test(arguments: secretFields)
    func doesNotSendSecretFieldsToAnotherOrigin(_ name: String) async throws {
        let transport = ScriptedTransport()
        transport.on("https://h/", .init(status: 307, fields: ["Location": "https://other/"]))
        transport.on("https://other/", .init())
        let session = session(transport)
        let fields = HeaderFields().with("X-Author", "Ada").with(name, "hush")
        _ = try await session.data(for: RequestMessage(url: "https://h/", fields: fields))
        #expect(transport.requests.map { $0.fields.contains(name) } == [true, false])
        #expect(transport.requests.map { $0.fields["X-Author"] } == ["Ada", "Ada"])
        #expect(
            !RequestMessage(url: "http://h/", fields: HeaderFields().with(name, "hush")).curlCommand().contains("hush")
        )
    }
}

extension HeaderFields {
    fileprivate func with(_ name: String, _ value: String) -> HeaderFields {
        var fields = self
        fields[name] = value
        return fields
    }
}
