#if os(Linux)
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of each policy against each TLS server on the loopback interface, through the transport.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct TrustMatrixTests {
        static let servers = [
            "good", "self", "wrongHost", "expired", "attackByAppending", "attackByAppendingSelfSigned",
        ]

        /// A policy, and one character for each server: `o` if the policy allows it.
        struct Row: CustomTestStringConvertible, Sendable {
            let name: String
            let allowed: String
            let policy: @Sendable () throws -> SecurityPolicy
            var testDescription: String { name }

            init(_ name: String, _ allowed: String, _ policy: @escaping @Sendable () throws -> SecurityPolicy) {
                self.name = name
                self.allowed = allowed
                self.policy = policy
            }
        }

        private static func anchored(
            _ mode: SecurityPolicy.PinningMode,
            _ pins: String...,
            change: (inout SecurityPolicy) -> Void = { _ in }
        ) throws -> SecurityPolicy {
            try SecurityPolicy(pinningMode: mode, pinnedCertificates: pins.map(TLSServer.certificate)).with {
                $0.anchors = try TLSServer.anchors()
                change(&$0)
            }
        }

        static let rows: [Row] = [
            Row("none, system anchors", "------") { SecurityPolicy() },
            Row("none, authority as anchor", "o----o") { try anchored(.none) },
            Row("none, authority as anchor, no name", "o-o--o") {
                try anchored(.none) { $0.validatesDomainName = false }
            },
            Row("none, invalid allowed, name checked", "------") {
                try anchored(.none) { $0.allowsInvalidCertificates = true }
            },
            Row("none, invalid allowed, no name", "oooooo") {
                try anchored(.none) {
                    $0.allowsInvalidCertificates = true
                    $0.validatesDomainName = false
                }
            },
            Row("certificate: the server's own", "o----o") { try anchored(.certificate, "good") },
            Row("certificate: intermediate", "o----o") { try anchored(.certificate, "intermediate") },
            Row("certificate: root", "o----o") { try anchored(.certificate, "root") },
            Row("certificate: another root", "------") { try anchored(.certificate, "other") },
            Row("certificate: self-signed, invalid allowed", "-o--o-") {
                try anchored(.certificate, "self") { $0.allowsInvalidCertificates = true }
            },
            Row("certificate: self-signed", "------") { try anchored(.certificate, "self") },
            Row("publicKey: the server's own", "o----o") { try anchored(.publicKey, "good") },
            Row("publicKey: intermediate", "o----o") { try anchored(.publicKey, "intermediate") },
            Row("publicKey: root", "o----o") { try anchored(.publicKey, "root") },
            Row("publicKey: self-signed", "------") { try anchored(.publicKey, "self") },
            Row("publicKey: self-signed, invalid allowed", "-o--o-") {
                try anchored(.publicKey, "self") { $0.allowsInvalidCertificates = true }
            },
            Row("publicKey: the server's own, invalid allowed", "o----o") {
                try anchored(.publicKey, "good") { $0.allowsInvalidCertificates = true }
            },
            Row("publicKey: of another host, no name", "--o---") {
                try anchored(.publicKey, "wrongHost") { $0.validatesDomainName = false }
            },
        ]

        @Test(arguments: rows)
        func eachPolicyIsAppliedToEachServer(_ row: Row) async throws {
            let transport = CurlTransport()
            let policy = try row.policy()
            for (server, allowed) in zip(Self.servers, row.allowed) {
                let rule = try await transport.refusal(try TLSServer.url(server), policy)
                #expect((rule == nil) == (allowed == "o"), "\(server): \(String(describing: rule))")
            }
        }

        /// The policy decides the same without a connection, since it is a value and does not depend on a transport.
        @Test(arguments: rows)
        func theValueDecidesTheSame(_ row: Row) throws {
            let policy = try row.policy()
            for (server, allowed) in zip(Self.servers, row.allowed) {
                let chain = try Certificate.read(path: try TLSServer.file("\(server).chain.pem"))
                let presented = PresentedCertificates(host: "localhost", certificates: chain)
                let isAllowed = (try? policy.evaluate(presented)) != nil
                #expect(isAllowed == (allowed == "o"), "\(server)")
            }
        }
    }
#endif
