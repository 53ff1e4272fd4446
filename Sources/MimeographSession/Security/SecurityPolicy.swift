/// A policy that decides which servers are trusted, and how the client identifies itself.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.securityPolicy = .pinning(keys: [
///     try KeyPin("sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),  // the key in use
///     try KeyPin("sha256/n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg="),  // the one in the safe
/// ])
/// ```
/// The policy is enforced in the TLS handshake, before any byte of the request is sent: on Linux with OpenSSL, on Apple's
/// platforms with the Security framework. If a transport cannot enforce the policy, the request fails. The policy checks, in this
/// order:
///
/// 1. If invalid certificates are allowed and the name is checked, but nothing is pinned, every server is rejected: the settings
///    contradict each other.
/// 2. Unless invalid certificates are allowed, the server's certificates must lead to one of the ``anchors`` and not have
///    expired. The first must be for the host (``validatesDomainName``), by its subjectAltName and not by its common name.
/// 3. In the mode ``PinningMode/certificate`` the pinned certificates are then the only anchors, even if invalid certificates are
///    allowed. The chain must end at one of them, be valid, and be for the host.
/// 4. In the mode ``PinningMode/publicKey`` one key of the verified chain must be pinned. If invalid certificates are allowed,
///    the chain is the server's certificate and its successors, as far as each is signed by the next. Other certificates do not
///    count. **With invalid certificates allowed nothing else is then checked, not even the name**, so pin only the server's own
///    key, not an authority's.
/// 5. Depending on ``stapledStatus``, the status that the server staples (OCSP) must not be “revoked”, or must be present and
///    good.
///
/// Revocation lists and certificate transparency are not checked, and no authority is queried.
///
/// A policy is a value one pointer wide. Transports do not share connections or TLS sessions between different policies;
/// on Apple's platforms, see `URLSessionTransport` for its limits.
///
/// Source: AFNetworking 4, behavior of `AFSecurityPolicy`, except for the chain of rule 4: there all sent certificates count.
public struct SecurityPolicy: Sendable {
    /// The kind of pin that a server must match, besides having a valid certificate.
    public enum PinningMode: Hashable, Sendable {
        /// Nothing.
        case none
        /// A chain that ends at a pinned certificate.
        case certificate
        /// A pinned key.
        case publicKey
    }

    /// A version of TLS. Older versions are not supported.
    public enum TLSVersion: Int, Hashable, Comparable, Sendable {
        /// RFC 5246.
        case v1_2 = 12
        /// RFC 8446.
        case v1_3 = 13

        /// Whether the first is the older one.
        public static func < (one: TLSVersion, two: TLSVersion) -> Bool { one.rawValue < two.rawValue }
    }

    /// A rule for the status that a server staples to its certificate: an OCSP response signed by the authority.
    ///
    /// A policy that evaluates the status resumes no TLS sessions, so that each connection is evaluated.
    ///
    /// Source: RFC 6066 §8; RFC 6960.
    public enum StapledStatusPolicy: Hashable, Sendable {
        /// Servers are not asked for a status.
        case ignored
        /// A stapled status must be valid and good. Most servers staple none, so a server without a status is accepted. This
        /// includes an attacker with a stolen certificate.
        case verified
        /// The status must be present and good.
        case required
    }

    /// The certificates that a chain may end at.
    public enum Anchors: Hashable, Sendable {
        /// The system's anchors; a `CurlTransport` may be set up with others.
        case system
        /// The system's anchors, and these.
        case systemAnd([Certificate])
        /// Only these.
        case only([Certificate])
    }

    /// The settings of the policy; `HTTPSessionManager` and the transports read them by the properties below.
    struct Rules: Hashable, Sendable {
        var pinningMode = PinningMode.none
        var pinnedCertificates: [Certificate] = []
        var pinnedKeys: [KeyPin] = []
        var allowsInvalidCertificates = false
        var validatesDomainName = true
        var anchors = Anchors.system
        var clientIdentity: ClientIdentity?
        var minimumTLSVersion = TLSVersion.v1_2
        var stapledStatus = StapledStatusPolicy.ignored
        var hosts: HostPolicies?
        var further: [SecurityPolicy] = []
        var trials: [TrialPolicy] = []
    }

