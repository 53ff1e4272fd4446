extension SecurityPolicy {
    /// A policy for servers whose chain ends at one of these certificates.
    ///
    /// The chain must be valid by the system's anchors, too: to pin is not to trust. A certificate that the system does not
    /// know, such as one that has signed itself, is an anchor, too:
    /// ```swift
    /// let own = try Certificate.read(path: "server.pem")
    /// configuration.securityPolicy = .pinning(certificates: own)
    /// configuration.securityPolicy.anchors = .only(own)
    /// ```
    public static func pinning(certificates pinned: [Certificate]) -> SecurityPolicy {
        SecurityPolicy(pinningMode: .certificate, pinnedCertificates: pinned)
    }

    /// A policy for servers that show one of these keys, as their own or as that of an authority in their verified chain.
    public static func pinning(keys pins: [KeyPin]) -> SecurityPolicy {
        SecurityPolicy(Rules(pinningMode: .publicKey, pinnedKeys: pins))
    }

    /// A policy that holds all of these at once: a server must satisfy each, the highest version of TLS is the oldest that is
    /// spoken, and the first identity of a client is the one that is shown.
    public static func all(_ policies: [SecurityPolicy]) -> SecurityPolicy {
        guard let first = policies.first else { return SecurityPolicy() }
        var policy = first
        if policies.count > 1 { policy.rules.further += policies.dropFirst() }
        return policy
    }

    /// A policy that has others for certain hosts.
    ///
    /// ```swift
    /// let policy = try SecurityPolicy.perHost([
    ///     "api.example.com": .pinning(keys: pins),
    ///     "*.cdn.example.com": SecurityPolicy(),
    /// ], others: .refused)
    /// ```
    /// It is the host that is really talked to which counts: that of a redirect's target, and for the connection to an HTTPS proxy
    /// the proxy's. A ``clientIdentity`` of a host that is named here is shown to that host, also as a proxy or the target of a redirect;
    /// one of the others is for the request's origin. Of what is set on the result itself only ``minimumTLSVersion`` counts; all else is said by the policies in it.
    ///
    /// - Parameters:
    ///   - policies: The policies by host: a name, an address, or a name in which `*` stands for a whole label. The closest name
    ///     counts: the one that has a label where others have `*`, looked at from the right.
    ///   - others: What is done about hosts that are not named.
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` for a name that is none, or stands there twice in different spelling.
    public static func perHost(
        _ policies: [String: SecurityPolicy],
        others: UnknownHosts = .refused
    ) throws(SessionError) -> SecurityPolicy {
        SecurityPolicy(Rules(hosts: try HostPolicies(policies, others: others)))
    }

    /// What ``perHost(_:others:)`` does about hosts that are not named.
    public enum UnknownHosts: Hashable, Sendable {
        /// No request goes there.
        case refused
        /// They have this policy.
        case policy(SecurityPolicy)
    }

    /// A policy that tries another one out: where the trial would refuse a server, that is told, and the request goes on.
    ///
    /// ```swift
    /// configuration.securityPolicy = .reportOnly(.pinning(keys: pins)) { failure in logger.warning("\(failure)") }
    /// ```
    /// Make it once and keep it: each call makes another policy, which shares connections with none.
    ///
    /// - Parameters:
    ///   - trial: The policy that is tried out. Its versions of TLS and its client identity are not used.
    ///   - enforced: The policy that holds meanwhile; by default the standard one.
    ///   - report: Told once for each handshake that the trial would have refused, in order, from any thread. A TLS session that is
    ///     resumed has no such handshake. Nothing is told where the enforced policy has refused already.
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

/// A policy that is tried out, and who is told.
struct TrialPolicy: Hashable, Sendable {
    /// Who is told; a closure has no identity of its own.
    final class Reporter: Sendable {
        private let closure: @Sendable (TrustFailure) -> Void
        private let callbacks: CallbackQueue?

        /// - Parameter callbacks: What calls the closure, so that handshakes and other exchanges do not wait for it; nil calls it at once.
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
