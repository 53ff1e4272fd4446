#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import MimeographSupport
    import Synchronization
    import TestServers
    import TestSupport
    import Testing

    /// Tests of the status that servers staple to their certificates, over connections.
    @Suite(.needsTLSServer, .within(minutes: 5))
    struct StapledStatusTests {
        private static func file(_ name: String) throws -> String {
            "\(try TestServer.ocsp().path("folder"))/\(name)"
        }

        private static func url(_ name: String) throws -> String {
            "https://localhost:\(try TestServer.ocsp().port(name))/"
        }

        private static func policy(_ status: SecurityPolicy.StapledStatusPolicy) throws -> SecurityPolicy {
            try SecurityPolicy().with {
                $0.anchors = .only(try Certificate.read(path: try file("root.pem")))
                $0.stapledStatus = status
            }
        }

        /// Returns the rule by which a policy refuses the server, or nil if it allows it.
        private static func refusal(
            _ name: String,
            _ policy: SecurityPolicy,
            _ transport: CurlTransport = CurlTransport()
        ) async throws -> TrustFailure.Rule? {
            let request = TransportRequest(url: try url(name), options: TransportOptions(securityPolicy: policy))
            do throws(TransportError) {
                let response = try await transport.whole(request)
                #expect(response.text.contains("Cipher"))
                return nil
            } catch {
                #expect(error.code == .untrustedServer && error.libraryCode == 60, "\(error)")
                return error.trust?.rule
            }
        }

        /// A server, and the rule by which a policy refuses it with `.verified` and with `.required`.
        @Test(
            arguments: [
                ("good", nil, nil), ("delegated", nil, nil), ("bare", nil, nil), ("goodOld", nil, nil),
                ("revoked", .revoked, .revoked), ("old", .revoked, .revoked),
                ("unknown", .invalidStapledStatus, .invalidStapledStatus),
                ("expired", .invalidStapledStatus, .invalidStapledStatus),
                ("early", .invalidStapledStatus, .invalidStapledStatus),
                ("unnamed", .invalidStapledStatus, .invalidStapledStatus),
                ("otherAuthority", .invalidStapledStatus, .invalidStapledStatus),
                ("otherCertificate", .invalidStapledStatus, .invalidStapledStatus),
                ("damaged", .invalidStapledStatus, .invalidStapledStatus), ("pss", nil, nil),
                ("weakKey", .invalidStapledStatus, .invalidStapledStatus),
                ("md5", .invalidStapledStatus, .invalidStapledStatus),
                ("sha1", .invalidStapledStatus, .invalidStapledStatus),
                ("pssSHA1", .invalidStapledStatus, .invalidStapledStatus),
                ("absent", nil, .noStapledStatus), ("tryLater", nil, .noStapledStatus),
            ] as [(String, TrustFailure.Rule?, TrustFailure.Rule?)]
        )
        func stapledStatusesAreChecked(
            _ name: String,
            _ verified: TrustFailure.Rule?,
            _ required: TrustFailure.Rule?
        ) async throws {
            // With OpenSSL 3.6, the server staples nothing in this case.
            let staplesAny = try TestServer.ocsp().port("staples_any") == 1
            let isAbsent = name == "otherCertificate" && !staplesAny
            #expect(try await Self.refusal(name, try Self.policy(.ignored)) == nil)
            #expect(try await Self.refusal(name, try Self.policy(.verified)) == (isAbsent ? nil : verified))
            #expect(
                try await Self.refusal(name, try Self.policy(.required)) == (isAbsent ? .noStapledStatus : required)
            )
        }

        /// The policy checks every connection: no TLS session is resumed, in either version.
        @Test(arguments: ["good", "goodOld"])
        func noSessionIsResumed(_ name: String) async throws {
            let transport = CurlTransport()
            for status in [SecurityPolicy.StapledStatusPolicy.verified, .required] {
                for _ in 0..<3 {
                    let options = TransportOptions(securityPolicy: try Self.policy(status))
                    let response = try await transport.whole(
                        TransportRequest(url: try Self.url(name), options: options)
                    )
                    #expect(response.text.contains("New, TLSv1") && !response.text.contains("Reused, TLS"))
                }
            }
        }

        /// Combined policies check the status if one of their parts does.
        @Test func combinedPolicies() async throws {
            let required = try Self.policy(.required)
            let plain = try Self.policy(.ignored)
            #expect(try await Self.refusal("absent", .all([plain, required])) == .noStapledStatus)
            let byHost = try SecurityPolicy.perHost(["localhost": required], others: .policy(plain))
            #expect(try await Self.refusal("revoked", byHost) == .revoked)
            let elsewhere = try SecurityPolicy.perHost(["other.example": required], others: .policy(plain))
            #expect(try await Self.refusal("revoked", elsewhere) == nil)
            let told = Mutex<[TrustFailure.Rule]>([])
            let trial = SecurityPolicy.reportOnly(required, enforcing: plain) { failure in
                told.withLock { $0.append(failure.rule) }
            }
            #expect(try await Self.refusal("revoked", trial) == nil)
            try await until { told.withLock { $0 } == [.revoked] }
        }

        /// If invalid certificates are allowed, the authority comes from the chain that the server sends.
        @Test func chainsThatAreNotVerified() async throws {
            let pinned = try Certificate.read(path: try Self.file("stapled.pem"))
            let policy = SecurityPolicy(pinningMode: .publicKey, pinnedCertificates: pinned).with {
                $0.allowsInvalidCertificates = true
                $0.stapledStatus = .required
            }
            #expect(try await Self.refusal("good", policy) == nil)
            #expect(try await Self.refusal("revoked", policy) == .revoked)
        }

        @Test func theFailureSaysWhatToDo() async throws {
            for (name, status) in [("revoked", "revoked"), ("absent", "required"), ("expired", "not valid now")] {
                let policy = try Self.policy(.required)
                let request = TransportRequest(
                    url: try Self.url(name),
                    options: TransportOptions(securityPolicy: policy)
                )
                let error = await #expect(throws: TransportError.self) { try await CurlTransport().whole(request) }
                #expect(error?.message.contains("localhost") == true && error?.remedy?.isEmpty == false)
                let text = "\(error?.message ?? "") \(error?.trust?.problem?.reason ?? "")"
                #expect(text.contains(status) || text.contains("requires"), "\(text)")
            }
        }

        // MARK: - Without a connection

        /// A damaged response never counts as good, whether it is truncated or has flipped bits.
        @Test func damagedResponsesAreNotGood() throws {
            let chain = try ["stapled", "authority", "root"].map {
                try Certificate.read(path: try Self.file("\($0).pem"))[0]
            }
            let policy = try Self.policy(.required)
            var presented = PresentedCertificates(host: "localhost", certificates: chain)
            func rule(_ bytes: [UInt8]?) -> TrustFailure.Rule? {
                presented.stapledResponse = bytes
                do throws(TrustFailure) {
                    try policy.evaluate(presented)
                    return nil
                } catch {
                    return error.rule
                }
            }
            let good = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try Self.file("bare.ocsp"))))
            #expect(rule(good) == nil)
            #expect(rule(nil) == .noStapledStatus && rule([]) == .noStapledStatus)
            for count in 1..<good.count { #expect(rule(Array(good.prefix(count))) == .invalidStapledStatus) }
            #expect(rule(good + [0]) == .invalidStapledStatus)
            #expect(rule([UInt8](repeating: 0x30, count: 1 << 20)) == .invalidStapledStatus)
            #expect(rule([0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF, 0x0A]) == .invalidStapledStatus)
            // The signed part is between the head and the signature's algorithm.
            for index in stride(from: 40, to: good.count - 280, by: 3) {
                var bytes = good
                bytes[index] ^= 0x10
                #expect(rule(bytes) != nil, "byte \(index)")
            }
            var generator = SeededGenerator(seed: 6960)
            for _ in 0..<500 { _ = rule(Mutation.mutate(good, dictionary: [[0x30, 0x82]], using: &generator)) }
            // A policy that ignores the status accepts any response.
            presented.stapledResponse = [1]
            try Self.policy(.ignored).evaluate(presented)
        }
    }
#endif
