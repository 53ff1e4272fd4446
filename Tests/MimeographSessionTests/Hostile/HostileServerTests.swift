import Foundation
import Mimeograph
import MimeographCompression
import MimeographForm
import MimeographJSON
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

// Tests of what a hostile server can do to a session. Each test ends with an error or a response, at a bounded cost, and the
// server gets no secrets of others. Attacks on downloads are in `HostileDownloadTests`.

private struct Thing: Codable, Sendable, Equatable { var name: String }
private let json: HeaderFields = ["Content-Type": "application/json"]

private func manager(_ transport: ScriptedTransport) throws -> HTTPSessionManager {
    let serializers = try SerializerRegistry {
        JSONPlugin()
        CompressionPlugin()
    }
    return try HTTPSessionManager(baseURL: "http://h/", serializers: serializers, session: session(transport))
}

// MARK: - Heads

@Test func thousandsOfFieldsAreReadInOnePass() async throws {
    let transport = ScriptedTransport()
    var fields = HeaderFields()
    for index in 0..<5_000 {
        try fields.append("X-\(index)", "v")
        try fields.append("Set-Cookie", "c\(index)=1")
        try fields.append("WWW-Authenticate", "Digest realm=\(index), nonce=n")
    }
    transport.on("*", .init(status: 401, fields: fields))
    let session = session(transport) { configuration in
        configuration.cache = ResponseCache()
        configuration.credentials = try? Credentials(["http://h": Credential(username: "a", password: "b")])
    }
    let start = ContinuousClock.now
    let response = try await session.data(for: RequestMessage(url: "http://h/"))
    #expect(response.head.status == 401)
    #expect(transport.requests.count <= 8)
    // The limit is a hundred times the usual time. Quadratic work would take longer.
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(session.configuration.cookies?.cookies.count == 50)
}

// MARK: - Redirects

@Test func endlessRedirectsThatSetCookiesEnd() async throws {
    let transport = ScriptedTransport()
    transport.on("*") { request in
        let number = Int(request.url.split(separator: "/").last ?? "") ?? 0
        var answer = ScriptedAnswer(status: 302, fields: ["Location": "http://h/\(number + 1)"])
        for index in 0..<100 {
            try? answer.fields.append(
                "Set-Cookie",
                "c\(number)x\(index)=\(String(repeating: "v", count: 4000)); Path=/"
            )
        }
        return answer
    }
    let session = session(transport)
    #expect(await code { try await session.data(for: RequestMessage(url: "http://h/0")) } == .tooManyRedirects)
    #expect(transport.requests.count == 21)
    let longest = transport.requests.map { $0.fields["Cookie"]?.utf8.count ?? 0 }.max() ?? 0
    #expect(longest > 4000 && longest <= 50 * 4100)
    #expect(session.configuration.cookies?.cookies.count == 50)
}

/// Each way in which a request gets a secret. The redirect would take it to another origin.
private let ways = ["configuration", "URL", "provider", "interceptor", "cookie", "proxy", "key", "token"]

