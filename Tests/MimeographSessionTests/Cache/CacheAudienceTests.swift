import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// Users who share a cache, in memory or in a directory, never get each other's responses.
///
/// Source: RFC 9111 §1, §2, §3.5, §4.
@Suite struct CacheAudienceTests {
    private static let url = "http://h.example/page"

    /// A server that counts its answers and sends no Vary.
    private static func server() -> ScriptedTransport {
        let transport = ScriptedTransport()
        let count = Locked(0 as UInt8)
        transport.on("*") { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return ScriptedAnswer(fields: ["Cache-Control": "max-age=600", "ETag": "\"1\""], chunks: [[number]])
        }
        return transport
    }

    /// Fields of two requests from different users, or to different servers.
    private static let pairs: [(HeaderFields, HeaderFields)] = [
        (["X-Api-Key": "ada"], ["X-Api-Key": "eve"]), (["X-Api-Key": "ada"], [:]), ([:], ["X-Api-Key": "eve"]),
        (["Cookie": "session=ada"], ["Cookie": "session=eve"]), (["Cookie": "session=ada"], [:]),
        (["Authorization": "Bearer ada"], ["Authorization": "Bearer eve"]), (["Authorization": "Bearer ada"], [:]),
        (["X-Auth-Token": "ada"], ["X-Auth-Token": "eve"]), (["X-Amz-Security-Token": "ada"], [:]),
        (["X-Session-Id": "ada"], ["X-Session-Id": "eve"]), (["X-Auth": "ada"], ["X-Auth": "eve"]),
        (["Impersonate-User": "ada"], ["Impersonate-User": "eve"]), (["X-Tenant": "ada"], ["X-Tenant": "eve"]),
        (["X-Forwarded-User": "ada"], [:]), (["From": "ada@h.example"], ["From": "eve@h.example"]),
        // The same secret in two lines, and in another field.
        (["X-Api-Key": "ada"], ["X-Access-Token": "ada"]),
        // Another server behind the same name.
        (["Host": "one.example"], ["Host": "two.example"]), (["Host": "one.example"], [:]),
        (["X-Forwarded-Host": "one.example"], ["X-Forwarded-Host": "two.example"]),
        (["Forwarded": "host=one.example"], [:]), (["X-HTTP-Method-Override": "DELETE"], [:]),
    ]

    @Test(arguments: pairs.indices)
    func fieldsDistinguishUsers(_ index: Int) async throws {
        let (one, other) = Self.pairs[index]
        let folder = TemporaryFolder()
        for directory in [nil, folder.file("cache")] {
            let transport = Self.server()
            let shared = ResponseCache()
            func get(_ fields: HeaderFields) async throws -> [UInt8] {
                // A cache in a directory shares only the files.
                let cache = try directory.map { path in try ResponseCache(memory: 0, directory: path) } ?? shared
                return try await session(transport) { $0.cache = cache }
                    .data(for: RequestMessage(url: Self.url, fields: fields)).value
            }
            #expect(try await get(one) == [1])
            #expect(try await get(other) == [2], "\(other) got what is for \(one)")
            #expect(try await get(one) == [1])
            #expect(try await get(other) == [2])
        }
    }

    /// Fields that do not identify users make no difference, or nothing would ever be found.
    @Test(
        arguments: [
            ["Accept": "text/x"], ["User-Agent": "x"], ["Accept-Language": "de"], ["traceparent": "00-1"],
            ["X-Request-Id": "7"],
            ["Referer": "http://h.example/"],
        ] as [HeaderFields]
    )
    func otherFieldsDoNot(_ fields: HeaderFields) async throws {
        let transport = Self.server()
        let session = session(transport) { $0.cache = ResponseCache() }
        _ = try await session.data(for: RequestMessage(url: Self.url))
        #expect(try await session.data(for: RequestMessage(url: Self.url, fields: fields)).metrics.cache == .hit)
    }

    @Test func cookiesDistinguishTwoSessions() async throws {
        let transport = Self.server()
        let cache = ResponseCache()
        var sessions: [SessionManager] = []
        for user in ["ada", "eve"] {
            let cookies = CookieStorage()
            cookies.set(Cookie(name: "session", value: user, domain: "h.example"))
            sessions.append(
                session(transport) {
                    $0.cache = cache
                    $0.cookies = cookies
                }
            )
        }
        #expect(try await sessions[0].data(for: RequestMessage(url: Self.url)).value == [1])
        #expect(try await sessions[1].data(for: RequestMessage(url: Self.url)).value == [2])
        // A user who logs out is another user too.
        sessions[0].configuration.cookies?.removeAll()
        #expect(try await sessions[0].data(for: RequestMessage(url: Self.url)).value == [3])
        #expect(try await sessions[1].data(for: RequestMessage(url: Self.url)).value == [2])
    }

