#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of the client's certificate, with servers that request one.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct ClientIdentityTests {
        private static func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: try TLSServer.file(name))))
        }

        private static func policy(_ identity: ClientIdentity?) throws -> SecurityPolicy {
            try HandshakeTests.anchored().with { $0.clientIdentity = identity }
        }

        /// The same identity in each supported form.
        static let forms: [(String, @Sendable () throws -> ClientIdentity)] = [
            (
                "PEM in files",
                {
                    try ClientIdentity(
                        certificatePath: TLSServer.file("client.pem"),
                        keyPath: TLSServer.file("client.key")
                    )
                }
            ),
            ("PEM in memory", { try ClientIdentity(certificate: bytes("client.pem"), key: bytes("client.key")) }),
            (
                "both in one",
                {
                    let both = try bytes("client.key") + bytes("client.pem")
                    return try ClientIdentity(certificate: both, key: both)
                }
            ),
            (
                "an encrypted key",
                {
                    let key = try bytes("client.locked.key")
                    return try ClientIdentity(certificate: bytes("client.pem"), key: key, password: "secret")
                }
            ),
            ("PKCS #12", { try ClientIdentity(pkcs12: bytes("client.p12"), password: "secret") }),
            (
                "PKCS #12 in a file",
                { try ClientIdentity(pkcs12Path: TLSServer.file("client.p12"), password: "secret") }
            ),
        ]

        @Test(arguments: forms.indices)
        func theIdentityIsSentToAServerThatAsks(_ index: Int) async throws {
            let identity = try Self.forms[index].1()
            let answer = try await CurlTransport().ask(try TLSServer.url("mutual"), try Self.policy(identity))
            #expect(answer.client == "Ada", "\(Self.forms[index].0)")
            #expect(identity.certificates[0].subject == "CN=Ada")
            #expect(!"\(identity) \(String(reflecting: identity))".contains("["))
            var dumped = ""
            dump(identity, to: &dumped)
            #expect(!dumped.contains("key"))
        }

        @Test func aServerThatDoesNotAskGetsNoCertificate() async throws {
            let policy = try Self.policy(try Self.forms[0].1())
            #expect(try await CurlTransport().ask(try TLSServer.url("good"), policy).client == nil)
        }

        @Test func aServerRejectsAMissingOrUnknownIdentity() async throws {
            let transport = CurlTransport()
            let stranger = try ClientIdentity(pkcs12: Self.bytes("stranger.p12"), password: "secret")
            for identity in [nil, stranger] {
                let policy = try Self.policy(identity)
                let error = await #expect(throws: TransportError.self) {
                    try await transport.ask(try TLSServer.url("mutual"), policy)
                }
                #expect([.tlsFailed, .connectionLost].contains(error?.code) && error?.trust == nil)
            }
            // The known identity is not confused with the others.
            let known = try Self.policy(try Self.forms[0].1())
            #expect(try await transport.ask(try TLSServer.url("mutual"), known).client == "Ada")
        }

        @Test func aPerHostIdentityGoesOnlyToItsHost() async throws {
            let transport = CurlTransport()
            let policy = try SecurityPolicy.perHost([
                "localhost": try Self.policy(try Self.forms[0].1()), "127.0.0.1": try Self.policy(nil),
            ])
            #expect(try await transport.ask(try TLSServer.url("mutual"), policy).client == "Ada")
            await #expect(throws: TransportError.self) {
                try await transport.ask(try TLSServer.url("mutual", host: "127.0.0.1"), policy)
            }
        }

        @Test func unusableIdentitiesAreRejectedAtOnce() throws {
            let certificate = try Self.bytes("client.pem")
            let key = try Self.bytes("client.key")
            let attempts: [() throws -> ClientIdentity] = [
                { try ClientIdentity(certificate: certificate, key: try Self.bytes("stranger.key")) },
                { try ClientIdentity(certificate: certificate, key: certificate) },
                { try ClientIdentity(certificate: key, key: key) },
                { try ClientIdentity(certificate: certificate, key: []) },
                { try ClientIdentity(certificate: [], key: key) },
                { try ClientIdentity(certificate: certificate, key: try Self.bytes("client.locked.key")) },
                {
                    let key = try Self.bytes("client.locked.key")
                    return try ClientIdentity(certificate: certificate, key: key, password: "wrong")
                },
                {
                    let key = try Self.bytes("client.locked.key")
                    return try ClientIdentity(
                        certificate: certificate,
                        key: key,
                        password: String(repeating: "x", count: 100_000)
                    )
                },
                { try ClientIdentity(pkcs12: try Self.bytes("client.p12"), password: "wrong") },
                { try ClientIdentity(pkcs12: certificate, password: "secret") },
                { try ClientIdentity(pkcs12: [], password: "") },
                { try ClientIdentity(certificatePath: "/nowhere.pem", keyPath: "/nowhere.key") },
                { try ClientIdentity(pkcs12Path: "/", password: "") },
            ]
            for (index, attempt) in attempts.enumerated() {
                let error = #expect(throws: SessionError.self, "\(index)") { try attempt() }
                #expect(error?.code == .invalidSecurityPolicy && error?.remedy?.isEmpty == false)
            }
        }

        @Test func archivesAndKeysThatWereChangedNeverTrap() throws {
            var generator = SeededGenerator(seed: 11)
            let certificate = try Self.bytes("client.pem")
            let sources = [try Self.bytes("client.p12"), try Self.bytes("client.key"), certificate]
            for _ in 0..<60 {
                for source in sources {
                    let bytes = Mutation.mutate(source, using: &generator)
                    _ = try? ClientIdentity(pkcs12: bytes, password: "secret")
                    _ = try? ClientIdentity(certificate: certificate, key: bytes, password: "secret")
                    _ = try? ClientIdentity(certificate: bytes, key: sources[1])
                }
            }
        }
    }
#endif
