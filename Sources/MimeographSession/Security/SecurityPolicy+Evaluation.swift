extension SecurityPolicy {
    /// Evaluates the certificates and stapled status of a server with all parts of the policy. Trials only report.
    ///
    /// - Parameter trust: The server's certificates and their checks.
    /// - Throws: ``TrustFailure`` for the first rule that the server does not satisfy.
    public func evaluate(_ trust: some ServerTrust) throws(TrustFailure) {
        for step in [EvaluationStep.certificates, .stapledStatus] { try evaluate(trust, step) }
    }

    /// A part of the evaluation. Servers staple a status after they have sent their certificates.
    enum EvaluationStep {
        case certificates
        case stapledStatus
    }

    func evaluate(_ trust: some ServerTrust, _ step: EvaluationStep) throws(TrustFailure) {
        if let hosts = rules.hosts {
            guard let policy = trust.host.flatMap({ hosts.policy(for: HostName($0)) }) else {
                throw TrustFailure(.unknownHost, host: trust.host, certificates: trust.certificates)
            }
            try policy.evaluate(trust, step)
        } else if step == .certificates {
            try rules.evaluate(trust)
        } else {
            try rules.evaluateStapledStatus(trust)
        }
        for policy in rules.further { try policy.evaluate(trust, step) }
        for trial in rules.trials {
            do throws(TrustFailure) {
                try trial.policy.evaluate(trust, step)
            } catch {
                trial.reporter.report(error)
            }
        }
    }
}

extension SecurityPolicy.Rules {
    /// Evaluates a server by the rules of ``SecurityPolicy``, in their order.
    ///
    /// Source: AFNetworking 4, behavior of `evaluateServerTrust:forDomain:`.
    fileprivate func evaluate(_ trust: some ServerTrust) throws(TrustFailure) {
        let certificates = trust.certificates
        func failure(_ rule: TrustFailure.Rule, _ problem: TrustProblem? = nil) -> TrustFailure {
            TrustFailure(rule, host: trust.host, certificates: certificates, problem: problem)
        }
        func chain(to anchors: SecurityPolicy.Anchors, or rule: TrustFailure.Rule) throws(TrustFailure) -> [Certificate]
        {
            let chain: [Certificate]
            do throws(TrustProblem) {
                chain = try trust.verifiedChain(to: anchors)
            } catch {
                throw failure(rule, error)
            }
            if validatesDomainName, trust.host != nil, !trust.isForHost { throw failure(.wrongHost) }
            return chain
        }

        if certificates.isEmpty { throw failure(.noCertificate) }
        if allowsInvalidCertificates, validatesDomainName, trust.host != nil, !isPinned {
            throw failure(.contradiction)
        }
        var verified: [Certificate]?
        if !allowsInvalidCertificates { verified = try chain(to: anchors, or: .invalidChain) }
        switch pinningMode {
        case .none: break
        case .certificate:
            if pinnedCertificates.isEmpty { throw failure(.noPinnedCertificate) }
            let ended = try chain(to: .only(pinnedCertificates), or: .noPinnedCertificate)
            if !ended.contains(where: { pinnedCertificates.contains($0) }) { throw failure(.noPinnedCertificate) }
        case .publicKey:
            // Certificates outside the chain prove nothing, because they may belong to another server.
            let shown = verified ?? trust.signatureLinkedCertificates()
            let pins = pinnedKeys + pinnedCertificates.map(\.pin)
            if !shown.contains(where: { pins.contains($0.pin) }) { throw failure(.noPinnedKey) }
        }
    }

    /// Evaluates the status that is stapled to the server's certificate. Source: RFC 6066 §8; RFC 6960 §3.2.
    fileprivate func evaluateStapledStatus(_ trust: some ServerTrust) throws(TrustFailure) {
        if stapledStatus == .ignored { return }
        func failure(_ rule: TrustFailure.Rule, _ reason: String? = nil) -> TrustFailure {
            let problem = reason.map { TrustProblem(reason: $0, libraryCode: 0) }
            return TrustFailure(rule, host: trust.host, certificates: trust.certificates, problem: problem)
        }
        // The authority comes from the verified chain, or else from the certificates that the server sent.
        let shown = trust.signatureLinkedCertificates()
        var chain = shown
        if !allowsInvalidCertificates {
            do throws(TrustProblem) {
                chain = try trust.verifiedChain(to: anchors)
            } catch {
                throw failure(.invalidChain, error.reason)
            }
            // If the certificate is an anchor itself, its authority is in the certificates that the server sent.
            if chain.count < 2 { chain = shown }
        }
        switch trust.stapledStatus(in: chain) {
        case .good: return
        case .absent: if stapledStatus == .required { throw failure(.noStapledStatus) }
        case .revoked: throw failure(.revoked)
        case .invalid(let reason): throw failure(.invalidStapledStatus, reason)
        }
    }

