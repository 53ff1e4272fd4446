import Mimeograph

/// What must be the same for a stored response to be given again, beside the URL and what `Vary` names.
///
/// A server that answers two users differently does not always say so, and what one gets is not for the other. So the values of
/// all fields belong to it that hold a secret by their names or that an interceptor has set, that say who the user is, or that lead to
/// another server behind the same URL; the socket, the proxy, the servers that the transport trusts, and the policy about servers with
/// the client's certificate. Its bytes are only ever kept as a digest with a key.
///
/// Source: RFC 9111 §2 ("cache key"), §7.
struct CachePartition {
    /// How a request goes out, as far as what it gets is for no request that goes another way.
    struct Route {
        let options: TransportOptions
        /// The authorities that the transport trusts; nil for those of every transport.
        let trust: String?
        /// The names, in lower case, of fields that are secret because of who has set them.
        let secrets: Set<String>

        init(
            _ options: TransportOptions = TransportOptions(),
            _ transport: (any Transport)? = nil,
            _ secrets: Set<String> = []
        ) {
            self.options = options
            trust = transport?.trustIdentity
            self.secrets = secrets
        }
    }

    /// Its parts, each with its length, so that no two partitions have the same bytes.
    private(set) var bytes: [UInt8] = []

    init(_ request: RequestMessage, _ url: RequestURL, _ route: Route) {
        let options = route.options
        var values: [ByteEqualString: [String]] = [:]
        for line in request.fields {
            let name = line.name.lowercased()
            guard route.secrets.contains(name) || Self.tellsUsersApart(line.name) else { continue }
            values[ByteEqualString(name), default: []].append(line.value)
        }
        // Fields of different names may come in any order. Names are tokens, and so ASCII.
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
        if !options.securityPolicy.storage.isStandard { append(options.securityPolicy, host: HostName(url.host)) }
    }

    /// Whether a field of a request says who asks, or which server behind a URL is meant.
    ///
    /// Names are guessed by their parts. A false alarm costs a second request where one would have done.
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

    /// What a policy says about a host. What is only tried out changes nothing.
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
