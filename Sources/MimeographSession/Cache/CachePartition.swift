import Mimeograph

/// The properties that must be the same for a stored response to be used again, besides the URL and the fields in `Vary`.
///
/// A server does not always say that it answers two users differently, and one user must not get the other's response. So the
/// partition contains the values of all fields whose names mark a secret, identify the user, or select another server for the
/// same URL. It also contains each field that an interceptor has set, digests of the keys that sign the request, the socket, the
/// proxy, the trusted authorities of the transport, and the security policy with the client's certificate. For QUERY it contains
/// the content. The cache stores these bytes only as a keyed digest.
///
/// Source: RFC 9111 §2 ("cache key"), §7; RFC 10008 §2.7.
struct CachePartition {
    /// The route of a request. A response is not used for a request that takes another route.
    struct Route {
        let options: TransportOptions
        /// The authorities that the transport trusts; nil for the default ones.
        let trust: String?
        /// The names, in lower case, of fields that are secret because an interceptor has set them.
        let secrets: Set<String>
        /// The identities of the interceptors of exchanges.
        let interceptors: [[UInt8]]

        init(
            _ options: TransportOptions = TransportOptions(),
            _ transport: (any Transport)? = nil,
            _ secrets: Set<String> = [],
            _ interceptors: [[UInt8]] = []
        ) {
            self.options = options
            trust = transport?.trustIdentity
            self.secrets = secrets
            self.interceptors = interceptors
        }
    }

    /// The parts of the partition, each with its length, so that different partitions have different bytes.
    private(set) var bytes: [UInt8] = []

    init(_ request: RequestMessage, _ url: RequestURL, _ route: Route) {
        let options = route.options
        var values: [ByteEqualString: [String]] = [:]
        for line in request.fields {
            let name = line.name.lowercased()
            guard route.secrets.contains(name) || Self.tellsUsersApart(line.name) else { continue }
            values[ByteEqualString(name), default: []].append(line.value)
        }
        // The order of different fields has no meaning. Names are tokens, and therefore ASCII.
        for name in values.keys.map(\.text).sorted() {
            append(name)
            append(values[ByteEqualString(name)]?.joined(separator: ", "))
        }
        append("")
        append(options.unixSocketPath)
        append(options.proxy?.url)
        append(options.proxy?.username)
        append(options.proxy?.password)
        if let trust = route.trust {
            append("trust")
            append(trust)
        }
        for identity in route.interceptors {
            append("interceptor")
            append(identity)
        }
        if !options.securityPolicy.storage.isStandard { append(options.securityPolicy, host: HostName(url.host)) }
        if request.method == .query { appendContent(of: request) }
    }

    /// Returns whether the content of a QUERY can be part of the partition: bytes in memory, without trailers.
    static func holdsContent(of request: RequestMessage) -> Bool {
        guard request.trailers == nil else { return false }
        return switch request.body {
        case .none, .bytes: true
        case .file, .stream: false
        }
    }

    /// Appends the content of a QUERY and the fields that describe it. Different bytes are different content, even if they mean
    /// the same.
    ///
    /// Source: RFC 10008 §2.7.
    private mutating func appendContent(of request: RequestMessage) {
        append("query")
        for line in request.fields where line.name.lowercased().beginsWithBytes(of: "content-") {
            append(line.name.lowercased())
            append(line.value)
        }
        // A digest is enough, and it is shorter than the bytes, which each stored variant is compared with.
        if case .bytes(let bytes) = request.body { append(MessageDigest.sha256.digest(of: bytes) ?? bytes) }
    }

    /// Returns whether a request field identifies the user, or the server behind a URL.
    ///
    /// It guesses by parts of the name. A wrong guess costs one more request.
    static func tellsUsersApart(_ name: String) -> Bool {
        let letters = String(decoding: name.lowercased().utf8.filter { $0 != 0x2D && $0 != 0x5F }, as: UTF8.self)
        switch ByteEqualString(letters) {
        case "useragent": return false
        case "host", "from": return true
        default: return SecretName.matches(name) || parts.contains { letters.contains($0) }
        }
    }

    private static let parts = [
        "auth", "session", "user", "account", "tenant", "identity", "impersonate", "onbehalf", "customer", "email",
        "login",
        "forwarded", "clientcert", "original", "rewrite", "methodoverride", "httpmethod",
    ]

    private mutating func append(_ text: String?) { append(text.map { Array($0.utf8) }) }

    private mutating func append(_ part: [UInt8]?) {
        guard let part else {
            bytes.append(UInt8(ascii: "-"))
            return
        }
        bytes += "\(part.count):".utf8
        bytes += part
    }

    private mutating func append(_ certificates: [Certificate]) {
        append("\(certificates.count)")
        for certificate in certificates { append(certificate.der) }
    }

    /// Appends the rules of a policy for a host. Trial policies, which only report, are not included.
    private mutating func append(_ policy: SecurityPolicy, host: HostName) {
        let rules = policy.rules
        append("\(rules.minimumTLSVersion.rawValue) \(rules.stapledStatus)")
        if let hosts = rules.hosts {
            append("host")
            if let own = hosts.policy(for: host) { append(own, host: host) }
        } else {
            append(
                "\(rules.pinningMode) \(rules.allowsInvalidCertificates) \(rules.validatesDomainName) \(rules.pinnedKeys.count)"
            )
            for pin in rules.pinnedKeys { append(pin.digest) }
            append(rules.pinnedCertificates)
            switch rules.anchors {
            case .system: append("system")
            case .systemAnd(let certificates):
                append("and")
                append(certificates)
            case .only(let certificates):
                append("only")
                append(certificates)
            }
            if let identity = rules.clientIdentity {
                append(identity.certificates)
                append(identity.key)
            }
        }
        append("\(rules.further.count)")
        for policy in rules.further { append(policy, host: host) }
    }
}
