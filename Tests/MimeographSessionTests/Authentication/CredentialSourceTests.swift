import Mimeograph
import MimeographForm
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of credentials: a request is sent only with the credential that it names.
@Suite struct CredentialSourceTests {
    private static let users = ["alice": "right", "bob": "b"]

    enum Scheme: String, CaseIterable { case basic, digest }

    private struct One: CredentialProvider {
        let given: Credential
        func credential(for request: CredentialRequest) async -> Credential? {
            request.failureCount == 0 ? given : nil
        }
    }

    /// Answers with the name of the page's user; 401 for all other users.
    private static func server(_ scheme: Scheme) -> ScriptedTransport {
        let transport = ScriptedTransport()
        transport.on("http://h/*") { request in
            let given = request.fields["Authorization"]
            switch scheme {
            case .basic:
                let found = users.first { user, password in
                    given == (try? HTTPRequestSerializer.basicAuthorization(username: user, password: password))
                }
                if let found { return .init(body: found.key) }
                return .init(status: 401, fields: ["WWW-Authenticate": "Basic realm=r"])
            case .digest:
                let parts = given.flatMap { AuthenticationChallenge.parse($0).first?.parameters } ?? [:]
                let user = parts["username"] ?? ""
                let md5 = { (text: String) in MessageDigest.md5.hexadecimal(of: text) ?? "" }
                let secret = md5("\(user):r:\(users[user] ?? "\u{0}")")
                let middle = "\(parts["nc"] ?? ""):\(parts["cnonce"] ?? ""):auth"
                let expected = md5("\(secret):n:\(middle):\(md5("GET:\(parts["uri"] ?? "")"))")
                if parts["response"] == expected { return .init(body: user) }
                return .init(status: 401, fields: ["WWW-Authenticate": "Digest realm=r, nonce=n, qop=auth"])
            }
        }
        return transport
    }

    private static func page(_ session: SessionManager, _ url: String, _ provider: One?) async throws -> String {
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.credentials = provider
        let response = try await session.data(for: RequestMessage(url: url), configuration: configuration)
        return response.head.status == 200 ? String(decoding: response.value, as: UTF8.self) : "\(response.head.status)"
    }

    @Test(arguments: Scheme.allCases)
    func aLoginAppliesOnlyToItsOwnUser(_ scheme: Scheme) async throws {
        let alice = One(given: Credential(username: "alice", password: "right"))
        let bob = One(given: Credential(username: "bob", password: "b"))
        let wrong = One(given: Credential(username: "alice", password: "wrong"))
        // Each of them logs in first once, and all others follow.
        for (url, provider) in [("http://alice:right@h/a", nil), ("http://h/a", alice)] as [(String, One?)] {
            let session = session(Self.server(scheme))
            #expect(try await Self.page(session, url, provider) == "alice")
            #expect(try await Self.page(session, "http://bob:b@h/a", nil) == "bob")
            #expect(try await Self.page(session, "http://bob:b@h/a", alice) == "bob")
            #expect(try await Self.page(session, "http://alice:WRONG@h/a", nil) == "401")
            #expect(try await Self.page(session, "http://alice:WRONG@h/a", alice) == "401")
            #expect(try await Self.page(session, "http://alice@h/a", nil) == "401")
            #expect(try await Self.page(session, "http://h/a", bob) == "bob")
            #expect(try await Self.page(session, "http://h/a", wrong) == "401")
            #expect(try await Self.page(session, "http://h/a", nil) == "401")
            #expect(try await Self.page(session, url, provider) == "alice")
        }
    }

    @Test(arguments: Scheme.allCases)
    func aRequestWithoutACredentialIsSentWithNone(_ scheme: Scheme) async throws {
        let transport = Self.server(scheme)
        let session = session(transport) { $0.credentials = One(given: Credential(username: "bob", password: "b")) }
        #expect(try await session.data(for: RequestMessage(url: "http://h/a")).head.status == 200)
        let before = transport.requests.count
        var none = session.configuration
        none.credentials = nil
        #expect(try await session.data(for: RequestMessage(url: "http://h/a"), configuration: none).head.status == 401)
        #expect(transport.requests.dropFirst(before).map { $0.fields["Authorization"] } == [nil])
        // A copy of the configuration with the same provider is the same user.
        var copy = session.configuration
        copy.fields["X-A"] = "1"
        let count = transport.requests.count
        #expect(try await session.data(for: RequestMessage(url: "http://h/a"), configuration: copy).head.status == 200)
        #expect(transport.requests.count == count + 1)
    }

    /// Two passwords that Swift compares as equal are two passwords.
    @Test func spellingsOfAPasswordAreDifferentCredentials() async throws {
        let transport = ScriptedTransport()
        let right = try HTTPRequestSerializer.basicAuthorization(username: "ada", password: "\u{E9}")
        transport.on("*") { request in
            request.fields["Authorization"] == right
                ? .init(body: "in") : .init(status: 401, fields: ["WWW-Authenticate": "Basic realm=r"])
        }
        let session = session(transport)
        #expect(try await session.data(for: RequestMessage(url: "http://ada:%C3%A9@h/")).head.status == 200)
        #expect(try await session.data(for: RequestMessage(url: "http://ada:e%CC%81@h/")).head.status == 401)
    }