    /// Routes by which two configurations reach different servers at the same URL.
    private static let routes: [(String, @Sendable (inout SessionConfiguration) -> Void)] = [
        ("none", { _ in }), ("a socket", { $0.options.unixSocketPath = "/run/one" }),
        ("another socket", { $0.options.unixSocketPath = "/run/two" }),
        ("a proxy", { $0.options.proxy = .init(url: "http://one.example:1") }),
        ("another proxy", { $0.options.proxy = .init(url: "http://two.example:1") }),
        (
            "the proxy, as a user",
            { $0.options.proxy = .init(url: "http://one.example:1", username: "ada", password: "a") }
        ),
        (
            "the proxy, as another user",
            { $0.options.proxy = .init(url: "http://one.example:1", username: "ada", password: "b") }
        ),
        ("two policies", { $0.securityPolicy = .all([SecurityPolicy(), .pinning(certificates: [])]) }),
        ("a client's certificate", { $0.securityPolicy.clientIdentity = ClientIdentity(certificates: [], key: [1]) }),
        ("another one's", { $0.securityPolicy.clientIdentity = ClientIdentity(certificates: [], key: [2]) }),
        ("a lax policy", { $0.securityPolicy.allowsInvalidCertificates = true }),
        ("a laxer one", { $0.securityPolicy.validatesDomainName = false }),
        ("a policy of the host", { $0.securityPolicy = perHost("h.example") }),
        (
            "an identity of the host",
            { $0.securityPolicy = perHost("h.example", ClientIdentity(certificates: [], key: [3])) }
        ),
        ("a policy that wants a stapled status", { $0.securityPolicy = newest(.required) }),
        ("one that does not", { $0.securityPolicy = newest(.ignored) }),
    ]

    private static func newest(_ stapledStatus: SecurityPolicy.StapledStatusPolicy) -> SecurityPolicy {
        var policy = SecurityPolicy()
        policy.minimumTLSVersion = .v1_3
        policy.stapledStatus = stapledStatus
        return policy
    }

    private static func perHost(_ host: String, _ identity: ClientIdentity? = nil) -> SecurityPolicy {
        var policy = SecurityPolicy()
        policy.clientIdentity = identity
        policy.minimumTLSVersion = .v1_3
        return (try? .perHost([host: policy])) ?? policy
    }

    @Test func routesDistinguishServers() async throws {
        let folder = TemporaryFolder()
        for directory in [nil, folder.file("cache")] {
            let transport = Self.server()
            let shared = ResponseCache()
            for round in 0..<2 {
                for (number, (name, configure)) in Self.routes.enumerated() {
                    // The number of variants of one URL is limited.
                    let url = "https://h.example/\(number / CachedResponse.mostVariants)"
                    let cache = try directory.map { path in try ResponseCache(memory: 0, directory: path) } ?? shared
                    let session = session(transport) {
                        configure(&$0)
                        $0.cache = cache
                    }
                    let answer = try await session.data(for: RequestMessage(url: url)).value
                    #expect(answer == [UInt8(number + 1)], "\(name), in round \(round)")
                }
            }
            #expect(transport.requests.count == Self.routes.count)
        }
    }

    /// A server that asks for a name and a password, and answers with the name.
    private static func guarded() -> ScriptedTransport {
        let transport = ScriptedTransport()
        transport.on("*") { request in
            guard let value = request.fields["Authorization"] else {
                return ScriptedAnswer(
                    status: 401,
                    fields: ["WWW-Authenticate": "Basic realm=\"x\"", "Cache-Control": "max-age=600"],
                    body: "who are you?"
                )
            }
            return ScriptedAnswer(fields: ["Cache-Control": "max-age=600"], chunks: [Array(value.utf8)])
        }
        return transport
    }

    @Test func credentialsInURLsDistinguishUsers() async throws {
        let transport = Self.guarded()
        let cache = ResponseCache()
        func get(_ url: String) async throws -> [UInt8] {
            try await session(transport) { $0.cache = cache }.data(for: RequestMessage(url: url)).value
        }
        #expect(try await get("http://ada:a@h.example/page") == Array("Basic YWRhOmE=".utf8))
        #expect(try await get("http://eve:e@h.example/page") == Array("Basic ZXZlOmU=".utf8))
        #expect(try await get("http://h.example/page") == Array("who are you?".utf8))
        #expect(try await get("http://ada:a@h.example/page") == Array("Basic YWRhOmE=".utf8))
    }

    /// A challenge from the cache would not be answered.
    @Test func challengesAreNotKept() async throws {
        let transport = Self.guarded()
        let cache = ResponseCache()
        let anonymous = session(transport) { $0.cache = cache }
        #expect(try await anonymous.data(for: RequestMessage(url: Self.url)).head.status == 401)
        let known = session(transport) { $0.cache = cache }
        #expect(try await known.data(for: RequestMessage(url: "http://ada:a@h.example/page")).head.status == 200)
    }
}
