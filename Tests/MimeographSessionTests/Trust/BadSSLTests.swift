#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of policies against servers like those of badssl.com.
    ///
    /// Source: chromium/badssl.com.
    @Suite(.needsTLSServer, .within(minutes: 5))
    struct BadSSLTests {
        private static let transport = CurlTransport()

        private static func file(_ name: String) throws -> String {
            "\(try TestServer.badssl().path("folder"))/\(name)"
        }

        private static func certificate(_ name: String) throws -> Certificate {
            try Certificate.read(path: file("\(name).pem"))[0]
        }

        private static func anchored(
            _ change: (inout SecurityPolicy) throws -> Void = { _ in }
        ) throws -> SecurityPolicy {
            try SecurityPolicy().with {
                $0.anchors = .only([try certificate("root")])
                try change(&$0)
            }
        }

        private static func url(_ each: BadSSLCase) throws -> String {
            "https://\(each.host):\(try TestServer.badssl().port(each.server))/"
        }

        /// Whether a connection to the host leads to the servers.
        private static func isReached(_ host: String) -> Bool { host.hasSuffix("localhost") || host == "127.0.0.1" }

        private static func error(_ each: BadSSLCase, _ policy: SecurityPolicy) async throws -> TransportError? {
            let url = try url(each)
            do throws(TransportError) {
                let answer = try await transport.ask(url, policy)
                #expect(answer.identity == each.server)
                return nil
            } catch {
                return error
            }
        }

        private static func presented(_ each: BadSSLCase) throws -> PresentedCertificates {
            PresentedCertificates(
                host: each.host,
                certificates: try Certificate.read(path: file("\(each.server).chain"))
            )
        }

        @Test(arguments: BadSSLCase.all)
        func theVerdictAndItsWords(_ each: BadSSLCase) async throws {
            if Self.isReached(each.host) {
                let error = try await Self.error(each, Self.anchored())
                switch each.verdict {
                case .accepted: #expect(error == nil)
                case .failed(let text):
                    #expect(error?.code == .tlsFailed && error?.trust == nil)
                    #expect(error?.message.contains(text) == true, "\(String(describing: error))")
                case .rejected:
                    #expect(error?.code == .untrustedServer)
                    try Self.compare(error?.trust, each)
                }
            }
            if case .failed = each.verdict { return }
            let failure = try Self.failure(Self.anchored(), Self.presented(each))
            if failure != nil || !each.isAccepted { try Self.compare(failure, each) }
        }

        private static func failure(_ policy: SecurityPolicy, _ presented: PresentedCertificates) -> TrustFailure? {
            do throws(TrustFailure) {
                try policy.evaluate(presented)
                return nil
            } catch {
                return error
            }
        }

        private static func compare(_ trust: TrustFailure?, _ each: BadSSLCase) throws {
            guard case .rejected(let rule, let code, let text) = each.verdict else {
                Issue.record("\(String(describing: trust))")
                return
            }
            let trust = try #require(trust)
            #expect(trust.rule == rule && trust.problem?.libraryCode == code, "\(trust)")
            #expect(trust.certificates == (try presented(each).certificates))
            let day = Date.ISO8601FormatStyle().year().month().day()
            let affected = trust.problem?.certificate
            let whole =
                text
                .replacing("{from}", with: affected?.validFrom?.formatted(day) ?? "?")
                .replacing("{until}", with: affected?.validUntil?.formatted(day) ?? "?")
            #expect(trust.message.contains(whole), "\(trust.message)")
            #expect(!trust.remedy.isEmpty)
        }

        /// Pins make no certificate valid, and only `allowsInvalidCertificates` excuses it.
        @Test(arguments: BadSSLCase.all)
        func otherPoliciesFollow(_ each: BadSSLCase) async throws {
            var isFailing = false
            var expected: TrustFailure.Rule?
            switch each.verdict {
            case .accepted: break
            case .failed: isFailing = true
            case .rejected(let rule, _, _): expected = rule
            }
            let presented = try Self.presented(each)
            let (own, other) = (presented.certificates[0], try Self.certificate("clientRoot"))
            let pinned = try Self.anchored {
                $0.pinningMode = .publicKey
                $0.pinnedKeys = [own.pin]
            }
            let rooted = try Self.anchored {
                $0.pinningMode = .certificate
                $0.pinnedCertificates = [try Self.certificate("root")]
            }
            let lenient = try Self.anchored { $0.allowsInvalidCertificates = true }
            let holder = pinned.with { $0.allowsInvalidCertificates = true }
            let policies: [(SecurityPolicy, TrustFailure.Rule?)] = [
                (SecurityPolicy(), .invalidChain), (SecurityPolicy().with { $0.anchors = .only([]) }, .invalidChain),
                (pinned, expected), (pinned.with { $0.pinnedKeys = [other.pin] }, expected ?? .noPinnedKey),
                (rooted, expected),
                (rooted.with { $0.pinnedCertificates = [other] }, expected ?? .noPinnedCertificate),
                (holder, nil), (holder.with { $0.pinnedKeys = [other.pin] }, .noPinnedKey),
                (lenient, .contradiction), (lenient.with { $0.validatesDomainName = false }, nil),
                (try Self.anchored { $0.validatesDomainName = false }, expected == .wrongHost ? nil : expected),
            ]
            for (index, (policy, rule)) in policies.enumerated() where !isFailing {
                #expect(Self.failure(policy, presented)?.rule == rule, "\(index)")
            }
            guard Self.isReached(each.host) else { return }
            for index in [0, 6, 7] {
                let error = try await Self.error(each, policies[index].0)
                if isFailing {
                    #expect(error != nil && error?.code != .other, "\(index)")
                } else {
                    #expect(error?.trust?.rule == policies[index].1, "\(index): \(String(describing: error))")
                }
            }
        }

        /// A server that wants a client certificate.
        @Test(arguments: [("client", true), ("stranger", false)])
        func clientCertificates(_ name: String, _ isAccepted: Bool) async throws {
            let identity = try ClientIdentity(
                certificatePath: Self.file("\(name).pem"),
                keyPath: Self.file("\(name).key")
            )
            let mutual = BadSSLCase("mutual", .accepted)
            let error = try await Self.error(mutual, Self.anchored { $0.clientIdentity = identity })
            #expect((error == nil) == isAccepted)
            if let error { #expect(error.code == .tlsFailed && error.message.contains("client's certificate")) }
        }

        /// The cases of badssl.com in the conformance page.
        @Test func everyCaseOfTheSite() async throws {
            let record = SuiteRecord("badssl")
            for each in BadSSLCase.all {
                guard let name = each.name else { continue }
                let error = try await Self.error(each, Self.anchored())
                record.expect((error == nil) == each.isAccepted, name, "\(String(describing: error))")
            }
            let mutual = BadSSLCase("mutual", .accepted)
            let identity = try ClientIdentity(
                certificatePath: Self.file("client.pem"),
                keyPath: Self.file("client.key")
            )
            let error = try await Self.error(mutual, Self.anchored { $0.clientIdentity = identity })
            record.expect(error == nil, "client", "\(String(describing: error))")
            // Their certificates differ from a good one only in facts that the library does not look at.
            for (name, reason) in BadSSLDifferences.reasons { record.differs(name, because: reason) }
            for (name, reason) in BadSSLDifferences.leftOut { record.leaveOut(name, because: reason) }
            try record.write()
        }
    }

    /// The cases of badssl.com with another verdict here, or with none.
    enum BadSSLDifferences {
        static let reasons = [
            "revoked": "No authority is queried. Only a status that the server staples can reject its certificate.",
            "no-sct": "Certificate transparency is not checked.",
            "invalid-expected-sct": "Certificate transparency is not checked.",
        ]
        static let leftOut = Dictionary(
            ["rc4", "rc4-md5", "3des", "dh480", "dh512"].map { ($0, "The system's OpenSSL cannot serve it.") }
                + ["dh-small-subgroup", "dh-composite"].map { ($0, "OpenSSL does not check the server's group.") }
        ) { one, _ in one }
    }
#endif
