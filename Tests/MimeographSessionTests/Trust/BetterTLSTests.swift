#if os(Linux)
    import Foundation
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of the search for a valid chain, and of name constraints.
    ///
    /// Source: Netflix/bettertls.
    @Suite(.needsTLSServer, .within(minutes: 5))
    struct BetterTLSTests {
        private struct Case: Decodable {
            let id: String
            let anchor: String
            let chain: [String]
            let host: String
            let expected: String
        }

        /// The cases of a kind, each with its policy and the certificates that the server sends.
        private static func cases(_ kind: String) throws -> [(Case, SecurityPolicy, PresentedCertificates)] {
            let folder = try TestServer.bettertls().path("folder")
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/cases.json"))
            var certificates: [String: Certificate] = [:]
            func certificate(_ name: String) throws -> Certificate {
                if let known = certificates[name] { return known }
                let read = try Certificate.read(path: "\(folder)/\(name).pem")[0]
                certificates[name] = read
                return read
            }
            var policies: [String: SecurityPolicy] = [:]
            let cases = try #require(try JSONDecoder().decode([String: [Case]].self, from: data)[kind])
            return try cases.map { each in
                let anchor = try certificate(each.anchor)
                let policy = policies[each.anchor] ?? SecurityPolicy().with { $0.anchors = .only([anchor]) }
                policies[each.anchor] = policy
                let chain = try each.chain.map(certificate)
                return (each, policy, PresentedCertificates(host: each.host, certificates: chain))
            }
        }

        private static func failure(_ policy: SecurityPolicy, _ presented: PresentedCertificates) -> TrustFailure? {
            do throws(TrustFailure) {
                try policy.evaluate(presented)
                return nil
            } catch {
                return error
            }
        }

        @Test func everyGraphOfAuthorities() throws {
            let record = SuiteRecord("bettertls", part: "path building")
            let cases = try Self.cases("paths")
            #expect(cases.count == 81)
            for (each, policy, presented) in cases {
                let failure = Self.failure(policy, presented)
                let isRight = (failure == nil) == (each.expected == "accept")
                record.expect(isRight, each.id, "\(String(describing: failure))")
                if let failure { #expect(failure.rule == .invalidChain) }
            }
            try record.write()
        }

        @Test func everyCombinationOfNamesAndConstraints() throws {
            let record = SuiteRecord("bettertls", part: "name constraints")
            let cases = try Self.cases("names")
            #expect(cases.count == 8748)
            for (each, policy, presented) in cases {
                let failure = Self.failure(policy, presented)
                // A certificate without DNS names whose common name has the form of one.
                let isStrict = each.expected == "accept" && [47, 48].contains(failure?.problem?.libraryCode)
                if each.expected == "either" {
                    record.leaveOut(
                        each.id,
                        because: "The suite allows both verdicts: a common name breaks a constraint."
                    )
                } else if isStrict, !presented.certificates[0].hostNames.contains(where: { $0.contains("e") }) {
                    record.differs(
                        each.id,
                        because: "OpenSSL applies the constraints on DNS names to a common name that looks like one."
                    )
                } else {
                    record.expect(
                        (failure == nil) == (each.expected == "accept"),
                        each.id,
                        "\(String(describing: failure))"
                    )
                }
            }
            try record.write()
        }

        /// Cross-signed authorities, loops, duplicates, the wrong order and too many certificates.
        @Test func hardChains() throws {
            for (each, policy, presented) in try Self.cases("hard") {
                let failure = Self.failure(policy, presented)
                #expect((failure == nil) == (each.expected == "accept"), "\(each.id): \(String(describing: failure))")
                if each.chain.count > 100, failure != nil { #expect(failure?.problem?.libraryCode == 22) }
            }
        }
    }
#endif
