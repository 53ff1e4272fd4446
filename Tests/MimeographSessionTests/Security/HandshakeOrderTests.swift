#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSupport
    import Synchronization
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests that nothing of a request is sent before the policy has decided, and that no policy reuses a session or connection
    /// that another policy allowed.
    @Suite(.needsTLSServer, .within(minutes: 10), .serialized)
    struct HandshakeOrderTests {
        /// More bytes than a ClientHello and an alert take. With an ML-KEM key, which newer versions of OpenSSL send, a
        /// ClientHello has 1,567 bytes. A sent client certificate would also show in the number of handshakes.
        private static let longestHello = 2000

        @Test(arguments: ["counted", "countedOld"])
        func nothingOfTheRequestIsSentBeforeTheDecision(_ identity: String) async throws {
            let transport = CurlTransport()
            let url = try TLSServer.url(identity)
            let before = try await TLSServer.figures(identity)
            let policy = try HandshakeTests.anchored()
            for refused in [SecurityPolicy(), policy.with { $0.pinningMode = .publicKey }] {
                var options = TransportOptions()
                options.securityPolicy = refused
                let body = MessageBody.bytes(TestServer.pattern(300_000))
                let request = TransportRequest(
                    method: .put,
                    url: url,
                    fields: ["X-Secret": "1"],
                    body: body,
                    options: options
                )
                let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
                #expect(error?.code == .untrustedServer)
            }
            // The server's thread may still be reading the alert.
            try await Task.sleep(for: .milliseconds(200))
            let after = try await TLSServer.figures(identity)
            #expect(after.connections - before.connections == 2)
            #expect(after.handshakes == before.handshakes && after.bytes == before.bytes)
            // Two ClientHello messages, each with an alert.
            #expect(after.raw - before.raw < 2 * Self.longestHello)
        }

        @Test(arguments: ["counted", "countedOld"])
        func theServerHasOnlyTheHelloWhileThePolicyDecides(_ identity: String) async throws {
            let before = try await TLSServer.figures(identity)
            let seen = Mutex<TLSServer.Figures?>(nil)
            var policy = try HandshakeTests.anchored()
            // The policy calls this during the handshake, not after it.
            let reporter = TrialPolicy.Reporter(callbacks: nil) { _ in
                let figures = try? TLSServer.figuresNow(identity)
                seen.withLock { $0 = figures }
            }
            policy.rules.trials.append(TrialPolicy(policy: .pinning(keys: []), reporter: reporter))
            let request = TransportRequest(
                method: .put,
                url: try TLSServer.url(identity),
                body: .bytes(TestServer.pattern(300_000)),
                options: TransportOptions(securityPolicy: policy)
            )
            #expect(try await CurlTransport().whole(request).head.status == 200)
            let during = try #require(seen.withLock { $0 })
            #expect(during.connections - before.connections == 1)
            #expect(during.handshakes == before.handshakes && during.bytes == before.bytes)
            #expect(during.raw - before.raw < Self.longestHello)
            #expect(try await TLSServer.figures(identity).bytes > before.bytes)
        }

        @Test(arguments: ["counted", "countedOld"])
        func aTLSSessionServesOnlyThePolicyThatAllowedIt(_ identity: String) async throws {
            let transport = CurlTransport()
            let url = try TLSServer.url(identity, "/close")
            let evaluations = Counter()
            let policy = try SecurityPolicy.reportOnly(.pinning(keys: []), enforcing: HandshakeTests.anchored()) { _ in
                evaluations.increment()
            }
            #expect(try await transport.ask(url, policy).isResumed == false)
            #expect(try await transport.ask(url, policy).isResumed)
            #expect(try await transport.ask(url, policy).isResumed)
            try await until { evaluations.value == 1 }
            // Any other policy starts a new session, whether it refuses the server or differs only slightly.
            let pinned = try HandshakeTests.anchored().with { $0.pinningMode = .certificate }
            #expect(try await transport.refusal(url, pinned) == .noPinnedCertificate)
            #expect(try await transport.ask(url, try HandshakeTests.anchored()).isResumed == false)
            #expect(try await transport.refusal(url, SecurityPolicy()) == .invalidChain)
            #expect(try await transport.ask(url, policy).isResumed)
            #expect(evaluations.value == 1)
        }

        @Test func aConnectionServesOnlyThePolicyThatAllowedIt() async throws {
            let transport = CurlTransport()
            let url = try TLSServer.url("counted")
            let anchored = try HandshakeTests.anchored()
            #expect(try await transport.ask(url, anchored).requests == 1)
            #expect(try await transport.ask(url, anchored).requests == 2)
            #expect(try await transport.refusal(url, SecurityPolicy()) == .invalidChain)
            let other = anchored.with { $0.minimumTLSVersion = .v1_3 }
            #expect(try await transport.ask(url, other).requests == 1)
            // An equal policy that is created again.
            #expect(try await transport.ask(url, try HandshakeTests.anchored()).requests == 3)
        }

        @Test func theClientsCertificateGoesToTrustedServersOnly() async throws {
            let before = try await TLSServer.figures("countedMutual")
            let policy = try SecurityPolicy().with {
                $0.clientIdentity = try ClientIdentity(
                    certificatePath: try TLSServer.file("client.pem"),
                    keyPath: try TLSServer.file("client.key")
                )
            }
            #expect(try await CurlTransport().refusal(try TLSServer.url("countedMutual"), policy) == .invalidChain)
            try await Task.sleep(for: .milliseconds(200))
            let after = try await TLSServer.figures("countedMutual")
            #expect(after.handshakes == before.handshakes && after.raw - before.raw < Self.longestHello)
        }
    }
#endif