    /// A reference to the rules, which makes a policy cheap to pass and usually cheap to compare.
    final class Storage: Sendable {
        let rules: Rules
        let isStandard: Bool

        init(_ rules: Rules) {
            self.rules = rules
            isStandard = rules == Rules()
        }

        static let standard = Storage(Rules())
    }

    private(set) var storage: Storage

    var rules: Rules {
        get { storage.rules }
        set { storage = Storage(newValue) }
    }

    /// Makes the default policy of every request: the system's anchors, the host's name, no pins, TLS 1.2.
    public init() { storage = .standard }

    /// Makes a policy that pins certificates, or their keys.
    ///
    /// - Parameters:
    ///   - pinningMode: The kind of pin that a server must match.
    ///   - pinnedCertificates: The pins; any may match. Without any, a mode other than ``PinningMode/none`` rejects every server.
    public init(pinningMode: PinningMode, pinnedCertificates: [Certificate] = []) {
        self.init(Rules(pinningMode: pinningMode, pinnedCertificates: pinnedCertificates))
    }

    init(_ rules: Rules) { storage = Storage(rules) }
}

// MARK: - Settings

extension SecurityPolicy {
    /// The kind of pin that a server must match, besides having a valid certificate. None by default.
    public var pinningMode: PinningMode {
        get { rules.pinningMode }
        set { rules.pinningMode = newValue }
    }

    /// The pinned certificates. In the mode ``PinningMode/publicKey`` their keys are pinned.
    public var pinnedCertificates: [Certificate] {
        get { rules.pinnedCertificates }
        set { rules.pinnedCertificates = newValue }
    }

    /// Digests of further pinned keys. They count only in the mode ``PinningMode/publicKey``.
    public var pinnedKeys: [KeyPin] {
        get { rules.pinnedKeys }
        set { rules.pinnedKeys = newValue }
    }

    /// Whether a server may have an invalid certificate, such as a self-signed or expired one. False by default. See rules 1 and
    /// 4 above for the remaining checks.
    public var allowsInvalidCertificates: Bool {
        get { rules.allowsInvalidCertificates }
        set { rules.allowsInvalidCertificates = newValue }
    }

    /// Whether the certificate must be for the host. True by default. If false, any server can pose as the host whose certificate
    /// the anchors and pins allow.
    public var validatesDomainName: Bool {
        get { rules.validatesDomainName }
        set { rules.validatesDomainName = newValue }
    }

    /// The certificates that a chain may end at. By default the system's.
    public var anchors: Anchors {
        get { rules.anchors }
        set { rules.anchors = newValue }
    }

    /// The identity for servers that ask for one, sent once the server is trusted. None by default.
    ///
    /// It is for the request's origin: see ``ClientIdentity``.
    public var clientIdentity: ClientIdentity? {
        get { rules.clientIdentity }
        set { rules.clientIdentity = newValue }
    }

    /// The oldest version of TLS that is accepted. 1.2 by default.
    public var minimumTLSVersion: TLSVersion {
        get { rules.minimumTLSVersion }
        set { rules.minimumTLSVersion = newValue }
    }
}

extension SecurityPolicy {
    /// The rule for the status that a server staples to its certificate. ``StapledStatusPolicy/ignored`` by default.
    ///
    /// A transport that cannot see the status, such as `URLSessionTransport`, rejects requests with another rule.
    public var stapledStatus: StapledStatusPolicy {
        get { rules.stapledStatus }
        set { rules.stapledStatus = newValue }
    }
}

extension SecurityPolicy: Hashable {
    /// Whether both have the same settings. Policies that report are equal only if the same call made their closure.
    public static func == (one: SecurityPolicy, two: SecurityPolicy) -> Bool {
        one.storage === two.storage || one.storage.rules == two.storage.rules
    }

    /// Hashes all settings.
    public func hash(into hasher: inout Hasher) { hasher.combine(rules) }
}
