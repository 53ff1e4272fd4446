#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import MimeographSessionTesting
    import TestServers
    import TestSupport
    import Testing

    /// Tests of the cost of policies, and of transports that cannot enforce them.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct TrustEngineTests {
        /// A transport of another library, which does not support policies.
        private struct Foreign: Transport {
            func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
                throw TransportError(.other, "The session must not send this request.")
            }
            func invalidate(cancelling: Bool) {}
        }

        @Test func aTransportThatKnowsNoPoliciesIsNotAsked() async throws {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            let session = SessionManager(configuration: configuration, transport: Foreign())
            let request = RequestMessage(url: "https://example.com/")
            #expect(await code { try await session.data(for: request) }?.rawValue == "other")
            for policy in [
                try SecurityPolicy.pinning(keys: [KeyPin(digest: [UInt8](repeating: 1, count: 32))]),
                SecurityPolicy().with { $0.minimumTLSVersion = .v1_3 },
                SecurityPolicy().with { $0.anchors = .only([]) },
            ] {
                configuration.securityPolicy = policy
                let own = configuration
                let error = await #expect(throws: SessionError.self) {
                    try await session.data(for: request, configuration: own)
                }
                #expect(error?.code.rawValue == "unsupported" && error?.message.contains("cannot be enforced") == true)
            }
        }

        @Test func theCacheAnswersNoRequestThatThePolicyRefuses() async throws {
            let transport = ScriptedTransport()
            transport.on("*", ScriptedAnswer(fields: ["Cache-Control": "max-age=600"], body: "kept"))
            let cache = ResponseCache()
            let manager = session(transport) { $0.cache = cache }
            let request = RequestMessage(url: "http://example.com/")
            #expect(try await manager.data(for: request).head.status == 200)
            #expect(try await manager.data(for: request).head.status == 200)
            var pinned = manager.configuration
            pinned.securityPolicy = .pinning(keys: [])
            let refused = pinned
            #expect(await code { try await manager.data(for: request, configuration: refused) } == .notEncrypted)
            #expect(transport.requests.count == 1)
        }

        @Test func anotherTLSLibraryVerifiesByItselfAndEnforcesNoPolicy() async throws {
            let transport = CurlTransport(
                configuration: .init(certificateAuthorities: .file(try TLSServer.file("root.pem"))),
                library: .other("GnuTLS/3.7.9")
            )
            #expect(try await transport.ask(try TLSServer.url("good"), SecurityPolicy()).identity == "good")
            for identity in ["self", "wrongHost", "expired"] {
                let error = await #expect(throws: TransportError.self) {
                    try await transport.ask(try TLSServer.url(identity), SecurityPolicy())
                }
                #expect(error?.code == .untrustedServer && error?.trust == nil)
            }
            let identity = try ClientIdentity(pkcs12Path: TLSServer.file("client.p12"), password: "secret")
            for policy in [
                try HandshakeTests.anchored(), SecurityPolicy().with { $0.clientIdentity = identity },
                try .perHost(["localhost": SecurityPolicy()]), SecurityPolicy().with { $0.validatesDomainName = false },
            ] {
                #expect(!transport.enforces(policy))
                let error = await #expect(throws: TransportError.self) {
                    try await transport.ask(try TLSServer.url("good"), policy)
                }
                #expect(error?.code == .unsupported && error?.message.contains("GnuTLS/3.7.9") == true)
            }
            #expect(transport.enforces(SecurityPolicy()))
            #expect(CurlTransport().enforces(.pinning(keys: [])))
        }

        @Test func manyPoliciesOnOneTransport() async throws {
            await #expect(processExitsWith: .success) {
                let transport = CurlTransport()
                let url = try TLSServer.url("good")
                let pin = try TLSServer.certificate("good").pin
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 0..<60 {
                        group.addTask {
                            var digest = [UInt8](repeating: 0, count: 32)
                            digest[0] = UInt8(index % 20)
                            let policy = try SecurityPolicy.pinning(keys: [KeyPin(digest: digest), pin]).with {
                                $0.anchors = try TLSServer.anchors()
                            }
                            #expect(try await transport.ask(url, policy).identity == "good")
                            let refusing = try SecurityPolicy.pinning(keys: [KeyPin(digest: digest)]).with {
                                $0.anchors = try TLSServer.anchors()
                            }
                            #expect(try await transport.refusal(url, refusing) == .noPinnedKey)
                        }
                    }
                    try await group.waitForAll()
                }
                // The transport keeps eight policies with at most two threads each. The standard policy has no thread before its
                // first use.
                #expect(try await ProcessFigures.settles(16) { ProcessFigures.transportThreads })
                transport.invalidate(cancelling: true)
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                let error = await #expect(throws: TransportError.self) {
                    try await transport.ask(url, try HandshakeTests.anchored())
                }
                #expect(error?.code == .invalidated)
                let late = await #expect(throws: TransportError.self) {
                    try await transport.ask(url, SecurityPolicy.pinning(keys: [pin]))
                }
                #expect(late?.code == .invalidated)
            }
        }

        @Test(.measuresMemory) func handshakesLeaveNothingBehind() async {
            await #expect(processExitsWith: .success) {
                let url = try TLSServer.url("good", "/close")
                let bad = try TLSServer.url("attackByAppending", "/close")
                let policy = try SecurityPolicy(
                    pinningMode: .publicKey,
                    pinnedCertificates: [TLSServer.certificate("good")]
                ).with {
                    $0.anchors = try TLSServer.anchors()
                    $0.clientIdentity = try ClientIdentity(pkcs12Path: TLSServer.file("client.p12"), password: "secret")
                }
                func round(_ count: Int) async throws {
                    for _ in 0..<count {
                        // A new transport cannot resume a session.
                        let transport = CurlTransport()
                        #expect(try await transport.ask(url, policy).identity == "good")
                        #expect(try await transport.refusal(bad, policy) == .invalidChain)
                    }
                }
                try await round(50)
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                let descriptors = ProcessFigures.allowedDescriptors
                let memory = ProcessFigures.peakMemory
                try await round(250)
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                #expect(try await ProcessFigures.settles(descriptors) { ProcessFigures.descriptors })
                // 500 handshakes of some 20 KiB each would be 10 MiB.
                #expect(ProcessFigures.peakMemory - memory < 4 << 20)
            }
        }
    }
#endif