    /// A socket is another server, whatever the URL says.
    @Test func credentialsOfOneSocketAreNotSentToAnother() async throws {
        let transport = Self.server(.basic)
        let session = session(transport) {
            $0.credentials = One(given: Credential(username: "alice", password: "right"))
            $0.options.unixSocketPath = "/one"
        }
        #expect(try await session.data(for: RequestMessage(url: "http://h/a")).head.status == 200)
        var other = session.configuration
        other.options.unixSocketPath = "/two"
        let before = transport.requests.count
        _ = try await session.data(for: RequestMessage(url: "http://h/a"), configuration: other)
        #expect(transport.requests[before].fields["Authorization"] == nil)
        var host = session.configuration
        host.fields["Host"] = "elsewhere"
        let count = transport.requests.count
        _ = try await session.data(for: RequestMessage(url: "http://h/a"), configuration: host)
        #expect(transport.requests[count].fields["Authorization"] == nil)
    }

    /// A redirect to another origin and back does not change the user of a request.
    @Test func aRedirectAwayAndBackKeepsTheUser() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/start", .init(status: 302, fields: ["Location": "http://other/"]))
        transport.on("http://other/", .init(status: 302, fields: ["Location": "http://h/a"]))
        let bob = try HTTPRequestSerializer.basicAuthorization(username: "bob", password: "b")
        transport.on("http://h/a") { request in
            request.fields["Authorization"] == bob
                ? .init(body: "bob") : .init(status: 401, fields: ["WWW-Authenticate": "Basic realm=r"])
        }
        let alice = One(given: Credential(username: "alice", password: "right"))
        let session = session(transport) { $0.credentials = alice }
        let response = try await session.data(for: RequestMessage(url: "http://bob:b@h/start"))
        #expect(response.head.status == 200)
        #expect(transport.requests.allSatisfy { [nil, bob].contains($0.fields["Authorization"]) })
        #expect(
            transport.requests.filter { $0.url == "http://other/" }.allSatisfy { !$0.fields.contains("Authorization") }
        )
    }

    /// An Authorization field names the sender: if it is rejected, the provider's user does not get the page instead.
    @Test(arguments: Scheme.allCases)
    func aFieldThatWasSetByHandIsTheOnlyCredential(_ scheme: Scheme) async throws {
        let transport = Self.server(scheme)
        let session = session(transport) {
            $0.credentials = One(given: Credential(username: "alice", password: "right"))
        }
        for isKnown in [false, true] {
            if isKnown { #expect(try await session.data(for: RequestMessage(url: "http://h/a")).head.status == 200) }
            let request = RequestMessage(url: "http://h/a", fields: ["Authorization": "Bearer bob"])
            #expect(try await session.data(for: request).head.status == 401)
            #expect(transport.requests.last?.fields["Authorization"] == "Bearer bob")
        }
    }

    /// A request that a policy sends instead names its own user.
    @Test func aReplacedRequestHasItsOwnCredential() async throws {
        let transport = Self.server(.basic)
        transport.on("http://start/", .init(status: 302, fields: ["Location": "http://h/a"]))
        let session = session(transport) { configuration in
            configuration.redirects.decide = { _ in .send(RequestMessage(url: "http://bob:b@h/a")) }
        }
        let response = try await session.data(for: RequestMessage(url: "http://start/"))
        #expect(response.value == Array("bob".utf8))
    }

    @Test(arguments: ["\u{1}", "\u{7F}", "\u{1B}[31m"])
    func controlCharactersOfANextNonceAreNotSentBack(_ control: String) async throws {
        let transport = ScriptedTransport()
        transport.on("*") { request in
            guard request.fields.contains("Authorization") else {
                return .init(status: 401, fields: ["WWW-Authenticate": "Digest realm=r, nonce=one, qop=auth"])
            }
            return .init(fields: ["Authentication-Info": "nextnonce=\"a\(control)b\", qop=auth"])
        }
        let session = session(transport) { $0.credentials = One(given: Credential(username: "ada", password: "x")) }
        for path in ["a", "b"] { _ = try await session.data(for: RequestMessage(url: "http://h/\(path)")) }
        for request in transport.requests {
            #expect(request.fields["Authorization"].map { !$0.contains(control) } ?? true)
        }
        #expect(transport.requests.last?.fields["Authorization"]?.contains("nonce=\"one\"") == true)
    }

    /// The parameter with the run of marks; other parameters are as usual.
    @Test(arguments: ["realm", "nonce", "opaque", "algorithm", "qop", "stale", "userhash", "charset"])
    func parsingAChallengeTakesProportionalTime(_ name: String) async throws {
        func field(_ count: Int, _ mark: String) -> String {
            var parts = ["realm": "r", "nonce": "n", "qop": "auth", "opaque": "o"]
            parts[name] = "a" + String(repeating: "\u{300}\u{316}", count: count / 2) + mark
            return "Digest "
                + parts.sorted { $0.key < $1.key }.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: ", ")
        }
        func cost(_ count: Int) throws -> Double {
            let (one, two) = (field(count, "a"), field(count, "b"))
            return try processorTime {
                let first = try #require(AuthenticationChallenge.parse(one).first)
                let second = try #require(AuthenticationChallenge.parse(two).first)
                let digests = (DigestChallenge(first), DigestChallenge(second))
                _ = AuthenticationCache.best(of: [first, second])
                if let one = digests.0, let two = digests.1 { #expect(one != two || one.nonce == two.nonce) }
            }
        }
        let (small, large) = (try cost(2_000), try cost(32_000))
        // The text is 16 times as long; squared, the time would be 256 times as long.
        #expect(large < small * 80 + 0.05, "\(small) \(large)")
    }
}

/// Returns the processor time of this thread for a piece of work, in seconds.
private func processorTime(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        // SAFETY: the variable is of the type that the call fills.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try work()
    return now() - start
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
