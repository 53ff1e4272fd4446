import Foundation
import Mimeograph
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests of the requests that a cookie is sent with.
@Suite struct SameSiteTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let url = "https://www.shop.example.com/"
    private static let lines = [
        "strict=1; Secure; SameSite=Strict", "lax=1; Secure; SameSite=lAx", "unset=1; Secure",
        "odd=1; Secure; SameSite=Maybe",
        "none=1; Secure; SameSite=NONE",
    ]
    private static let all = "strict=1; lax=1; unset=1; odd=1; none=1"
    private static let lax = "lax=1; unset=1; odd=1; none=1"

    private static func storage() throws -> CookieStorage {
        let storage = CookieStorage(isPublicSuffix: PublicSuffixList("com\nexample\ngithub.io\n").contains)
        for line in lines { try storage.store(from: ["Set-Cookie": line], url: url) }
        #expect(storage.cookies.map(\.sameSite) == [.strict, .lax, .unset, .unset, .none])
        return storage
    }

    private static func fields() throws -> HeaderFields {
        var fields = HeaderFields()
        for line in lines { try fields.append("Set-Cookie", line) }
        return fields
    }

    /// A page, and whether it has the same site. Source: draft-ietf-httpbis-rfc6265bis §5.2; HTML §7.1.1.
    @Test(arguments: [
        ("https://www.shop.example.com/", true), ("https://example.com/", true),
        ("https://other.example.com:8443/x", true),
        ("https://example.com./", false), ("http://www.shop.example.com/", false), ("https://notexample.com/", false),
        ("https://com/", false), ("https://news.example/", false), ("https://127.0.0.1/", false),
    ])
    func sitesHaveASchemeAndADomain(_ page: String, _ isSame: Bool) throws {
        let storage = try Self.storage()
        #expect(try storage.field(for: Self.url, initiator: .subresource(of: page)) == (isSame ? Self.all : "none=1"))
        #expect(try storage.field(for: Self.url, initiator: .navigation(from: page)) == (isSame ? Self.all : Self.lax))
        #expect(
            try storage.field(for: Self.url, method: .post, initiator: .navigation(from: page))
                == (isSame ? Self.all : "none=1")
        )
    }

    /// Source: draft-ietf-httpbis-rfc6265bis §5.8.3 step 3; RFC 9110 §9.2.1 and RFC 10008 §2 for safe methods.
    @Test(arguments: [
        (HTTPMethod.get, true), (.head, true), (.options, true), ("TRACE", true), (.post, false), (.put, false),
        (.patch, false), (.delete, false), (.query, true), ("get", false), ("query", false),
    ])
    func onlySafeMethodsBringLaxCookies(_ method: HTTPMethod, _ isSafe: Bool) throws {
        let storage = try Self.storage()
        let page = try RequestInitiator.navigation(from: "https://news.example/")
        #expect(try storage.field(for: Self.url, method: method, initiator: page) == (isSafe ? Self.lax : "none=1"))
        #expect(try storage.field(for: Self.url, method: method) == Self.all)
    }

    /// Owners below a public suffix are different sites. An address and a public suffix are sites of their own.
    @Test(arguments: [
        ("https://a.github.io/", "https://b.github.io/", false),
        ("https://a.github.io/", "https://x.a.github.io/", true),
        ("https://github.io/", "https://a.github.io/", false), ("https://127.0.0.1/", "https://127.0.0.1:444/", true),
        ("https://127.0.0.1/", "https://126.0.0.1/", false), ("https://[::1]/", "https://[::1]:8/", true),
        ("https://localhost/", "https://a.localhost/", false), ("https://example.com/", "https://com/", false),
    ])
    func sites(_ one: String, _ other: String, _ isSame: Bool) throws {
        let storage = try Self.storage()
        #expect((storage.site(of: try RequestURL(one)) == storage.site(of: try RequestURL(other))) == isSame)
    }

    /// Source: draft-ietf-httpbis-rfc6265bis §5.7 steps 18 and 19.
    @Test func sameSiteRestrictsStoring() throws {
        for (initiator, kept) in [
            (RequestInitiator.user, 5), (try .navigation(from: "https://news.example/"), 5),
            (try .subresource(of: "https://example.com/"), 5), (try .subresource(of: "https://news.example/"), 1),
        ] {
            let storage = CookieStorage(isPublicSuffix: CookieDomain.looksPublic)
            try storage.store(from: Self.fields(), url: Self.url, initiator: initiator)
            #expect(storage.cookies.count == kept)
        }
        // A cookie for all sites requires a secure connection.
        let storage = CookieStorage()
        try storage.store(from: ["Set-Cookie": "a=1; SameSite=None"], url: Self.url)
        try storage.store(from: ["Set-Cookie": "b=1; SameSite=None"], url: "http://h/")
        try storage.store(from: ["Set-Cookie": "c=1; SameSite=None; SameSite=Lax"], url: Self.url)
        #expect(storage.cookies.map(\.name) == ["c"])
        // A subresource of another site cannot remove a cookie that it could not have set.
        let kept = try Self.storage()
        try kept.store(
            from: ["Set-Cookie": "strict=; Max-Age=0; Secure; SameSite=Strict"],
            url: Self.url,
            initiator: .subresource(of: "https://news.example/")
        )
        #expect(try kept.field(for: Self.url) == Self.all)
    }

    // MARK: - In a session

    private static func session(
        _ initiator: RequestInitiator = .user,
        routes: [(String, ScriptedAnswer)]
    ) throws -> (SessionManager, ScriptedTransport) {
        let transport = ScriptedTransport()
        for (url, response) in routes { transport.on(url, response) }
        let storage = try storage()
        let session = MimeographSessionTests.session(transport) {
            $0.cookies = storage
            $0.initiator = initiator
            $0.redirects.allowsDowngrade = true
        }
        return (session, transport)
    }

    private static func redirect(_ location: String, _ status: Int = 302) -> ScriptedAnswer {
        .init(status: status, fields: ["Location": location])
    }

    /// The page of a request, the targets of its redirects, and the cookies that the shop receives.
    @Test(arguments: [
        ([url], HTTPMethod.get, all), ([url], .post, all), (["https://example.com/", url], .get, all),
        (["https://news.example/", url], .get, lax), (["http://www.shop.example.com/x", url], .get, lax),
        (["https://news.example/", url], .post, "none=1"),
        ([url + "out", "https://news.example/", url], .get, lax),
        ([url + "out", "https://news.example/", url, url + "again"], .get, lax),
        (["https://other.example.com/", "https://third.example.com/", url], .post, all),
    ])
    func redirectsCount(_ chain: [String], _ method: HTTPMethod, _ expected: String) async throws {
        let (session, transport) = try Self.session(
            routes: zip(chain, chain.dropFirst()).map { ($0, Self.redirect($1, 307)) } + [("*", .init())]
        )
        _ = try await session.data(for: RequestMessage(method: method, url: chain[0]))
        #expect(transport.requests.map(\.url) == chain)
        #expect(transport.requests.last?.fields["Cookie"] == expected)
    }

    /// The method after the redirect counts: a form whose answer redirects with 303 continues with a GET.
    @Test func theMethodOfEachRequestCounts() async throws {
        let (session, transport) = try Self.session(routes: [
            ("https://news.example/", Self.redirect(Self.url, 303)), ("*", .init()),
        ])
        _ = try await session.data(for: RequestMessage(method: .post, url: "https://news.example/"))
        #expect(transport.requests.last?.fields["Cookie"] == Self.lax)
    }

    @Test func theInitiatorOfAConfigurationCounts() async throws {
        let page = try RequestInitiator.subresource(of: "https://news.example/today")
        let (session, transport) = try Self.session(page, routes: [("*", .init(fields: Self.fields()))])
        _ = try await session.data(for: RequestMessage(url: Self.url))
        #expect(transport.requests.last?.fields["Cookie"] == "none=1")
        #expect(session.configuration.cookies?.cookies.count == 5)
        // A single request may have another initiator.
        var own = session.configuration
        own.initiator = .user
        _ = try await session.data(for: RequestMessage(url: Self.url), configuration: own)
        #expect(transport.requests.last?.fields["Cookie"] == Self.all)
        // A server of another site cannot use the page's cookies through it, and the page gets no cookie that it set.
        let third = CookieStorage(isPublicSuffix: CookieDomain.looksPublic)
        third.store(
            try Self.fields(),
            from: try RequestURL("https://ads.example/"),
            context: CookieChain(page, try ParsedURL("https://ads.example/"), third).context(.get),
            now: Date()
        )
        #expect(third.cookies.map(\.name) == ["none"])
    }

    /// A redirect within a subresource stays with the page.
    @Test func redirectsOfSubresourcesCount() async throws {
        let (session, transport) = try Self.session(
            try .subresource(of: "https://example.com/"),
            routes: [
                ("https://example.com/a", Self.redirect("https://cdn.example/")),
                ("https://cdn.example/", Self.redirect(Self.url)), ("*", .init()),
            ]
        )
        _ = try await session.data(for: RequestMessage(url: "https://example.com/a"))
        #expect(transport.requests.last?.fields["Cookie"] == "none=1")
    }
}
