import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// A status, a method, the method of the redirected request, and whether it keeps the body. Source: Fetch §4.4, RFC 9110 §15.4.
private let becoming: [(Int, HTTPMethod, HTTPMethod, Bool)] = [
    (301, .post, .get, false), (302, .post, .get, false), (303, .post, .get, false), (303, .put, .get, false),
    (303, .delete, .get, false), (301, .put, .put, true), (302, .patch, .patch, true), (307, .post, .post, true),
    (308, .post, .post, true), (307, .put, .put, true), (301, .get, .get, false), (303, .head, .head, false),
    // Source: RFC 10008 §2.5.
    (301, .query, .query, true), (302, .query, .query, true), (303, .query, .get, false), (307, .query, .query, true),
    (308, .query, .query, true),
]

@Test(arguments: becoming)
func redirectsKeepWhatTheyMay(_ status: Int, _ method: HTTPMethod, _ becomes: HTTPMethod, _ keepsBody: Bool)
    async throws
{
    let transport = ScriptedTransport()
    transport.on("http://h/a", .init(status: status, fields: ["Location": "b"], chunks: [[1]]))
    transport.on("http://h/b", .init(body: "here"))
    var request = RequestMessage(method: method, url: "http://h/a", fields: ["X-Own": "1"])
    if method != .get, method != .head {
        request.body = streamed([[1, 2], [3]])
        request.fields["Content-Type"] = "text/x"
    }
    let response = try await session(transport).data(for: request)
    let last = try #require(transport.requests.last)
    #expect(last.method == becomes)
    #expect(last.url == "http://h/b")
    #expect(last.body == (keepsBody ? [1, 2, 3] : []))
    #expect(last.fields.contains("Content-Type") == keepsBody)
    #expect(last.fields["X-Own"] == "1")
    #expect(response.head.url == "http://h/b")
    #expect(response.metrics.redirectCount == 1)
    #expect(response.metrics.steps.map(\.status) == [status, 200])
}

@Test(arguments: [
    ("https://other.example/", false), ("http://example.com/", false), ("https://example.com:8443/", false),
    ("https://example.com/b", true), ("//example.com/b", true),
])
func secretsStayWithTheirOrigin(_ location: String, _ stay: Bool) async throws {
    let transport = ScriptedTransport()
    transport.on("https://example.com/a", .init(status: 302, fields: ["Location": location]))
    transport.on("*", .init())
    let session = session(transport) { $0.redirects.allowsDowngrade = true }
    let secrets: HeaderFields = [
        "Authorization": "Bearer x", "Cookie": "a=b", "Proxy-Authorization": "Basic y", "Accept": "text/x",
    ]
    _ = try await session.data(for: RequestMessage(url: "https://example.com/a", fields: secrets))
    let last = try #require(transport.requests.last)
    for name in ["Authorization", "Cookie", "Proxy-Authorization"] { #expect(last.fields.contains(name) == stay) }
    #expect(last.fields["Accept"] == "text/x")
    #expect(transport.requests[0].fields["Authorization"] == "Bearer x")
}

/// Two targets are an error whatever the status, and even if redirects are not followed. Repeated equal ones are not.
@Test(arguments: [
    (["/b", "/c"], 302, SessionError.Code?.some(.invalidResponse)), (["/b", "/c"], 200, .invalidResponse),
    (["", "/c"], 201, .invalidResponse), (["/b", "/b"], 302, nil), (["/b"], 200, nil), ([], 200, nil),
])
func severalTargetsAreAnError(_ targets: [String], _ status: Int, _ expected: SessionError.Code?) async throws {
    var fields = HeaderFields()
    for target in targets { try fields.append("Location", target) }
    for policy in [RedirectPolicy.standard, .none] {
        let transport = ScriptedTransport()
        transport.on("http://h/a", .init(status: status, fields: fields))
        transport.on("*", .init())
        let session = session(transport) { $0.redirects = policy }
        #expect(await code { try await session.data(for: RequestMessage(url: "http://h/a")) } == expected)
    }
}

@Test func redirectCyclesEndAtTheLimit() async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(status: 302, fields: ["Location": "/again"]))
    #expect(
        await code { try await session(transport).data(for: RequestMessage(url: "http://h/")) } == .tooManyRedirects
    )
    #expect(transport.requests.count == 21)
    let other = ScriptedTransport()
    other.on("http://h/3", .init())
    other.on("http://h/2", .init(status: 301, fields: ["Location": "3"]))
    other.on("http://h/1", .init(status: 301, fields: ["Location": "2"]))
    let two = session(other) { $0.redirects.limit = 2 }
    #expect(try await two.data(for: RequestMessage(url: "http://h/1")).head.status == 200)
    let one = session(other) { $0.redirects.limit = 1 }
    #expect(await code { try await one.data(for: RequestMessage(url: "http://h/1")) } == .tooManyRedirects)
}

