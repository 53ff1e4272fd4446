import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Rules that choose a proxy for each request.
///
/// ```swift
/// configuration.proxies = .none
/// configuration.proxies = .fixed(.init(url: "http://proxy.example:3128"), except: ["localhost", ".example.com"])
/// ```
/// By default the rules come from the environment of the process, as for other tools on Linux.
///
/// A setting that cannot be parsed does not turn the proxy off. Every request that it applies to fails with
/// ``SessionError/Code/invalidProxy``, and nothing is sent. This holds for the proxy, its user and each exception.
///
/// Source: curl(1), "ENVIRONMENT".
public struct ProxyRules: Hashable, Sendable {
    private enum Setting: Hashable {
        case direct
        case proxy(TransportOptions.Proxy)
        /// The reason, with the name of the setting.
        case unreadable(String)
    }

    private var insecure: Setting
    private var secure: Setting
    private var exceptions: [ProxyException] = []
    /// The reason why an exception cannot be parsed.
    private var unreadableException: String?

    private init(insecure: Setting, secure: Setting, exceptions: [Substring], name: String) {
        self.insecure = insecure
        self.secure = secure
        for (index, text) in exceptions.enumerated() {
            if let exception = ProxyException(text) {
                self.exceptions.append(exception)
            } else {
                // The message does not quote the entry, because anything in the environment may be secret.
                unreadableException =
                    unreadableException
                    ?? "entry \(index + 1) of \(exceptions.count) in \(name) is not a host, an address or a network"
            }
        }
    }

    /// No request uses a proxy.
    public static let none = ProxyRules(insecure: .direct, secure: .direct, exceptions: [], name: "")

    /// Returns rules that send every request through one proxy, except requests to some hosts.
    ///
    /// - Parameters:
    ///   - proxy: The proxy.
    ///   - exceptions: Hosts that are connected to directly. A name stands for itself and all names under it. An address may have
    ///     a prefix length (`10.0.0.0/8`). Each entry may have a port, and `*` stands for all hosts. If an entry cannot be
    ///     parsed, each request that no other entry matches fails.
    public static func fixed(_ proxy: TransportOptions.Proxy, except exceptions: [String] = []) -> ProxyRules {
        ProxyRules(
            insecure: .proxy(proxy),
            secure: .proxy(proxy),
            exceptions: exceptions.map { $0[...] },
            name: "the list of exceptions of the proxy"
        )
    }

    /// The rules from the environment of this process.
    public static var environment: ProxyRules { environment(ProcessInfo.processInfo.environment) }

    /// Returns the rules of an environment: `https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`, each in lower case first.
    ///
    /// A proxy is a host, optionally with a port, a user and a scheme (`http`, the default, `https`, `socks4`, `socks4a`,
    /// `socks5`, `socks5h`). An empty value means no proxy. `HTTP_PROXY` in upper case is ignored if `REQUEST_METHOD` is set,
    /// because in a CGI program it is a header field of the client.
    public static func environment(_ environment: [String: String]) -> ProxyRules {
        func setting(_ name: String) -> (name: String, value: String)? {
            for name in [name, name.uppercased()] {
                if name == "HTTP_PROXY", environment["REQUEST_METHOD"] != nil { continue }
                if let value = environment[name] { return (name, value) }
            }
            return nil
        }
        func proxy(_ name: String) -> Setting {
            // An empty value means no proxy, whatever all_proxy is.
            guard let (name, value) = setting(name) ?? setting("all_proxy"), !value.isEmpty else { return .direct }
            return TransportOptions.Proxy(environment: value).map { .proxy($0) }
                ?? .unreadable("\(name) does not contain a valid proxy")
        }
        let (name, value) = setting("no_proxy") ?? ("no_proxy", "")
        let exceptions = value.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x09 })
        return ProxyRules(
            insecure: proxy("http_proxy"),
            secure: proxy("https_proxy"),
            exceptions: exceptions.map { Substring($0) },
            name: name
        )
    }

    /// Returns the proxy for a URL; nil for a direct connection.
    ///
    /// - Throws: ``SessionError/Code/invalidProxy`` if a setting for the URL cannot be parsed.
    func proxy(for url: RequestURL) throws(SessionError) -> TransportOptions.Proxy? {
        switch url.isSecure ? secure : insecure {
        case .direct: return nil
        case .unreadable(let reason): throw .invalidProxy(reason)
        case .proxy(let proxy):
            if exceptions.contains(where: { $0.matches(url) }) { return nil }
            // The unreadable exception may match this host.
            if let unreadableException { throw .invalidProxy(unreadableException) }
            return proxy
        }
    }
}

