#if os(Linux)
    import Mimeograph
    import MimeographSession
    import MimeographSupport
    import Synchronization
    import TestServers
    import TestSupport
    import Testing

    /// AFNetworking's own tests of `AFSecurityPolicy`, one by one, for the policy value alone.
    ///
    /// Source: AFNetworking 4, AFSecurityPolicyTests, restated.
    @Suite(.needsTLSServer)
    struct SecurityPolicyTests {
        /// Returns whether a policy allows a server's certificates for a host.
        private static func allows(
            _ policy: SecurityPolicy,
            _ identity: String,
            for host: String? = "localhost"
        ) throws -> Bool {
            let chain = try Certificate.read(path: try TLSServer.file("\(identity).chain.pem"))
            do {
                try policy.evaluate(PresentedCertificates(host: host, certificates: chain))
                return true
            } catch {
                #expect(error.host == host && error.certificates == chain && !error.message.isEmpty)
                return false
            }
        }

        private static func policy(
            _ mode: SecurityPolicy.PinningMode,
            _ pins: String...,
            invalid: Bool = false,
            name: Bool = true
        ) throws -> SecurityPolicy {
            try SecurityPolicy(pinningMode: mode, pinnedCertificates: pins.map(TLSServer.certificate)).with {
                $0.anchors = try TLSServer.anchors()
                $0.allowsInvalidCertificates = invalid
                $0.validatesDomainName = name
            }
        }

        @Test func theDefault() {
            let policy = SecurityPolicy()
            #expect(policy.pinningMode == .none && policy.pinnedCertificates.isEmpty && policy.pinnedKeys.isEmpty)
            #expect(!policy.allowsInvalidCertificates && policy.validatesDomainName && policy.anchors == .system)
            #expect(policy.clientIdentity == nil && policy.minimumTLSVersion == .v1_2)
            #expect(SessionConfiguration().securityPolicy == policy && TransportOptions().securityPolicy == policy)
        }

        @Test func withoutPins() throws {
            let policy = try Self.policy(.none)
            #expect(try Self.allows(policy, "good", for: nil))
            #expect(try Self.allows(policy, "good"))
            #expect(try !Self.allows(policy, "self"))
            #expect(try !Self.allows(policy, "expired"))
            #expect(try !Self.allows(policy, "good", for: "invalid.example"))
            #expect(try Self.allows(try Self.policy(.none, name: false), "good", for: "invalid.example"))
        }

        @Test(arguments: [SecurityPolicy.PinningMode.certificate, .publicKey])
        func anyCertificateOfTheChainMayBePinned(_ mode: SecurityPolicy.PinningMode) throws {
            for pins in [
                ["good"], ["intermediate"], ["root"], ["good", "intermediate", "root"], ["good", "other", "self"],
            ] {
                let policy = try SecurityPolicy(pinningMode: mode, pinnedCertificates: pins.map(TLSServer.certificate))
                    .with { $0.anchors = try TLSServer.anchors() }
                #expect(policy.pinnedCertificates.count == pins.count)
                #expect(try Self.allows(policy, "good", for: nil))
                #expect(try Self.allows(policy, "good"))
                #expect(try !Self.allows(policy, "good", for: "invalid.example"))
            }
        }

        @Test(arguments: [SecurityPolicy.PinningMode.certificate, .publicKey])
        func otherCertificatesAndNoneAreRejected(_ mode: SecurityPolicy.PinningMode) throws {
            #expect(try !Self.allows(try Self.policy(mode), "good"))
            #expect(try !Self.allows(try Self.policy(mode, "other"), "good"))
            #expect(try !Self.allows(try Self.policy(mode, "other", "self"), "good"))
            #expect(try !Self.allows(try Self.policy(mode, "self"), "self"))
        }

        @Test func invalidOnesAllowed() throws {
            #expect(try Self.allows(try Self.policy(.none, invalid: true), "self", for: nil))
            #expect(try Self.allows(try Self.policy(.publicKey, "self", invalid: true), "self"))
            #expect(try Self.allows(try Self.policy(.publicKey, "commonName", invalid: true), "commonName"))
            #expect(try Self.allows(try Self.policy(.none, invalid: true, name: false), "self"))
            #expect(try !Self.allows(try Self.policy(.none), "self"))
            // In the mode `.certificate`, the name of the host is still checked.
            #expect(try Self.allows(try Self.policy(.certificate, "self", invalid: true), "self"))
            #expect(try !Self.allows(try Self.policy(.certificate, "self", invalid: true), "self", for: "a.example"))
            #expect(try !Self.allows(try Self.policy(.certificate, "commonName", invalid: true), "commonName"))
            #expect(try !Self.allows(try Self.policy(.certificate, "expired", invalid: true), "expired"))
        }

        @Test func contradictoryPoliciesRefuseEveryServer() throws {
            for policy in [
                try Self.policy(.publicKey, invalid: true), try Self.policy(.certificate, invalid: true),
                try Self.policy(.none, "self", invalid: true), try Self.policy(.none, invalid: true),
            ] {
                let trust = PresentedCertificates(
                    host: "localhost",
                    certificates: [try TLSServer.certificate("self")]
                )
                let failure = #expect(throws: TrustFailure.self) { try policy.evaluate(trust) }
                #expect(failure?.rule == .contradiction)
            }
        }

        @Test func copiesAreValues() throws {
            let policy = try Self.policy(.publicKey, "good", invalid: true, name: false)
            var copy = policy
            #expect(copy == policy && copy.hashValue == policy.hashValue)
            copy.pinningMode = .certificate
            #expect(
                copy != policy && policy.pinningMode == .publicKey
                    && copy.pinnedCertificates == policy.pinnedCertificates
            )
            copy.pinningMode = .publicKey
            #expect(copy == policy && Set([copy, policy]).count == 1)
        }

        @Test func nothingSentIsNothingTrusted() throws {
            for policy in [SecurityPolicy(), try Self.policy(.none, invalid: true, name: false)] {
                let failure = #expect(throws: TrustFailure.self) {
                    try policy.evaluate(PresentedCertificates(host: "localhost", certificates: []))
                }
                #expect(failure?.rule == .noCertificate)
            }
        }

        @Test(arguments: ["::1", "[::1]", "0:0:0:0:0:0:0:1", "[0::1]"])
        func addressesOfSixteenBytes(_ host: String) throws {
            #expect(try Self.allows(try Self.policy(.none), "good", for: host))
            #expect(try !Self.allows(try Self.policy(.none), "address", for: host))
            #expect(try Self.allows(try .perHost(["::1": Self.policy(.publicKey, "good")]), "good", for: host))
        }

        @Test(arguments: [
            "", ".", "localhost\0.example", "127.0.0.1\0.example", "*", "*.wild.localhost", "127.0.0.1.", "localhost/",
            "local host",
        ])
        func invalidHostsMatchNoCertificate(_ host: String) throws {
            let isAddressWithDot = host == "127.0.0.1."
            #expect(try Self.allows(try Self.policy(.none), "good", for: host) == isAddressWithDot)
        }

        // MARK: Combined policies

        @Test func severalAtOnce() throws {
            let anchored = try Self.policy(.none)
            let pinned = try Self.policy(.publicKey, "good")
            let other = try Self.policy(.publicKey, "other")
            #expect(try Self.allows(.all([anchored, pinned]), "good"))
            #expect(try Self.allows(.all([pinned, anchored]), "good"))
            #expect(try !Self.allows(.all([pinned, other]), "good"))
            #expect(try !Self.allows(.all([anchored, pinned, other]), "good"))
            #expect(try !Self.allows(.all([.all([anchored, other]), pinned]), "good"))
            #expect(try !Self.allows(.all([pinned, SecurityPolicy()]), "good"))
            #expect(SecurityPolicy.all([]) == SecurityPolicy() && SecurityPolicy.all([pinned]) == pinned)
        }

        @Test func theClosestNameCounts() throws {
            let yes = try Self.policy(.none, invalid: true, name: false)
            let no = SecurityPolicy.pinning(keys: [])
            let policies = [
                "*.b.example": no, "a.b.example": yes, "*.*.example": yes, "c.*.example": no, "::1": yes, "[::2]": yes,
            ]
            for (host, isAllowed) in [
                ("a.b.example", true), ("A.B.Example.", true), ("x.b.example", false), ("x.y.example", true),
                ("c.y.example", false), ("c.b.example", false), ("b.example", nil), ("x.a.b.example", nil),
                ("::1", true),
                ("[0:0::1]", true), ("::2", true), ("::3", nil), ("", nil), ("*.b.example", nil),
            ] as [(String, Bool?)] {
                for others in [SecurityPolicy.UnknownHosts.refused, .policy(yes), .policy(no)] {
                    let policy = try SecurityPolicy.perHost(policies, others: others)
                    // A host name cannot contain a star, although the policy would match it.
                    let expected = host == "*.b.example" ? false : isAllowed ?? (others == .policy(yes))
                    #expect(try Self.allows(policy, "self", for: host) == expected, "\(host) \(others)")
                }
            }
            #expect(try !Self.allows(try .perHost(policies), "self", for: nil))
            // The other policy applies to all hosts.
            let both = SecurityPolicy.all([try .perHost(policies), try Self.policy(.none)])
            #expect(try !Self.allows(both, "self", for: "a.b.example"))
            #expect(try SecurityPolicy.perHost(policies) == .perHost(policies))
        }

        @Test(arguments: [
            ["https://a.example": 1], ["a.example:443": 1], ["": 1], ["a..example": 1], ["a*.example": 1], ["a b": 1],
            ["A.example": 1, "a.example": 1], ["*.A.example": 1, "*.a.example": 1], ["::1": 1, "[0::1]": 1],
            ["☃.example": 1],
        ])
        func invalidHostNamesAreRejected(_ names: [String: Int]) {
            let error = #expect(throws: SessionError.self) {
                try SecurityPolicy.perHost(names.mapValues { _ in SecurityPolicy() })
            }
            #expect(error?.code == .invalidSecurityPolicy)
        }

        @Test func aTrialPolicyReportsAndAllows() async throws {
            let told = Mutex<[TrustFailure.Rule]>([])
            func tried(_ trial: SecurityPolicy, _ enforced: SecurityPolicy) -> SecurityPolicy {
                .reportOnly(trial, enforcing: enforced) { failure in told.withLock { $0.append(failure.rule) } }
            }
            let anchored = try Self.policy(.none)
            #expect(try Self.allows(tried(try Self.policy(.publicKey, "good"), anchored), "good"))
            #expect(told.withLock { $0 }.isEmpty)
            #expect(try Self.allows(tried(try Self.policy(.publicKey, "other"), anchored), "good"))
            try await until { told.withLock { $0 } == [.noPinnedKey] }
            // If the enforced policy refuses the server, the trial reports nothing.
            #expect(try !Self.allows(tried(try Self.policy(.publicKey, "other"), anchored), "self"))
            #expect(try !Self.allows(tried(anchored, SecurityPolicy()), "good"))
            #expect(told.withLock { $0 } == [.noPinnedKey])
            let permissive = try Self.policy(.none, invalid: true, name: false)
            #expect(try Self.allows(tried(anchored, permissive), "self"))
            try await until { told.withLock { $0 } == [.noPinnedKey, .invalidChain] }
            let policy = tried(anchored, permissive)
            #expect(policy == policy && policy != tried(anchored, permissive))
        }
    }
#endif
