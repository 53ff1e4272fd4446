/// The reason why a ``SecurityPolicy`` has rejected a server: the rule, the host, and the server's certificates.
///
/// ```swift
/// do {
///     let user: User = try await api.get("users/7")
/// } catch {
///     if let trust = error.trust, trust.rule == .noPinnedKey { print(trust) }  // the chain, with the pins of each certificate
/// }
/// ```
public struct TrustFailure: Error, Hashable, Sendable {
    /// The rule that the server did not satisfy. The set is open: a `switch` needs a `default`.
    public let rule: Rule
    /// The host, as in its URL; nil if certificates were evaluated without one.
    public let host: String?
    /// The server's certificates, its own first; empty if the server was rejected before the handshake.
    public let certificates: [Certificate]
    /// The problem with the chain, if the rule is about that.
    public let problem: TrustProblem?

    /// Makes a failure.
    public init(_ rule: Rule, host: String?, certificates: [Certificate] = [], problem: TrustProblem? = nil) {
        self.rule = rule
        self.host = host
        self.certificates = certificates
        self.problem = problem
    }

    /// A rule of a ``SecurityPolicy``.
    public struct Rule: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The rule's name, in lower camel case.
        public let rawValue: String
        /// Makes a rule with a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The rule's name.
        public var description: String { rawValue }

        /// The policy allows invalid certificates and checks their names, but pins nothing.
        public static let contradiction = Rule(rawValue: "contradiction")
        /// The server has sent no certificate.
        public static let noCertificate = Rule(rawValue: "noCertificate")
        /// The chain does not lead to an anchor, or is not valid now; see ``TrustFailure/problem``.
        public static let invalidChain = Rule(rawValue: "invalidChain")
        /// The certificate is for other hosts.
        public static let wrongHost = Rule(rawValue: "wrongHost")
        /// The chain does not end at a pinned certificate.
        public static let noPinnedCertificate = Rule(rawValue: "noPinnedCertificate")
        /// No key of the chain is pinned.
        public static let noPinnedKey = Rule(rawValue: "noPinnedKey")
        /// The authority has revoked the certificate, according to the status that the server stapled.
        public static let revoked = Rule(rawValue: "revoked")
        /// The server stapled no status, and the policy requires one.
        public static let noStapledStatus = Rule(rawValue: "noStapledStatus")
        /// The stapled status is not valid; see ``TrustFailure/problem``.
        public static let invalidStapledStatus = Rule(rawValue: "invalidStapledStatus")
        /// The policy rejects hosts that it does not name, and does not name this one.
        public static let unknownHost = Rule(rawValue: "unknownHost")
        /// The policy has pins, and the URL is not `https`.
        public static let notEncrypted = Rule(rawValue: "notEncrypted")
        /// The host of the connection is unknown.
        public static let unclearHost = Rule(rawValue: "unclearHost")
    }

    /// A sentence that describes the failure.
    public var message: String {
        let name = host.map { VisibleName.text($0) } ?? "The server"
        return switch rule {
        case .contradiction:
            "The policy for \(name) allows invalid certificates and checks their names, but pins nothing."
        case .noCertificate: "\(name) has sent no certificate."
        case .invalidChain:
            "The certificates of \(name) are not trusted" + (problem?.sentences ?? ".")
        case .wrongHost: "The certificate is not for \(name). \(coverage)"
        case .noPinnedCertificate:
            "The certificates of \(name) do not end at a pinned one" + (problem?.sentences ?? ".")
        case .noPinnedKey: "No key of \(name) is pinned."
        case .revoked: "The certificate of \(name) is revoked."
        case .noStapledStatus: "\(name) has stapled no certificate status, and the policy requires one."
        case .invalidStapledStatus:
            "The certificate status that \(name) has stapled is not valid"
                + (problem?.sentences ?? ".")
        case .unknownHost: "The policy does not name \(name), and rejects hosts that it does not name."
        case .notEncrypted: "The policy for \(name) has pins, which require https."
        case .unclearHost: "The connection does not lead to \(name), or its host is unknown."
        default: "\(name) does not satisfy the rule \(rule)."
        }
    }

    /// A sentence with the first hosts that the server's certificate is for.
    private var coverage: String {
        let names = certificates.first?.hostNames ?? []
        if names.isEmpty {
            return "It has no host names in its subjectAltName, and its common name does not count."
        }
        let rest = names.count - 3
        return "It is for " + names.prefix(3).joined(separator: ", ") + (rest > 0 ? " and \(rest) more." : ".")
    }

    /// A line that says what you can do about it.
    public var remedy: String {
        switch rule {
        case .contradiction:
            "Pin the certificate or its key; or set validatesDomainName to false, which trusts every server."
        case .invalidChain: problem?.remedy ?? "Check when the certificate expires, and what it may be used for."
        case .wrongHost: "Check the URL's host, and the names in the certificate."
        case .noPinnedCertificate, .noPinnedKey:
            "If the server has a new certificate, pin that. Otherwise an attacker may be between you and the server."
        case .revoked: "Do not connect to it, because others may have its key. Its owner needs a new certificate."
        case .noStapledStatus: "Let the server staple (nginx: ssl_stapling), or set stapledStatus to .verified."
        case .invalidStapledStatus:
            "Let the server fetch a new response, or set stapledStatus to .ignored, which skips the check."
        case .unknownHost: "Name the host in perHost(_:others:)."
        case .notEncrypted: "Write the URL with https."
        default: "Check what listens there."
        }
    }
}

extension TrustFailure: CustomStringConvertible {
    /// The failure in several lines: the message, the remedy, and each certificate with its pin.
    public var description: String { (["\(message) \(remedy)"] + chainLines(atMost: 8)).joined(separator: "\n") }

    /// Returns a few lines for each of the first certificates.
    func chainLines(atMost count: Int) -> [String] {
        certificates.prefix(count).enumerated().flatMap { index, certificate in
            [
                "  \(index): \(certificate)",
                certificate.hostNames.isEmpty
                    ? nil : "     for \(certificate.hostNames.prefix(16).joined(separator: ", "))",
            ].compactMap { $0 }
        }
    }
}

extension TransportError {
    /// Makes the error for a server that a policy rejects.
    init(_ failure: TrustFailure, libraryCode: Int? = nil) {
        self.init(
            failure.rule == .notEncrypted ? .notEncrypted : .untrustedServer,
            failure.message,
            remedy: failure.remedy,
            libraryCode: libraryCode,
            underlying: failure
        )
    }
}
