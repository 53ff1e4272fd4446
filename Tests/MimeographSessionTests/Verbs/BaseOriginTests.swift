import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographSessionTesting
import Testing

@testable import MimeographSession

/// Tests that a manager's own fields go only to the origin of its base URL.
@Suite struct BaseOriginTests {
    private struct Token: Authenticator {
        func apply(_ token: String, to request: inout RequestMessage) {
            request.fields["Authorization"] = token
            request.fields["X-Tenant"] = token
        }
        func refresh(_ token: String) async throws -> String { "\(token)+" }
        func carries(_ request: RequestMessage, _ token: String) -> Bool { request.fields["Authorization"] == token }
    }

    /// The part of the manager that holds its secrets.
    enum Way: String, CaseIterable { case serializer, configuration, interceptor }

    private static func manager(_ way: Way, _ transport: ScriptedTransport) throws -> HTTPSessionManager {
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        var manager = try HTTPSessionManager(
            baseURL: "https://api.example/v1",
            serializers: try SerializerRegistry { JSONPlugin() },
            configuration: configuration,
            transport: transport
        )
        switch way {
        case .serializer:
            manager.requestSerializer.fields["Authorization"] = "secret"
            manager.requestSerializer.fields["X-Api-Key"] = "secret"
            manager.requestSerializer.fields["Host"] = "secret.example"
            manager.requestSerializer.fields["X-Client"] = "7"
        case .configuration:
            manager.configuration.fields["Authorization"] = "secret"
            manager.configuration.fields["X-Api-Key"] = "secret"
            manager.configuration.fields["Host"] = "secret.example"
            manager.configuration.fields["X-Client"] = "7"
        case .interceptor:
            manager.configuration.interceptors = [AuthenticationInterceptor(Token(), token: "secret")]
            manager.requestSerializer.fields["X-Client"] = "7"
        }
        return manager
    }

    private static func answering(_ status: Int = 200) -> ScriptedTransport {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: status, fields: ["Content-Type": "application/json"], body: "[]"))
        return transport
    }

    static let elsewhere = [
        "https://other.example/x", "//other.example/x", "http://api.example/v1/x", "https://api.example:444/x",
        "https://API.example.evil/x", "//api.example@other.example/x", "https://127.1/x", "HTTPS://OTHER.example",
    ]
    static let home = ["x", "/x", "?q", "https://api.example/x", "//api.example/x", "HTTPS://API.EXAMPLE:443/x"]

    @Test(arguments: Way.allCases, elsewhere)
    func secretsDoNotGoToOtherOrigins(_ way: Way, _ path: String) async throws {
        let transport = Self.answering()
        let manager = try Self.manager(way, transport)
        try await manager.get(path)
        let _: [Int] = try await manager.get(path)
        _ = try await manager.anyValue(path)
        for try await _: Int in try await manager.stream(path) {}
        _ = try await manager.session.data(for: try manager.request(.get, path))
        #expect(transport.requests.count == 5)
        // The last request uses the configuration of the session, not of the manager.
        for request in transport.requests {
            #expect(!request.fields.contains("Authorization") && !request.fields.contains("X-Api-Key"))
            #expect(!request.fields.contains("X-Tenant") && request.fields["Host"] != "secret.example")
        }
        #expect(transport.requests.dropLast().allSatisfy { $0.fields["X-Client"] == "7" })
    }

    @Test(arguments: Way.allCases, home)
    func theBaseGetsSecrets(_ way: Way, _ path: String) async throws {
        let transport = Self.answering()
        let manager = try Self.manager(way, transport)
        try await manager.get(path)
        #expect(transport.requests.map { $0.fields["Authorization"] } == ["secret"])
    }

    @Test(arguments: elsewhere)
    func aRequestsOwnFieldsFollowIt(_ path: String) async throws {
        let transport = Self.answering()
        let manager = try Self.manager(.serializer, transport)
        try await manager.get(path, headers: ["authorization": "own"])
        let made = RequestMessage(url: path, fields: ["X-Api-Key": "own"])
        let _: ValueResponse<[Int]> = try await manager.response(for: made)
        #expect(transport.requests.map { $0.fields["Authorization"] } == ["own", nil])
        #expect(transport.requests.map { $0.fields["X-Api-Key"] } == [nil, "own"])
    }

    @Test func otherOriginsAreAllowedByName() async throws {
        for way in Way.allCases {
            let transport = Self.answering()
            var manager = try Self.manager(way, transport)
            manager.allowedOrigins = try AllowedOrigins(["https://other.example/ignored", "http://localhost:80"])
            try await manager.get("https://OTHER.example:443/x")
            try await manager.get("//other.example/x")
            try await manager.get("http://localhost/x")
            for path in ["http://other.example/x", "https://a.other.example/x", "https://localhost/x"] {
                try await manager.get(path)
            }
            let sent = transport.requests.map { $0.fields["Authorization"] }
            #expect(sent == ["secret", "secret", "secret", nil, nil, nil], "\(way)")
        }
    }

    /// The rule also holds for a configuration with secrets that existed before the manager, and for an interceptor with its own
    /// origins.
    @Test func aManagerIsMadeWithItsSecrets() async throws {
        let transport = Self.answering()
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.fields["X-Api-Key"] = "secret"
        let origins = try AllowedOrigins(["https://token.example"])
        configuration.interceptors = [AuthenticationInterceptor(Token(), token: "secret", origins: origins)]
        let manager = try HTTPSessionManager(
            baseURL: "https://api.example/v1",
            serializers: try SerializerRegistry { JSONPlugin() },
            configuration: configuration,
            transport: transport
        )
        try await manager.get("https://other.example/x")
        try await manager.get("x")
        try await manager.get("https://token.example/x")
        #expect(transport.requests.map { $0.fields["X-Api-Key"] } == [nil, "secret", nil])
        // Without a base URL, only the interceptor's own origins are allowed.
        let session = SessionManager(configuration: configuration, transport: transport)
        for url in ["https://token.example/", "https://other.example/"] {
            _ = try await session.data(for: RequestMessage(url: url))
        }
        #expect(transport.requests.map { $0.fields["Authorization"] } == [nil, nil, "secret", "secret", nil])
    }

    /// If another origin rejects a request that had no token, the token is not refreshed.
    @Test func aRejectionByAnotherOriginRefreshesNoToken() async throws {
        let transport = Self.answering(401)
        let manager = try Self.manager(.interceptor, transport)
        await #expect(throws: SessionError.self) { try await manager.get("https://other.example/x") }
        #expect(transport.requests.count == 1)
        let redirecting = ScriptedTransport()
        redirecting.on("https://api.example/*", .init(status: 302, fields: ["Location": "https://other.example/"]))
        redirecting.on("*", .init(status: 401))
        let second = try Self.manager(.interceptor, redirecting)
        await #expect(throws: SessionError.self) { try await second.get("x") }
        #expect(redirecting.requests.count == 2)
    }
}
