/// Which servers are trusted, and by what the client shows that it is who it is.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.securityPolicy = .pinning(keys: [
///     try KeyPin("sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),  // the key in use
///     try KeyPin("sha256/n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg="),  // the one in the safe
/// ])
/// ```
/// A policy is evaluated in the TLS handshake, before a byte of the request leaves: on Linux through OpenSSL, on Apple's platforms through
/// the Security framework. A transport that cannot do so refuses the request. What it checks, in this order:
///
/// 1. Where invalid certificates are allowed and the name is to be checked, but nothing is pinned, every server is refused: the
///    two contradict each other.
/// 2. Unless invalid certificates are allowed, the server's certificates must lead to one of the ``anchors``, none of them may have
///    expired, and the first must be for the host (``validatesDomainName``). Names in subjectAltName count; the common name does not.
/// 3. In the mode ``PinningMode/certificate`` the pinned certificates are then the only anchors, also where invalid ones are allowed:
///    the chain must end at one of them, be valid, and be for the host.
/// 4. In the mode ``PinningMode/publicKey`` one key must be pinned: of the chain that was verified, or, where invalid certificates
///    are allowed, of the server's certificate and those that follow it, as far as each is signed by the next. Certificates that a
///    server only adds do not count. **With invalid certificates allowed nothing else is checked then, not even the name**, so
///    that only the server's own key should be pinned, not that of an authority.
///
/// 5. Where ``stapledStatus`` says so, what the server has stapled to its certificate (OCSP) must not say that it is revoked, or must be
///    there and say that it is not.
///
/// There is no look at revocation lists or certificate transparency, and no question to an authority.
///
/// It is a value one pointer wide, and each transport keeps connections and TLS sessions of different policies apart: a connection
/// that one policy allowed serves no other.
///
/// Source: AFNetworking 4, behaviour of `AFSecurityPolicy`, but for the chain of rule 4: there all certificates count that a server
/// sends.
public struct SecurityPolicy: Sendable {
    /// What a server must show beside a valid certificate.
    public enum PinningMode: Hashable, Sendable {
        /// Nothing.
        case none
        /// A chain that ends at a pinned certificate.
        case certificate
        /// A pinned key.
        case publicKey
    }

    /// A version of TLS. Older ones are not spoken.
    public enum TLSVersion: Int, Hashable, Comparable, Sendable {
        /// RFC 5246.
        case v1_2 = 12
        /// RFC 8446.
        case v1_3 = 13

        /// Whether the first is the older one.
        public static func < (one: TLSVersion, two: TLSVersion) -> Bool { one.rawValue < two.rawValue }
    }

    /// What is done about the state of a certificate that its server staples to it, by a response of OCSP that the authority has
    /// signed.
    ///
    /// A policy that looks at it resumes no TLS session, so that each connection is looked at.
    ///
    /// Source: RFC 6066 §8; RFC 6960.
    public enum StapledStatusPolicy: Hashable, Sendable {
        /// Servers are not asked for it.
        case ignored
        /// Where it is there it must be right, and good. A server that staples none, as most do, passes: and so does one whose
        /// certificate an attacker has stolen.
        case verified
        /// It must be there and be good.
        case required
    }

    /// The certificates that a chain may end at.
    public enum Anchors: Hashable, Sendable {
        /// Those that the system trusts; a `CurlTransport` may be set up with others.
        case system
        /// Those that the system trusts, and these.
        case systemAnd([Certificate])
        /// These, and no others.
        case only([Certificate])
    }

    /// What the policy says; `HTTPSessionManager` and the transports read it by the properties below.
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

    /// The rules behind one pointer, so that a policy is handed around for little, and told from another by it most times.
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

    /// Makes the policy that every request has by default: the system's anchors, the host's name, nothing pinned, TLS 1.2.
    public init() { storage = .standard }

    /// Makes a policy that pins certificates, or their keys.
    ///
    /// - Parameters:
    ///   - pinningMode: What of the certificates a server must show.
    ///   - pinnedCertificates: Any of these will do. Without one, a mode other than ``PinningMode/none`` refuses every server.
    public init(pinningMode: PinningMode, pinnedCertificates: [Certificate] = []) {
        self.init(Rules(pinningMode: pinningMode, pinnedCertificates: pinnedCertificates))
    }

    init(_ rules: Rules) { storage = Storage(rules) }
}

// MARK: - What it says

extension SecurityPolicy {
    /// What a server must show beside a valid certificate. Default none.
    public var pinningMode: PinningMode {
        get { rules.pinningMode }
        set { rules.pinningMode = newValue }
    }

    /// The certificates that are pinned; in the mode ``PinningMode/publicKey`` their keys.
    public var pinnedCertificates: [Certificate] {
        get { rules.pinnedCertificates }
        set { rules.pinnedCertificates = newValue }
    }

    /// Digests of keys that are pinned beside those of the certificates. They count in the mode ``PinningMode/publicKey`` only.
    public var pinnedKeys: [KeyPin] {
        get { rules.pinnedKeys }
        set { rules.pinnedKeys = newValue }
    }

    /// Whether a server may have a certificate that is not valid: one that it signed itself, or that has expired. Default false.
    /// See rules 1 and 4 above for what is still checked then.
    public var allowsInvalidCertificates: Bool {
        get { rules.allowsInvalidCertificates }
        set { rules.allowsInvalidCertificates = newValue }
    }

    /// Whether the certificate must be for the host. Default true. When off, any server with a certificate that the anchors, and the
    /// pins, allow can pass for the host.
    public var validatesDomainName: Bool {
        get { rules.validatesDomainName }
        set { rules.validatesDomainName = newValue }
    }

    /// The certificates that a chain may end at. Default those that the system trusts.
    public var anchors: Anchors {
        get { rules.anchors }
        set { rules.anchors = newValue }
    }

    /// What is shown to a server that asks who the client is, once the server is trusted. Default nothing.
    ///
    /// It is for the origin of the request: see ``ClientIdentity``.
    public var clientIdentity: ClientIdentity? {
        get { rules.clientIdentity }
        set { rules.clientIdentity = newValue }
    }

    /// The oldest version of TLS that is spoken. Default 1.2.
    public var minimumTLSVersion: TLSVersion {
        get { rules.minimumTLSVersion }
        set { rules.minimumTLSVersion = newValue }
    }
}

extension SecurityPolicy {
    /// What is done about the state that a server staples to its certificate. Default ``StapledStatusPolicy/ignored``.
    ///
    /// A transport that cannot see it, such as `URLSessionTransport`, refuses requests with another one.
    public var stapledStatus: StapledStatusPolicy {
        get { rules.stapledStatus }
        set { rules.stapledStatus = newValue }
    }
}

extension SecurityPolicy: Hashable {
    /// Whether both say the same. Policies that report are the same if their closure was made by the same call.
    public static func == (one: SecurityPolicy, two: SecurityPolicy) -> Bool {
        one.storage === two.storage || one.storage.rules == two.storage.rules
    }

    /// Takes in all that it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(rules) }
}
