#if os(Linux)
    import Mimeograph
    import MimeographJSON
    import MimeographSession
    import MimeographSessionTesting
    import MimeographSupport
    import Synchronization
    import TestServers
    import TestSupport
    import Testing

    /// Tests that redirects and proxies are checked with the policy of the host that is really contacted.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct TrustRouteTests {
        private static func session(_ policy: SecurityPolicy) -> SessionManager {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.securityPolicy = policy
            return SessionManager(configuration: configuration, transport: CurlTransport())
        }

        private static func pinned(_ name: String) throws -> SecurityPolicy {
            try SecurityPolicy(pinningMode: .publicKey, pinnedCertificates: [TLSServer.certificate(name)]).with {
                $0.anchors = try TLSServer.anchors()
            }
        }

        @Test func aRedirectsTargetIsCheckedWithItsOwnPolicy() async throws {
            let target = try TLSServer.url("address", host: "127.0.0.1")
            let request = RequestMessage(url: try TLSServer.url("good", "/to?\(target)"))
            let here = try Self.pinned("good")
            let there = try Self.pinned("address")
            for (policies, rule) in [
                (["localhost": here, "127.0.0.1": there], nil),
                (["localhost": here, "127.0.0.1": here], TrustFailure.Rule.noPinnedKey),
                (["localhost": here], .unknownHost), (["localhost": there, "127.0.0.1": there], .noPinnedKey),
            ] {
                let session = Self.session(try .perHost(policies))
                do {
                    let response = try await session.data(for: request)
                    #expect(rule == nil && response.head.status == 200)
                } catch {
                    #expect(error.trust?.rule == rule && error.code == .untrustedServer)
                    #expect((error.trust?.host == "127.0.0.1") == (policies["localhost"] == here))
                }
            }
        }

        @Test func aPinRequiresTLS() async throws {
            let plain = try TLSServer.plain()
            let policy = try Self.pinned("good")
            let refused = await #expect(throws: TransportError.self) {
                try await CurlTransport().ask(plain, policy)
            }
            #expect(refused?.code == .notEncrypted && refused?.trust?.rule == .notEncrypted)
            for policy in [policy, .all([SecurityPolicy(), policy]), try .perHost(["127.0.0.1": policy])] {
                let error = await #expect(throws: SessionError.self) {
                    try await Self.session(policy).data(for: RequestMessage(url: plain))
                }
                #expect(error?.code == .notEncrypted && error?.trust?.rule == .notEncrypted)
            }
            // The policy also refuses a redirect to http, even if the redirect settings allow it.
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.redirects.allowsDowngrade = true
            configuration.securityPolicy = policy
            let session = SessionManager(configuration: configuration, transport: CurlTransport())
            let error = await #expect(throws: SessionError.self) {
                try await session.data(for: RequestMessage(url: try TLSServer.url("good", "/to?\(plain)")))
            }
            #expect(error?.code == .notEncrypted)
            // If the policy allows it, other hosts can be contacted without TLS.
            let perHost = try SecurityPolicy.perHost(["localhost": policy], others: .policy(SecurityPolicy()))
            #expect(try await Self.session(perHost).data(for: RequestMessage(url: plain)).head.status == 200)
            let unknown = await #expect(throws: SessionError.self) {
                try await Self.session(try .perHost(["localhost": policy])).data(for: RequestMessage(url: plain))
            }
            #expect(unknown?.trust?.rule == .unknownHost)
        }

        @Test func aManagerThatPinsNeedsHTTPS() throws {
            let serializers = try SerializerRegistry { JSONPlugin() }
            var configuration = SessionConfiguration()
            configuration.securityPolicy = try .pinning(keys: [KeyPin(digest: [UInt8](repeating: 7, count: 32))])
            func make(_ url: String?) throws -> HTTPSessionManager {
                try HTTPSessionManager(baseURL: url, serializers: serializers, configuration: configuration)
            }
            let error = #expect(throws: SessionError.self) { try make("http://api.example.com/v1") }
            #expect(error?.code == .notEncrypted && error?.trust?.rule == .notEncrypted)
            _ = try make("https://api.example.com/v1")
            // Without a base URL, the policy checks each request.
            _ = try make(nil)
            let session = SessionManager(configuration: configuration, transport: ScriptedTransport())
            let shared = #expect(throws: SessionError.self) {
                try HTTPSessionManager(baseURL: "http://api.example.com", serializers: serializers, session: session)
            }
            #expect(shared?.code == .notEncrypted)
            configuration.securityPolicy = try .perHost(["api.example.com": configuration.securityPolicy])
            #expect(throws: SessionError.self) { try make("http://api.example.com/v1") }
            #expect(throws: SessionError.self) { try make("https://other.example.com/v1") }
            configuration.securityPolicy = SecurityPolicy()
            _ = try make("http://api.example.com/v1")
        }

        @Test(arguments: [
            // The proxy and the server behind it.
            ("localhost", "127.0.0.1"), ("127.0.0.1", "localhost"), ("localhost", "localhost"),
            ("127.0.0.1", "127.0.0.1"),
        ])
        func aProxyIsCheckedUnderItsOwnName(_ proxyHost: String, _ host: String) async throws {
            let proxy = TransportOptions.Proxy(url: try TLSServer.url("whole", host: proxyHost))
            let url = try TLSServer.url("good", host: host)
            let evaluated = Mutex<[String]>([])
            let policy = try SecurityPolicy.reportOnly(.pinning(keys: []), enforcing: HandshakeTests.anchored()) {
                failure in
                evaluated.withLock { $0.append("\(failure.host ?? "") \(failure.certificates.count)") }
            }
            let answer = try await CurlTransport().ask(url, policy) { $0.proxy = proxy }
            #expect(answer.identity == "good")
            // The proxy sends three certificates, and the server two.
            try await until { evaluated.withLock { $0 } == ["\(proxyHost) 3", "\(host) 2"] }
        }

        @Test func aProxyAndTheServerHavePoliciesOfTheirOwn() async throws {
            let proxy = TransportOptions.Proxy(url: try TLSServer.url("address", host: "127.0.0.1"))
            let url = try TLSServer.url("good")
            let here = try Self.pinned("good")
            let there = try Self.pinned("address")
            for (policies, rule) in [
                (["localhost": here, "127.0.0.1": there], nil),
                (["localhost": here, "127.0.0.1": here], TrustFailure.Rule.noPinnedKey),
                (["localhost": there, "127.0.0.1": there], .noPinnedKey), (["localhost": here], .unknownHost),
            ] {
                let rule2 = try await CurlTransport().refusal(url, try .perHost(policies)) { $0.proxy = proxy }
                #expect(rule2 == rule)
            }
            // The proxy's certificate is for another host.
            let wrong = TransportOptions.Proxy(url: try TLSServer.url("wrongHost", host: "127.0.0.1"))
            let refused = try await CurlTransport().refusal(url, try HandshakeTests.anchored()) { $0.proxy = wrong }
            #expect(refused == .wrongHost)
        }

        @Test func aProxyIsCheckedForURLsWithoutTLS() async throws {
            let url = "http://far.example/path"
            let proxy = TransportOptions.Proxy(url: try TLSServer.url("good"))
            let answer = try await CurlTransport().ask(url, try HandshakeTests.anchored()) { $0.proxy = proxy }
            #expect(answer.identity == "good")
            #expect(try await CurlTransport().refusal(url, SecurityPolicy()) { $0.proxy = proxy } == .invalidChain)
            let unknown = try SecurityPolicy.perHost(["far.example": HandshakeTests.anchored()])
            #expect(try await CurlTransport().refusal(url, unknown) { $0.proxy = proxy } == .unknownHost)
        }

        @Test(.needsOddServer) func aTunnelThroughAProxyWithoutTLS() async throws {
            let proxy = TransportOptions.Proxy(
                url: "http://127.0.0.1:\(try TestServer.odd().port("proxy"))",
                username: "ada",
                password: "secret"
            )
            let transport = CurlTransport()
            let url = try TLSServer.url("good")
            #expect(try await transport.refusal(url, try Self.pinned("good")) { $0.proxy = proxy } == nil)
            #expect(try await transport.refusal(url, try Self.pinned("address")) { $0.proxy = proxy } == .noPinnedKey)
        }
    }
#endif
