#if os(Linux)
    import Mimeograph
    import MimeographJSON
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of who gets the client's certificate: the origin that the program contacts, and the hosts that a policy names for
    /// it.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct IdentityRouteTests {
        private static func identity() throws -> ClientIdentity {
            try ClientIdentity(certificatePath: TLSServer.file("client.pem"), keyPath: TLSServer.file("client.key"))
        }

        private static func policy() throws -> SecurityPolicy {
            try HandshakeTests.anchored().with { $0.clientIdentity = try identity() }
        }

        /// Policies that name no host, each created in another way.
        private static func general() throws -> [SecurityPolicy] {
            let plain = try HandshakeTests.anchored()
            return [
                try policy(), .all([plain, try policy()]),
                try .perHost(["other.example": plain], others: .policy(try policy())),
                .reportOnly(plain, enforcing: try policy()) { _ in },
            ]
        }

        /// Policies that name the host 127.0.0.1 for the identity.
        private static func named() throws -> [SecurityPolicy] {
            let hosts = try SecurityPolicy.perHost(
                ["127.0.0.1": policy()],
                others: .policy(HandshakeTests.anchored())
            )
            return [hosts, .all([try HandshakeTests.anchored(), hosts])]
        }

        private static func configuration(_ policy: SecurityPolicy) -> SessionConfiguration {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.securityPolicy = policy
            return configuration
        }

        /// Returns the name that a server read from the client's certificate, or nil if it got none and refused the connection.
        private static func client(of url: String, _ policy: SecurityPolicy) async throws -> String? {
            let session = SessionManager(configuration: configuration(policy), transport: CurlTransport())
            return await client(session, RequestMessage(url: url))
        }

        private static func client(_ session: SessionManager, _ message: RequestMessage) async -> String? {
            guard let body = try? await session.data(for: message).value else { return nil }
            return try? JSONFormat().decode(Answer.self, from: body).client
        }

        private struct Answer: Decodable, Sendable { var client: String? }

        @Test func aProxyIsNotShownIt() async throws {
            let proxy = TransportOptions.Proxy(url: try TLSServer.url("mutual", host: "127.0.0.1"))
            for url in [try TLSServer.url("good"), "http://far.example/"] {
                for policy in try Self.general() {
                    await #expect(throws: TransportError.self) {
                        try await CurlTransport().ask(url, policy) { $0.proxy = proxy }
                    }
                }
                for policy in try Self.named() {
                    _ = try await CurlTransport().ask(url, policy) { $0.proxy = proxy }
                }
            }
            // The server behind a proxy gets the certificate, whatever the names of both are.
            for host in ["127.0.0.1", "localhost"] {
                let silent = TransportOptions.Proxy(url: try TLSServer.url("good", host: host))
                for policy in try Self.general() {
                    let answer = try await CurlTransport().ask(try TLSServer.url("mutual"), policy) {
                        $0.proxy = silent
                    }
                    #expect(answer.client == "Ada")
                }
            }
        }

        @Test func aRedirectToAnotherOriginSendsNoCertificate() async throws {
            let mutual = try TLSServer.url("mutual")
            let elsewhere = try TLSServer.url("mutual", host: "127.0.0.1")
            let good = try TLSServer.url("good", "/to?\(mutual)")
            for policy in try Self.general() {
                // Another port, another host, and back to the first origin through another one.
                #expect(try await Self.client(of: good, policy) == nil)
                #expect(try await Self.client(of: "\(mutual)to?\(elsewhere)", policy) == nil)
                #expect(try await Self.client(of: "\(mutual)to?\(mutual)x", policy) == "Ada")
                #expect(try await Self.client(of: "\(mutual)to?\(good)", policy) == "Ada")
            }
            for policy in try Self.named() {
                #expect(try await Self.client(of: try TLSServer.url("good", "/to?\(elsewhere)"), policy) == "Ada")
                #expect(try await Self.client(of: good, policy) == nil)
            }
        }

        @Test func aRequestToAnotherOriginSendsNoCertificate() async throws {
            var configuration = Self.configuration(try Self.policy())
            let mutual = try TLSServer.url("mutual")
            configuration.redirects.decide = { _ in .send(RequestMessage(url: mutual)) }
            let session = SessionManager(configuration: configuration, transport: CurlTransport())
            #expect(await Self.client(session, RequestMessage(url: try TLSServer.url("good", "/to?x"))) == nil)
        }

        @Test func aManagerKeepsItAtItsOrigins() async throws {
            let mutual = try TLSServer.url("mutual")
            let good = try TLSServer.url("good")
            func manager(_ base: String?) throws -> HTTPSessionManager {
                try HTTPSessionManager(
                    baseURL: base,
                    serializers: SerializerRegistry { JSONPlugin() },
                    configuration: Self.configuration(Self.policy())
                )
            }
            func client(_ manager: HTTPSessionManager, _ url: String) async -> String? {
                (try? await manager.get(url, as: Answer.self))?.client
            }
            var atHome = try manager(good)
            #expect(await client(atHome, mutual) == nil)
            #expect(await client(atHome, "to?\(mutual)") == nil)
            atHome.allowedOrigins = try AllowedOrigins([mutual])
            #expect(await client(atHome, mutual) == "Ada")
            #expect(await client(atHome, "to?\(mutual)") == "Ada")
            #expect(await client(try manager(nil), mutual) == "Ada")
            #expect(await client(try manager(nil), "\(good)to?\(mutual)") == nil)
            // The server names a next page on another origin.
            for (base, isShown) in [(good, false), (nil, false), (mutual, true)] as [(String?, Bool)] {
                let pages = try manager(base).pages(base == mutual ? mutual : good, as: Answer.self) {
                    $0.head.url == mutual ? nil : mutual
                }
                var clients: [String?] = []
                do { for try await page in pages { clients.append(page.client) } } catch { clients.append(nil) }
                #expect(clients.contains("Ada") == isShown)
            }
        }
    }
#endif