@Test(arguments: ["http://example.com/", "ftp://example.com/", "file:///etc/passwd", "http://a b/", "https://h:99999/"])
func redirectsThatMayNotBeFollowedAreErrors(_ location: String) async throws {
    let transport = ScriptedTransport()
    transport.on("https://h/", .init(status: 302, fields: ["Location": location]))
    #expect(
        await code { try await session(transport).data(for: RequestMessage(url: "https://h/")) } == .redirectRefused
    )
    #expect(transport.requests.count == 1)
    // A session that follows no redirects returns the response.
    let none = session(transport) { $0.redirects = .none }
    #expect(try await none.data(for: RequestMessage(url: "https://h/")).head.status == 302)
}

/// An empty Location names the same URL, so following it would never end. Other clients don't follow it either.
@Test(arguments: ["", " ", "\t "], [HTTPMethod.get, .post])
func anEmptyLocationIsNotARedirect(_ location: String, _ method: HTTPMethod) async throws {
    for status in [301, 302, 303, 307, 308] {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: status, fields: ["Location": location], body: "here"))
        var request = RequestMessage(method: method, url: "http://h/a")
        if method == .post { request.body = .bytes([1]) }
        let response = try await session(transport).data(for: request)
        #expect(response.head.status == status && response.value == Array("here".utf8))
        #expect(transport.requests.count == 1)
    }
}

/// An error of a redirect has the head of the redirecting response.
@Test(arguments: ["ftp://example.com/", "http://example.com/", "https://h/"])
func errorsOfRedirectsHaveTheStatus(_ location: String) async throws {
    let transport = ScriptedTransport()
    transport.on("*", .init(status: 302, fields: ["Location": location]))
    let error = try await #require(throws: SessionError.self) {
        try await session(transport).data(for: RequestMessage(url: "https://h/"))
    }
    #expect(error.status == 302 && error.head?.fields["Location"] == location)
    #expect("\(error)".contains("answered with status 302"))
}

@Test func statusesWithoutALocationAndOthersAreResponses() async throws {
    let transport = ScriptedTransport()
    transport.on("http://h/1", .init(status: 302, body: "nowhere"))
    transport.on("http://h/2", .init(status: 304, fields: ["Location": "/3"]))
    transport.on("http://h/4", .init(status: 300, fields: ["Location": "/3"], chunks: [[1]]))
    for (path, status) in [("1", 302), ("2", 304), ("4", 300)] {
        #expect(try await session(transport).data(for: RequestMessage(url: "http://h/\(path)")).head.status == status)
    }
}

@Test func thePolicyFollowsStopsAndChanges() async throws {
    let transport = ScriptedTransport()
    transport.on("http://h/*", .init(status: 307, fields: ["Location": "http://h/next"], chunks: [[7]]))
    transport.on("http://elsewhere/", .init(body: "found"))
    let stopping = session(transport) { $0.redirects.decide = { $0.request.url.hasSuffix("next") ? .stop : .follow } }
    let stopped = try await stopping.data(for: RequestMessage(url: "http://h/a"))
    #expect(stopped.head.status == 307)
    #expect(stopped.value == [7])
    let changing = session(transport) { configuration in
        configuration.redirects.decide = { redirect in
            var request = redirect.request
            request.url = "http://elsewhere/"
            request.fields["X-Count"] = "\(redirect.count)"
            return .send(request)
        }
    }
    let changed = try await changing.data(for: RequestMessage(method: .put, url: "http://h/a", body: .bytes([1])))
    #expect(changed.value == Array("found".utf8))
    #expect(transport.requests.last?.fields["X-Count"] == "0")
    #expect(transport.requests.last?.method == .put)
}

@Test func aRedirectCarriesNoCredentialOfTheServersChoice() async throws {
    let transport = ScriptedTransport()
    transport.on("http://h/a", .init(status: 302, fields: ["Location": "http://mallory:pw@h/b"]))
    transport.on("http://h/b", .init(status: 401, fields: ["WWW-Authenticate": "Basic realm=x"]))
    #expect(try await session(transport).data(for: RequestMessage(url: "http://h/a")).head.status == 401)
    #expect(transport.requests.count == 2)
}

@Test func unwantedBodiesAreReadOrDropped() async throws {
    let transport = ScriptedTransport()
    let chunk = [UInt8](repeating: 0, count: 1 << 14)
    let long = ScriptedAnswer(
        status: 302,
        fields: ["Location": "/b"],
        chunks: Array(repeating: chunk, count: 1000)
    )
    transport.on("http://h/a", long)
    transport.on("http://h/b", .init())
    let response = try await session(transport).data(for: RequestMessage(url: "http://h/a"))
    // The session reads 64 KiB and the chunk that exceeds them.
    #expect(response.metrics.steps[0].transport.bytesReceived == (64 << 10) + chunk.count)
    #expect(transport.openExchangeCount == 0)
}
