import Mimeograph
import MimeographSession
import TestServers
import TestSupport
import Testing

#if os(Linux)
    /// Tests of servers that a transport connects to instead of those in URLs.
    @Suite struct ConnectToTests {
        private static func session(_ servers: [String: String]) -> SessionManager {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            let transport = CurlTransport(configuration: .init(connectTo: servers))
            return SessionManager(configuration: configuration, transport: transport)
        }

        @Test(arguments: [
            ("api.example.com", "api.example.com", true), ("API.example.com:80", "api.example.com", true),
            ("bücher.example", "xn--bcher-kva.example", true), ("[::9]", "[::9]", true),
            ("192.0.2.1", "192.0.2.1", true),
            ("api.example.com:8080", "api.example.com:8080", true), ("api.example.com:81", "api.example.com", false),
        ])
        func theServerSeesTheHostOfTheURL(_ key: String, _ authority: String, _ isReached: Bool) async throws {
            let server = try RequestURL(TestServer.odd("/echo"))
            let session = Self.session([key: server.authority])
            let request = RequestMessage(url: "http://\(authority)/echo")
            guard isReached else {
                await #expect(throws: SessionError.self) { try await session.data(for: request) }
                return
            }
            let response = try await session.data(for: request)
            #expect(response.head.status == 200 && response.head.url == request.url)
            #expect(String(decoding: response.value, as: UTF8.self).lowercased().contains("\"\(authority)\""))
        }

        @Test func aPortMayStay() async throws {
            let server = try RequestURL(TestServer.odd("/echo"))
            let session = Self.session(["api.example.com": "127.0.0.1"])
            let port = try #require(server.port)
            let response = try await session.data(for: RequestMessage(url: "http://api.example.com:\(port)/echo"))
            #expect(response.head.status == 200)
        }

        @Test(arguments: [("api.example.com", "127.0.0.1:0"), ("a b", "127.0.0.1"), ("", "127.0.0.1"), ("a", "")])
        func invalidServersAreRejected(_ key: String, _ server: String) async throws {
            let error = await #expect(throws: SessionError.self) {
                try await Self.session([key: server]).data(for: RequestMessage(url: "http://other.example/"))
            }
            #expect(error?.remedy?.contains("connectTo") == true, "\(String(describing: error))")
        }

        @Test func cachesSeparateTheServers() {
            let servers = [[:], ["a.example": "127.0.0.1:1"], ["a.example": "127.0.0.1:2"]]
            let identities = servers.map { CurlTransport(configuration: .init(connectTo: $0)).trustIdentity }
            #expect(Set(identities).count == 3)
        }
    }
#endif
