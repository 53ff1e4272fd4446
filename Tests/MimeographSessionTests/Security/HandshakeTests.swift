#if os(Linux)
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of names, dates, chains and keys, over connections.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct HandshakeTests {
        static func anchored() throws -> SecurityPolicy {
            try SecurityPolicy().with { $0.anchors = try TLSServer.anchors() }
        }

        @Test(arguments: [
            ("good", "localhost", true), ("good", "LOCALHOST", true), ("good", "127.0.0.1", true),
            ("good", "a.wild.localhost", true), ("address", "127.0.0.1", true), ("address", "localhost", false),
            ("wildcard", "a.wild.localhost", true), ("wildcard", "A.Wild.localhost", true),
            ("wildcard", "wild.localhost", false), ("wildcard", "a.b.wild.localhost", false),
            ("wildcard", "localhost", false), ("commonName", "localhost", false), ("wrongHost", "localhost", false),
            ("wrongHost", "127.0.0.1", false),
        ])
        func namesAreThoseOfTheSubjectAltName(_ identity: String, _ host: String, _ isFor: Bool) async throws {
            let rule = try await CurlTransport().refusal(
                try TLSServer.url(identity, host: host),
                try Self.anchored()
            )
            #expect(rule == (isFor ? nil : .wrongHost))
        }

        /// The error codes of OpenSSL: expired, not yet valid, no issuer, key too small, purpose, not an authority, self-signed.
        ///
        /// Source: openssl/x509_vfy.h.
        @Test(arguments: [
            ("expired", 10), ("future", 9),
            ("missing", 20), ("weak", 66),
            ("clientOnly", 26), ("byLeaf", 79),
            ("self", 18), ("outOfOrder", 0), ("whole", 0),
            ("old", 0),
        ])
        func chainsAreVerifiedAsOpenSSLDoes(_ identity: String, _ code: Int) async throws {
            let url = try TLSServer.url(identity)
            let policy = try Self.anchored()
            let sent = try Self.sent(identity)
            do throws(TransportError) {
                let answer = try await CurlTransport().ask(url, policy)
                #expect(code == 0 && answer.identity == identity)
            } catch {
                let trust = error.trust
                #expect(error.code == .untrustedServer && error.libraryCode == 60)
                #expect(trust?.rule == .invalidChain && trust?.host == "localhost" && trust?.certificates == sent)
                #expect(trust?.problem?.libraryCode == code && trust?.problem?.reason.isEmpty == false)
            }
        }

        private static func sent(_ identity: String) throws -> [Certificate] {
            try Certificate.read(path: try TLSServer.file("\(identity).chain.pem"))
        }

        @Test func aRootSentByTheServerIsNotTrusted() async throws {
            let rule = try await CurlTransport().refusal(try TLSServer.url("whole"), SecurityPolicy())
            #expect(rule == .invalidChain)
        }

        @Test(arguments: [
            // The server's own key counts, and so do the keys of the authorities after it, each of which signed the certificate
            // before it.
            ("good", "good", true), ("good", "intermediate", true), ("good", "root", false), ("whole", "root", true),
            ("outOfOrder", "good", true), ("outOfOrder", "root", false), ("outOfOrder", "intermediate", false),
            ("attackByAppending", "good", false), ("attackByAppending", "intermediate", false),
            ("attackByAppending", "root", false), ("attackByAppendingSelfSigned", "self", false),
            // A certificate's owner can sign others with its key, but is not an authority.
            ("byLeaf", "byLeaf", true), ("byLeaf", "good", false), ("byLeaf", "intermediate", false),
            ("expired", "expired", true), ("future", "intermediate", true), ("wrongHost", "wrongHost", true),
        ])
        func onlyKeysThatAreLinkedBySignaturesCount(_ identity: String, _ pin: String, _ isAllowed: Bool) async throws {
            let pinned = [try TLSServer.certificate(pin)]
            let policy = SecurityPolicy(pinningMode: .publicKey, pinnedCertificates: pinned).with {
                $0.allowsInvalidCertificates = true
            }
            let rule = try await CurlTransport().refusal(try TLSServer.url(identity), policy)
            #expect(rule == (isAllowed ? nil : .noPinnedKey))
        }

        @Test func theServerReceivesTheName() async throws {
            let transport = CurlTransport()
            let policy = try Self.anchored()
            #expect(try await transport.ask(try TLSServer.url("good"), policy).serverName == "localhost")
            #expect(try await transport.ask(try TLSServer.url("good", host: "127.0.0.1"), policy).serverName == nil)
            let wild = try TLSServer.url("good", host: "b.wild.localhost")
            #expect(try await transport.ask(wild, policy).serverName == "b.wild.localhost")
        }

        @Test func theMinimumVersionIsEnforced() async throws {
            let transport = CurlTransport()
            let policy = try Self.anchored()
            let newest = policy.with { $0.minimumTLSVersion = .v1_3 }
            #expect(try await transport.ask(try TLSServer.url("good"), newest).version == "TLSv1.3")
            #expect(try await transport.ask(try TLSServer.url("old"), policy).version == "TLSv1.2")
            let error = await #expect(throws: TransportError.self) {
                try await transport.ask(try TLSServer.url("old"), newest)
            }
            #expect(error?.code == .tlsFailed)
            // If policies are combined, the strictest version applies.
            let combined = SecurityPolicy.all([policy, newest])
            await #expect(throws: TransportError.self) { try await transport.ask(try TLSServer.url("old"), combined) }
        }

        @Test func digestsOfKeysCountAsCertificatesDo() async throws {
            let transport = CurlTransport()
            for (name, isAllowed) in [("good", true), ("intermediate", true), ("root", true), ("other", false)] {
                let pins = [
                    try KeyPin(TLSServer.certificate("other").pin.description), try TLSServer.certificate(name).pin,
                ]
                let policy = try SecurityPolicy.pinning(keys: pins).with { $0.anchors = try TLSServer.anchors() }
                let rule = try await transport.refusal(try TLSServer.url("good"), policy)
                #expect(rule == (isAllowed ? nil : .noPinnedKey))
            }
            // In the mode `.certificate`, pins of keys don't match certificates.
            var policy = SecurityPolicy.pinning(keys: [try TLSServer.certificate("good").pin])
            policy.pinningMode = .certificate
            policy.anchors = try TLSServer.anchors()
            #expect(try await transport.refusal(try TLSServer.url("good"), policy) == .noPinnedCertificate)
        }

        @Test func anchorsReplaceOrJoinThoseOfTheSystem() async throws {
            let root = try TLSServer.certificate("root")
            let url = try TLSServer.url("good")
            let system = CurlTransport()
            // This transport replaces the system's authorities.
            let other = CurlTransport(
                configuration: .init(certificateAuthorities: .file(try TLSServer.file("root.pem")))
            )
            #expect(try await system.refusal(url, SecurityPolicy()) == .invalidChain)
            #expect(try await other.refusal(url, SecurityPolicy()) == nil)
            let joined = SecurityPolicy().with { $0.anchors = .systemAnd([root]) }
            #expect(try await system.refusal(url, joined) == nil)
            let unrelated = try SecurityPolicy().with { $0.anchors = .systemAnd([try TLSServer.certificate("other")]) }
            #expect(try await system.refusal(url, unrelated) == .invalidChain)
            #expect(try await other.refusal(url, unrelated) == nil)
            let replaced = try SecurityPolicy().with { $0.anchors = .only([try TLSServer.certificate("other")]) }
            #expect(try await other.refusal(url, replaced) == .invalidChain)
            #expect(try await other.refusal(url, SecurityPolicy().with { $0.anchors = .only([]) }) == .invalidChain)
        }

        @Test func aCertificateMayBeItsOwnAnchor() async throws {
            let transport = CurlTransport()
            let policy = try SecurityPolicy().with { $0.anchors = .only([try TLSServer.certificate("self")]) }
            #expect(try await transport.refusal(try TLSServer.url("self"), policy) == nil)
            #expect(try await transport.refusal(try TLSServer.url("attackByAppending"), policy) == nil)
            let elsewhere = try TLSServer.url("self", host: "x.y.wild.localhost")
            #expect(try await transport.refusal(elsewhere, policy) == .wrongHost)
            #expect(try await transport.refusal(try TLSServer.url("good"), policy) == .invalidChain)
            #expect(
                try await transport.refusal(try TLSServer.url("attackByAppendingSelfSigned"), policy) == .invalidChain
            )
            let old = try SecurityPolicy().with { $0.anchors = .only([try TLSServer.certificate("expired")]) }
            #expect(try await transport.refusal(try TLSServer.url("expired"), old) == .invalidChain)
            let signed = try SecurityPolicy().with { $0.anchors = .only([try TLSServer.certificate("intermediate")]) }
            #expect(try await transport.refusal(try TLSServer.url("good"), signed) == nil)
        }

        @Test func namesFromCertificatesCannotActOnATerminal() async throws {
            let error = await #expect(throws: TransportError.self) {
                try await CurlTransport().ask(try TLSServer.url("evil"), SecurityPolicy())
            }
            let trust = try #require(error?.trust)
            let text = "\(trust) \(trust.certificates[0].subject) \(SessionError(try #require(error)))"
            #expect(text.contains("red") && text.contains("name"))
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
            #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format })
        }

        @Test func theFailureSaysWhatToPin() async throws {
            let session = SessionManager()
            var configuration = session.configuration
            configuration.securityPolicy = try Self.anchored().with {
                $0.pinningMode = .publicKey
                $0.pinnedKeys = [try TLSServer.certificate("other").pin]
            }
            let url = try TLSServer.url("good")
            let error = await #expect(throws: SessionError.self) {
                try await session.data(for: RequestMessage(url: url), configuration: configuration)
            }
            #expect(error?.code == .untrustedServer)
            let trust = try #require(error?.trust)
            #expect(trust.rule == .noPinnedKey && trust.host == "localhost")
            #expect(trust.certificates.map(\.subject) == ["CN=good", "CN=intermediate"])
            #expect(trust.certificates.map(\.issuer) == ["CN=intermediate", "O=Mimeograph Tests, CN=Root"])
            let pin = try TLSServer.certificate("good").pin
            #expect(trust.certificates[0].pin == pin)
            #expect(trust.certificates[0].hostNames == ["localhost", "*.wild.localhost", "127.0.0.1", "::1"])
            let texts = ["\(trust)", "\(try #require(error))"]
            for part in ["\(pin)", "CN=good", "*.wild.localhost"] {
                #expect(texts.allSatisfy { $0.contains(part) })
            }
        }
    }
#endif