@Test(arguments: ways, ["https://evil.example/", "http://h.example/", "https://h.example:444/"])
func noSecretGoesToAnotherOrigin(_ way: String, _ location: String) async throws {
    struct Token: Authenticator {
        func apply(_ token: String, to request: inout RequestMessage) { request.fields["Authorization"] = token }
        func refresh(_ token: String) async throws -> String { token }
        func carries(_ request: RequestMessage, _ token: String) -> Bool { true }
    }
    let transport = ScriptedTransport()
    transport.on("https://h.example/") { request in
        if way == "URL" || way == "provider", !request.fields.contains("Authorization") {
            return .init(status: 401, fields: ["WWW-Authenticate": "Basic realm=r"])
        }
        return .init(status: 307, fields: ["Location": location, "Set-Cookie": "mine=jar; Secure"])
    }
    transport.on("*", .init(status: 401, fields: ["WWW-Authenticate": "Basic realm=r"]))
    let session = session(transport) { configuration in
        configuration.redirects.allowsDowngrade = true
        switch way {
        case "configuration": configuration.fields["Authorization"] = "secret"
        case "provider":
            let secret = Credential(username: "ada", password: "secret")
            configuration.credentials = try? Credentials(["https://h.example": secret])
        case "interceptor": configuration.interceptors = [AuthenticationInterceptor(Token(), token: "secret")]
        case "cookie": configuration.fields["Cookie"] = "secret"
        case "key": configuration.fields["x-api-key"] = "secret"
        case "token": configuration.fields["PRIVATE-TOKEN"] = "secret"
        case "proxy": configuration.fields["Proxy-Authorization"] = "secret"
        default: break
        }
    }
    let url = way == "URL" ? "https://ada:secret@h.example/" : "https://h.example/"
    let request = RequestMessage(method: .put, url: url, body: .bytes([1]))
    _ = try? await session.data(for: request)
    let elsewhere = transport.requests.filter { $0.url == location }
    #expect(!elsewhere.isEmpty)
    for request in elsewhere {
        for name in ["Authorization", "Proxy-Authorization", "X-Api-Key", "Private-Token"] {
            #expect(!request.fields.contains(name))
        }
        // Cookies are shared by all ports of a host, so the session's own cookie may be sent there. Source: RFC 6265 §8.5.
        #expect(request.fields["Cookie"] == (location == "https://h.example:444/" ? "mine=jar" : nil))
    }
    let kept = transport.requests.filter { $0.url == "https://h.example/" }.last?.fields
    let names = ["Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "Private-Token"]
    #expect(names.contains { kept?.contains($0) == true })
}

@Test(arguments: [
    "file:///etc/passwd", "FILE:/etc/passwd", "javascript:alert(1)", "gopher://h/_x", "data:,x", "unix:/run/x.sock",
    "http://", "http:///x", "//", "http://[::1/", "https://h:0x50/", "http://h\\@evil/", "http://h\\evil/",
])
func invalidLocationsAreErrorsThatExplainHowToGetTheResponse(_ location: String) async throws {
    let transport = ScriptedTransport()
    transport.on("http://h/", .init(status: 302, fields: ["Location": location], body: "see there"))
    transport.on("*", .init(body: "followed"))
    do {
        _ = try await session(transport).data(for: RequestMessage(url: "http://h/"))
        Issue.record("The session followed a redirect to \(location).")
    } catch {
        #expect(error.code == .redirectRefused)
        #expect(error.remedy?.contains("RedirectPolicy.none") == true)
    }
    #expect(transport.requests.count == 1)
}

// MARK: - Cookies

@Test func cookiesForOtherHostsAreRejected() async throws {
    let lines = [
        "a=1; Domain=other.example", "b=1; Domain=example", "c=1; Domain=sub.evil.example", "d=1; Domain=./",
        "e=1; Domain=evil.example.", "f=1; Domain=..evil.example", "__Host-g=1; Path=/", "__HOST-h=1; Path=/",
        "__secure-i=1", "j=1; Secure", "k=\u{1}", "l=1; Domain=github.io",
    ]
    for host in ["evil.example", "evil.github.io"] {
        let transport = ScriptedTransport()
        transport.on("*") { _ in
            var answer = ScriptedAnswer()
            for line in lines { try? answer.fields.append("Set-Cookie", line) }
            return answer
        }
        let session = session(transport)
        _ = try await session.data(for: RequestMessage(url: "http://\(host)/"))
        #expect(session.configuration.cookies?.cookies.map(\.name) == [])
    }
}

@Test func anInsecureResponseCannotReplaceASecureCookie() throws {
    let storage = CookieStorage()
    try storage.store(from: ["Set-Cookie": "id=right; Secure; Path=/; Domain=h.example"], url: "https://h.example/")
    for (line, url) in [
        ("id=forged", "http://h.example/"), ("id=forged; Path=/deep", "http://h.example/"),
        ("id=forged; Domain=h.example", "http://www.h.example/"),
        ("id=; Max-Age=0; Domain=h.example", "http://h.example/"),
    ] {
        try storage.store(from: ["Set-Cookie": line], url: url)
        #expect(try storage.field(for: "https://h.example/deep") == "id=right")
        #expect(try storage.field(for: "https://www.h.example/deep") == "id=right")
    }
    // Insecure cookies of other hosts and with other names are stored.
    try storage.store(from: ["Set-Cookie": "id=own"], url: "http://other.example/")
    try storage.store(from: ["Set-Cookie": "other=1"], url: "http://h.example/")
    #expect(try storage.field(for: "http://other.example/") == "id=own")
    #expect(storage.cookies.count == 3)
}

// MARK: - Challenges

private let challenges = [
    "Digest", "Digest ", "Digest realm", "Digest nonce=", "Digest realm=\"x", "Digest nonce=n, nonce=m",
    "Digest realm=\"\\\", nonce=n", "Digest nonce=n, algorithm=SHA-512-256", "Digest nonce=n, qop=auth-int",
    "Digest nonce=n, qop=\"\"", "Digest nonce=n, qop=\"auth,auth,auth\"", "Digest nonce=n, userhash=maybe",
    "Digest nonce=\"\u{FFFD}\u{20AC}\", realm=\"\u{E9}\", qop=auth", "Basic", "Basic realm=", "Basic Basic Basic",
    ",,,,", "=", "\"", "Digest nonce==,=", "Basic dG9rZW4=, Digest nonce=n", "Negotiate abc==",
    "Digest stale=true, nonce=n",
]

@Test(arguments: challenges)
func challengesOfGarbageEnd(_ challenge: String) async throws {
    try await answers(challenge)
    // Each prefix of the challenge, too.
    for end in challenge.indices { try await answers(String(challenge[..<end])) }
}

@Test func mutatedChallengesEnd() async throws {
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array("Digest Basic,=\"\\ nonce realm qop auth stale true \u{E9}".unicodeScalars)
    for challenge in challenges {
        for _ in 0..<20 {
            var scalars = Array(challenge.unicodeScalars)
            for _ in 0..<3 {
                let index = Int.random(in: 0...scalars.count, using: &generator)
                scalars.insert(alphabet.randomElement(using: &generator) ?? "=", at: index)
            }
            try await answers(String(String.UnicodeScalarView(scalars)))
        }
    }
}

/// Sends a request that always gets this challenge, and checks how the session answers it.
private func answers(_ challenge: String) async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(status: 401, fields: ["WWW-Authenticate": challenge]))
    let session = session(transport) { configuration in
        configuration.credentials = try? Credentials(["http://h": Credential(username: "ada", password: "pass word")])
    }
    #expect(try await session.data(for: RequestMessage(url: "http://h/")).head.status == 401)
    #expect(transport.requests.count <= 3)
    for request in transport.requests {
        #expect(request.fields.values(of: "Authorization").allSatisfy { !$0.contains("pass word") })
    }
}

