#if os(Linux)
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of which hosts a certificate is valid for, label by label.
    ///
    /// Source: RFC 9525 §6.3.
    @Suite(.needsTLSServer, .within(minutes: 5))
    struct CertificateHostTests {
        /// A certificate, a host, and whether the certificate is valid for that host.
        static let table: [(String, String, Bool)] = [
            ("wildcard", "a.wild.localhost", true), ("wildcard", "A.WILD.localhost", true),
            ("wildcard", "a.wild.localhost.", true),
            // A leading dot is not a wildcard, and a wildcard does not match an empty label.
            ("wildcard", ".wild.localhost", false), ("wildcard", "..wild.localhost", false),
            ("wildcard", ".localhost", false), ("wildcard", "wild.localhost", false), ("good", ".localhost", false),
            ("wildcard", "a..wild.localhost", false), ("wildcard", "a.wild..localhost", false),
            ("wildcard", "a.b.wild.localhost", false), ("wildcard", "*.wild.localhost", false),
            ("good", "*.wild.localhost", false),
            ("wildcard", "a.wild.localhost..", false), ("good", "localhost..", false), ("good", "localhost.", true),
            // A zero byte, and other characters that are not allowed in a label.
            ("wildcard", "a.wild.localhost\0", false), ("wildcard", "a\0.wild.localhost", false),
            ("good", "localhost\0", false), ("good", "\0localhost", false), ("good", "127.0.0.1\0", false),
            ("good", "localhost\0.example.com", false), ("good", "localhost ", false), ("good", "localhost\n", false),
            ("wildcard", "\(String(repeating: "a", count: 63)).wild.localhost", true),
            ("wildcard", "\(String(repeating: "a", count: 64)).wild.localhost", false),
            ("wildcard", "b\u{FC}.wild.localhost", false), ("wildcard", "a~b.wild.localhost", false),
            ("good", "", false), ("good", ".", false), ("wildcard", "", false), ("wildcard", ".", false),
            ("wildcard", "..", false), ("good", "localhost", true), ("good", "127.0.0.1", true),
            ("good", "[::1]", true),
        ]

        @Test(arguments: table)
        func namesAreComparedLabelByLabel(_ certificate: String, _ host: String, _ isFor: Bool) throws {
            let chain = try [certificate, "intermediate"].map(TLSServer.certificate)
            let presented = PresentedCertificates(host: host, certificates: chain)
            #expect(presented.isForHost == isFor)
            let policy = try HandshakeTests.anchored()
            if isFor {
                try policy.evaluate(presented)
            } else {
                #expect { try policy.evaluate(presented) } throws: { ($0 as? TrustFailure)?.rule == .wrongHost }
            }
        }

        /// Pins for a name hold for each spelling of it, or the request fails.
        @Test(arguments: [".wild.localhost", "a..wild.localhost", "a.wild.localhost..", "a.wild.localhost\0"])
        func aHostWithOddLabelsDoesNotBypassAPin(_ host: String) async throws {
            let policy = try SecurityPolicy.perHost(
                ["*.wild.localhost": .pinning(keys: []), "wild.localhost": .pinning(keys: [])],
                others: .policy(HandshakeTests.anchored())
            )
            let url = "https://\(host):\(try TestServer.tls().port("wildcard"))/"
            for policy in [policy, try HandshakeTests.anchored()] {
                await #expect(throws: TransportError.self) { try await CurlTransport().ask(url, policy) }
            }
            #expect(throws: SessionError.self) { try AllowedOrigins([url]) }
        }

        @Test(arguments: [".example.com", "a..example.com", "example.com..", "", "a\0.example.com", "a b.example.com"])
        func aPolicyMatchesNoInvalidHost(_ host: String) {
            #expect { try SecurityPolicy.perHost([host: SecurityPolicy()]) } throws: {
                ($0 as? SessionError)?.code == .invalidSecurityPolicy
            }
        }
    }
#endif
