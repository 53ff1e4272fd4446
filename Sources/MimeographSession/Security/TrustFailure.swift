/// Why a ``SecurityPolicy`` has refused a server: which rule, of which host, and what the server has shown.
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
    /// The host, as its URL has it; nil where certificates were evaluated without one.
    public let host: String?
    /// What the server has sent, its own certificate first; empty where it was refused before it was asked.
    public let certificates: [Certificate]
    /// What is wrong with the chain, where the rule is about that.
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
        /// Makes a rule of that name.
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
        /// The authority has revoked the certificate, as the server itself has stapled to it.
        public static let revoked = Rule(rawValue: "revoked")
        /// The server has stapled no state of its certificate, and the policy requires one.
        public static let noStapledStatus = Rule(rawValue: "noStapledStatus")
        /// What the server has stapled cannot be believed; see ``TrustFailure/problem``.
        public static let invalidStapledStatus = Rule(rawValue: "invalidStapledStatus")
        /// The policy names the hosts that are talked to, and this is none of them.
        public static let unknownHost = Rule(rawValue: "unknownHost")
        /// The policy pins, and the URL is not one of `https`.
        public static let notEncrypted = Rule(rawValue: "notEncrypted")
        /// The host that the connection leads to is not known.
        public static let unclearHost = Rule(rawValue: "unclearHost")
    }

    /// One sentence that says what is wrong.
    public var message: String {
        let name = host.map { VisibleName.text($0) } ?? "The server"
        return switch rule {
        case .contradiction:
            "The policy for \(name) allows invalid certificates and checks their names, but pins nothing."
        case .noCertificate: "\(name) has sent no certificate."
        case .invalidChain:
            "The certificates of \(name) are not trusted" + (problem.map { ": \($0.reason)." } ?? ".")
        case .wrongHost: "The certificate is not for \(name)."
        case .noPinnedCertificate:
            "The certificates of \(name) do not end at a pinned one" + (problem.map { ": \($0.reason)." } ?? ".")
        case .noPinnedKey: "No key of \(name) is pinned."
        case .revoked: "The certificate of \(name) is revoked."
        case .noStapledStatus: "\(name) has stapled no state of its certificate, and the policy requires one."
        case .invalidStapledStatus:
            "What \(name) has stapled to its certificate cannot be believed"
                + (problem.map { ": \($0.reason)." } ?? ".")
        case .unknownHost: "The policy does not name \(name), and refuses hosts that it does not name."
        case .notEncrypted: "The policy for \(name) pins, which needs https."
        case .unclearHost: "The connection is not to \(name), or that cannot be told."
        default: "\(name) does not satisfy the rule \(rule)."
        }
    }

    /// One line that says what the reader can do about it.
    public var remedy: String {
        switch rule {
        case .contradiction:
            "Pin the certificate or its key; or set validatesDomainName to false, which trusts every server."
        case .invalidChain where problem?.isOfUnknownAuthority == true:
            "If it is your own server, name who signed its certificate: policy.anchors = .only(try Certificate.read(path: …))."
        case .invalidChain: "Check the certificate: until when it is valid, and what it may be used for."
        case .wrongHost: "Check the URL's host, and the names of the certificate."
        case .noPinnedCertificate, .noPinnedKey:
            "Where the server has a new certificate, pin what it shows; else an attacker may be between you and it."
        case .revoked: "Do not talk to it: its key may be in other hands. Its owner needs a new certificate."
        case .noStapledStatus: "Let the server staple (nginx: ssl_stapling), or set stapledStatus to .verified."
        case .invalidStapledStatus:
            "Let the server fetch a new response; or set stapledStatus to .ignored, which looks at none."
        case .unknownHost: "Name the host in perHost(_:others:)."
        case .notEncrypted: "Write the URL with https."
        default: "Check what listens there."
        }
    }
}

extension TrustFailure: CustomStringConvertible {
    /// The failure in several lines: what is wrong, and each certificate with its pin.
    public var description: String { (["\(message) \(remedy)"] + chainLines(atMost: 8)).joined(separator: "\n") }

    /// A few lines for each of the first certificates.
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
    /// A server that a policy refuses.
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