    /// Whether the server must show a pinned certificate or key.
    var isPinned: Bool {
        switch pinningMode {
        case .none: false
        case .certificate: !pinnedCertificates.isEmpty
        case .publicKey: !pinnedCertificates.isEmpty || !pinnedKeys.isEmpty
        }
    }
}

// MARK: - Checks before the handshake

extension SecurityPolicy {
    /// The requirements for one host, from all parts of the policy.
    struct Connecting {
        /// Whether a request without TLS would bypass a pin.
        var needsEncryption = false
        var minimumTLSVersion = TLSVersion.v1_2
        var clientIdentity: ClientIdentity?
        /// Whether the server is asked to staple the status of its certificate.
        var asksForStatus = false
    }

    /// Returns the requirements for a host.
    ///
    /// - Throws: ``TrustFailure`` if the policy does not name the host and rejects unnamed hosts.
    func connecting(to host: HostName) throws(TrustFailure) -> Connecting {
        var found = Connecting()
        if let hosts = rules.hosts {
            guard let policy = hosts.policy(for: host) else { throw TrustFailure(.unknownHost, host: host.text) }
            found = try policy.connecting(to: host)
        } else {
            found.needsEncryption = rules.pinningMode != .none
            found.clientIdentity = rules.clientIdentity
            found.asksForStatus = rules.stapledStatus != .ignored
        }
        found.minimumTLSVersion = max(found.minimumTLSVersion, rules.minimumTLSVersion)
        for policy in rules.further {
            let other = try policy.connecting(to: host)
            found.needsEncryption = found.needsEncryption || other.needsEncryption
            found.minimumTLSVersion = max(found.minimumTLSVersion, other.minimumTLSVersion)
            found.clientIdentity = found.clientIdentity ?? other.clientIdentity
            found.asksForStatus = found.asksForStatus || other.asksForStatus
        }
        // A trial rejects nothing, not even hosts that it does not name.
        for trial in rules.trials where (try? trial.policy.connecting(to: host).asksForStatus) == true {
            found.asksForStatus = true
        }
        return found
    }

    /// Whether the status of a certificate is evaluated for any host.
    var looksAtStatus: Bool {
        rules.stapledStatus != .ignored || rules.hosts?.contains(where: \.looksAtStatus) == true
            || rules.further.contains(where: \.looksAtStatus) || rules.trials.contains { $0.policy.looksAtStatus }
    }

    /// The policy with only the identities that ``perHost(_:others:)`` names for a host. Others belong to the request's origin.
    var withoutGeneralIdentity: SecurityPolicy {
        guard hasGeneralIdentity else { return self }
        var rules = rules
        rules.clientIdentity = nil
        rules.hosts = rules.hosts?.withoutGeneralIdentity
        rules.further = rules.further.map(\.withoutGeneralIdentity)
        return SecurityPolicy(rules)
    }

    /// Whether hosts that the policy does not name would receive a client identity.
    var hasGeneralIdentity: Bool {
        if storage.isStandard { return false }
        return rules.clientIdentity != nil || rules.hosts?.hasGeneralIdentity == true
            || rules.further.contains(where: \.hasGeneralIdentity)
    }

    /// Rejects a request before a connection is made: a URL without TLS whose host has pins, or an unnamed host, including a
    /// proxy's.
    ///
    /// A session calls it once for each exchange, before its cache answers. A transport calls it for requests from elsewhere.
    ///
    /// - Throws: ``TransportError/Code/notEncrypted``, ``TransportError/Code/untrustedServer``.
    func checkConnection(to url: RequestURL, proxy: TransportOptions.Proxy?) throws(TransportError) {
        if storage.isStandard { return }
        do throws(TrustFailure) {
            try check(host: url.host, isEncrypted: url.isSecure)
            if let proxy, let url = try? RequestURL(proxy.url), url.isSecure {
                try check(host: url.host, isEncrypted: true)
            }
        } catch {
            throw TransportError(error)
        }
    }

    private func check(host: String, isEncrypted: Bool) throws(TrustFailure) {
        if try connecting(to: HostName(host)).needsEncryption, !isEncrypted {
            throw TrustFailure(.notEncrypted, host: host)
        }
    }

    /// Does the same for a session's base URL.
    ///
    /// - Throws: ``SessionError/Code/notEncrypted``, ``SessionError/Code/untrustedServer``.
    func check(_ url: RequestURL) throws(SessionError) {
        do throws(TransportError) {
            try checkConnection(to: url, proxy: nil)
        } catch {
            throw SessionError(error)
        }
    }
}
