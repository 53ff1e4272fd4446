extension SecurityPolicy {
    /// Returns a policy for servers whose chain ends at one of these certificates.
    ///
    /// The chain must also be valid by the system's anchors, because pinning a certificate does not make it trusted. If the
    /// system does not know a certificate, such as a self-signed one, make it an anchor too:
    /// ```swift
    /// let own = try Certificate.read(path: "server.pem")
    /// configuration.securityPolicy = .pinning(certificates: own)
    /// configuration.securityPolicy.anchors = .only(own)
    /// ```
    public static func pinning(certificates pinned: [Certificate]) -> SecurityPolicy {
        SecurityPolicy(pinningMode: .certificate, pinnedCertificates: pinned)
    }

    /// Returns a policy for servers that show one of these keys, as their own or an authority's in their verified chain.
    public static func pinning(keys pins: [KeyPin]) -> SecurityPolicy {
        SecurityPolicy(Rules(pinningMode: .publicKey, pinnedKeys: pins))
    }

    /// Returns a policy that enforces all of these at once. A server must satisfy each. The highest ``minimumTLSVersion`` counts,
    /// and the first client identity is sent.
    public static func all(_ policies: [SecurityPolicy]) -> SecurityPolicy {
        guard let first = policies.first else { return SecurityPolicy() }
        var policy = first
        if policies.count > 1 { policy.rules.further += policies.dropFirst() }
        return policy
    }

    /// Returns a policy that uses other policies for certain hosts.
    ///
    /// ```swift
    /// let policy = try SecurityPolicy.perHost([
    ///     "api.example.com": .pinning(keys: pins),
    ///     "*.cdn.example.com": SecurityPolicy(),
    /// ], others: .refused)
    /// ```
    /// The host of the actual connection counts: the target of a redirect, or the proxy for the connection to an HTTPS proxy. A
    /// named host receives its own ``clientIdentity``, also as a proxy or the target of a redirect. The identity of `others` is
    /// for the request's origin. The policies in the result decide everything except its ``minimumTLSVersion``.
    ///
    /// - Parameters:
    ///   - policies: The policies by host: a name, an address, or a name in which `*` stands for a whole label. The closest name
    ///     counts: from the right, a label is closer than `*`.
    ///   - others: The rule for hosts that are not named.
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` for an invalid name, or two spellings of the same name.
    public static func perHost(
        _ policies: [String: SecurityPolicy],
        others: UnknownHosts = .refused
    ) throws(SessionError) -> SecurityPolicy {
        SecurityPolicy(Rules(hosts: try HostPolicies(policies, others: others)))
    }

    /// The rule of ``perHost(_:others:)`` for hosts that are not named.
    public enum UnknownHosts: Hashable, Sendable {
        /// Requests to these hosts fail.
        case refused
        /// These hosts have this policy.
        case policy(SecurityPolicy)
    }

    /// Returns a policy that tries another one. If the trial would reject a server, the policy reports it, and the request
    /// continues.
    ///
    /// ```swift
    /// configuration.securityPolicy = .reportOnly(.pinning(keys: pins)) { failure in logger.warning("\(failure)") }
    /// ```
    /// Call it once and keep the result. Each call makes a different policy, and policies do not share connections.
    ///
    /// - Parameters:
    ///   - trial: The policy to try. Its TLS versions and client identity are not used.
    ///   - enforced: The policy that is enforced meanwhile; the standard one by default.
    ///   - report: Called once for each handshake that the trial would have rejected, in order, on any thread. It is not called
    ///     for a resumed TLS session, or if the enforced policy has already rejected the server.
    public static func reportOnly(
        _ trial: SecurityPolicy,
        enforcing enforced: SecurityPolicy = SecurityPolicy(),
        report: @escaping @Sendable (TrustFailure) -> Void
    ) -> SecurityPolicy {
        var policy = enforced
        policy.rules.trials.append(TrialPolicy(policy: trial, reporter: TrialPolicy.Reporter(report)))
        return policy
    }
}

/// A policy that is tried, with its reporter.
struct TrialPolicy: Hashable, Sendable {
    /// A reporter that passes failures to a closure. It is an object because a closure has no identity.
    final class Reporter: Sendable {
        private let closure: @Sendable (TrustFailure) -> Void
        private let callbacks: CallbackQueue?

        /// - Parameter callbacks: Calls the closure, so that no exchange waits for it; nil calls it immediately.
        init(
            callbacks: CallbackQueue? = CallbackQueue(),
            _ closure: @escaping @Sendable (TrustFailure) -> Void
        ) {
            self.callbacks = callbacks
            self.closure = closure
        }

        func report(_ failure: TrustFailure) {
            guard let callbacks else { return closure(failure) }
            callbacks.call { [closure] in closure(failure) }
        }
    }

    let policy: SecurityPolicy
    let reporter: Reporter

    static func == (one: TrialPolicy, two: TrialPolicy) -> Bool {
        one.reporter === two.reporter && one.policy == two.policy
    }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(reporter)) }
}