// MARK: - Compression bombs

@Test func bombsGoOffNowhere() async throws {
    // With gzip, ten megabytes of spaces and a name take ten kilobytes.
    let plain = [UInt8](repeating: 0x20, count: 10 << 20) + Array(#"{"name":"x"}"#.utf8)
    let bomb = try GzipCoding().encode(plain.span)
    #expect(bomb.count < 20_000)
    var fields = json
    fields["Content-Encoding"] = "gzip"
    let transport = ScriptedTransport()
    transport.on("http://h/bomb", .init(fields: fields, chunks: [bomb]))
    transport.on("http://h/404", .init(status: 404, fields: fields, chunks: [bomb]))
    fields["Content-Type"] = "application/x-ndjson"
    transport.on("http://h/rows", .init(fields: fields, chunks: bomb.map { [$0] }))
    var api = try manager(transport)
    api.serializers.limits.outputBytes = 1 << 20
    try api.serializers.register(errorBody: ErrorBodyRule(Thing.self, for: ["application/json"]))
    let bound = api
    #expect(await code { let _: Thing = try await bound.get("bomb") } == .limitExceeded)
    #expect(await code { let _: Thing = try await bound.get("404") } == .unacceptableStatus)
    #expect(
        await code { for try await _: Thing in try await bound.stream("rows") { Issue.record("A bomb gave a row.") } }
            == .limitExceeded
    )
    var configuration = bound.configuration
    configuration.limits.outputBytes = 1 << 20
    let raw = configuration
    #expect(
        await code { try await bound.session.data(for: RequestMessage(url: "http://h/bomb"), configuration: raw) }
            == .limitExceeded
    )
    #expect(transport.openExchangeCount == 0)
}