extension TransportOptions.Proxy {
    /// Parses a proxy as environments name it, with an optional scheme (`http` by default), user and password. Nil if any part is
    /// invalid.
    package init?(environment text: String) {
        // Invalid UTF-8 contains this character after it was decoded.
        guard !text.unicodeScalars.contains("\u{FFFD}") else { return nil }
        let hasScheme = text.utf8.firstRange(of: "://".utf8) != nil
        let reference = URLReference(hasScheme ? text : "http://\(text)")
        guard let scheme = reference.scheme?.lowercased(), Self.schemes.contains(ByteEqualString(scheme)),
            let authority = reference.authority, reference.query == nil, reference.fragment == nil,
            reference.path.utf8.count <= 1,
            // The scheme has no default port here, so a port in the result was in the text.
            let parsed = try? URLAuthority(authority, scheme: nil)
        else { return nil }
        let url = "\(scheme)://\(parsed.host)\(parsed.port.map { ":\($0)" } ?? "")"
        guard let userInformation = parsed.userInformation else {
            self.init(url: url)
            return
        }
        let parts = userInformation.parts(at: ":", most: 1).map { PercentEncoding.decoded($0) }
        guard let user = parts[0], !user.isEmpty, let password = parts.count > 1 ? parts[1] : "",
            !user.utf8.contains(0), !password.utf8.contains(0)
        else { return nil }
        self.init(url: url, username: user, password: password)
    }

    private static let schemes: Set<ByteEqualString> = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// The URL with its host in canonical form. A URL that is not a proxy's is unchanged, and the transport rejects it.
    var canonicalURL: String {
        TransportOptions.Proxy(environment: url).flatMap { $0.username == nil ? $0.url : nil } ?? url
    }
}

extension SessionError {
    fileprivate static func invalidProxy(_ reason: String) -> SessionError {
        SessionError(
            .invalidProxy,
            "The proxy of the request cannot be chosen: \(reason).",
            remedy: "Write proxies like http://proxy.example:3128, and exceptions like .example.com or 10.0.0.0/8."
        )
    }
}

/// A host or several hosts that a proxy is not used for.
///
/// Source: curl(1), "NO_PROXY"; RFC 4632 §3.1 for prefix lengths.
struct ProxyException: Hashable, Sendable {
    private enum Hosts: Hashable {
        case all
        /// The name and all names under it.
        case name(String)
        /// Addresses with the same first bits, of 32 or 128 bits in all.
        case addresses(InternetAddress, bits: Int)
    }

    private let hosts: Hosts
    private let port: Int?

    /// Parses a name, an address or a network; nil for anything else.
    init?(_ text: Substring) {
        if text.hasSameBytes(as: "*") {
            (hosts, port) = (.all, nil)
            return
        }
        let parts = text.parts(at: "/", most: 1)
        if parts.count > 1 {
            guard let bits = Self.number(parts[1], atMost: 128),
                let network = InternetAddress.network(parts[0], bits: bits)
            else { return nil }
            (hosts, port) = (.addresses(network.address, bits: network.bits), nil)
            return
        }
        if let address = InternetAddress(text) {
            (hosts, port) = (.addresses(address, bits: address.bytes.count * 8), nil)
            return
        }
        var host = text
        if let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) {
            guard let number = Self.number(host[host.utf8.index(after: colon)...], atMost: 65_535), number > 0 else {
                return nil
            }
            port = number
            host = host[..<colon]
        } else {
            port = nil
        }
        if host.utf8.first == UInt8(ascii: "["), host.utf8.last != UInt8(ascii: "]") { return nil }
        if let address = InternetAddress(host) {
            hosts = .addresses(address, bits: address.bytes.count * 8)
            return
        }
        let isPattern = host.utf8.first == UInt8(ascii: "*")
        if isPattern { host = host.dropFirst() }
        if host.utf8.first == UInt8(ascii: ".") { host = host.dropFirst() } else if isPattern { return nil }
        guard let name = try? URLHost.canonical(host), !URLHost.isAddress(name) else { return nil }
        hosts = .name(Self.withoutDot(name))
    }

    func matches(_ url: RequestURL) -> Bool {
        if let port, port != url.effectivePort { return false }
        switch hosts {
        case .all: return true
        case .name(let name): return CookieDomain.matches(Self.withoutDot(url.host), name)
        case .addresses(let address, let bits):
            guard URLHost.isAddress(url.host) else { return false }
            return InternetAddress(URLHost.withoutZone(url.host)[...])?.hasSamePrefix(as: address, bits: bits) ?? false
        }
    }

    /// Removes a final dot, which does not change the host here.
    private static func withoutDot(_ name: String) -> String {
        name.utf8.last == UInt8(ascii: ".") ? String(name.dropLast()) : name
    }

    private static func number(_ text: Substring, atMost most: Int) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), number <= most
        else { return nil }
        return number
    }
}
