import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Says which requests go through which proxy.
///
/// ```swift
/// configuration.proxies = .none
/// configuration.proxies = .fixed(.init(url: "http://proxy.example:3128"), except: ["localhost", ".example.com"])
/// ```
/// The default is the environment of the process, as every tool on Linux has it.
///
/// Source: curl(1), "ENVIRONMENT".
public struct ProxyRules: Hashable, Sendable {
    private var insecure: TransportOptions.Proxy?
    private var secure: TransportOptions.Proxy?
    private var exceptions: [ProxyException] = []

    private init(insecure: TransportOptions.Proxy?, secure: TransportOptions.Proxy?, exceptions: [String]) {
        self.insecure = insecure
        self.secure = secure
        self.exceptions = exceptions.compactMap { ProxyException($0) }
    }

    /// No request goes through a proxy.
    public static let none = ProxyRules(insecure: nil, secure: nil, exceptions: [])

    /// Every request goes through one proxy, except those to some hosts.
    ///
    /// - Parameters:
    ///   - proxy: The proxy.
    ///   - exceptions: Hosts that are connected to directly: a name stands for itself and all names under it, an address may
    ///     have a prefix length (`10.0.0.0/8`), each may have a port, and `*` stands for all.
    public static func fixed(_ proxy: TransportOptions.Proxy, except exceptions: [String] = []) -> ProxyRules {
        ProxyRules(insecure: proxy, secure: proxy, exceptions: exceptions)
    }

    /// What the environment of this process says.
    public static var environment: ProxyRules { environment(ProcessInfo.processInfo.environment) }

    /// What an environment says: `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, in small letters before capitals.
    ///
    /// `HTTP_PROXY` in capitals is passed over where `REQUEST_METHOD` is set: in a CGI program it is a header field of whoever
    /// made the request.
    public static func environment(_ environment: [String: String]) -> ProxyRules {
        func value(_ name: String) -> String? {
            for name in [name, name.uppercased()] {
                if name == "HTTP_PROXY", environment["REQUEST_METHOD"] != nil { continue }
                if let value = environment[name] { return value }
            }
            return nil
        }
        func proxy(_ name: String) -> TransportOptions.Proxy? {
            // An empty one means none, whatever all_proxy says.
            (value(name) ?? value("all_proxy")).flatMap { TransportOptions.Proxy(environment: $0) }
        }
        let exceptions = (value("no_proxy") ?? "").split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
        return ProxyRules(insecure: proxy("http_proxy"), secure: proxy("https_proxy"), exceptions: exceptions)
    }

    /// The proxy for a URL; nil where it is connected to directly.
    func proxy(for url: RequestURL) -> TransportOptions.Proxy? {
        guard let proxy = url.isSecure ? secure : insecure else { return nil }
        return exceptions.contains { $0.matches(url) } ? nil : proxy
    }
}

extension TransportOptions.Proxy {
    /// Reads a proxy as environments name it: with or without a scheme (`http` then), with or without user and password.
    init?(environment text: String) {
        guard !text.isEmpty else { return nil }
        let reference = URLReference(text.contains("://") ? text : "http://\(text)")
        guard let scheme = reference.scheme, let authority = reference.authority, !authority.isEmpty else { return nil }
        guard let parsed = try? URLAuthority(authority, scheme: "http") else { return nil }
        let parts = (parsed.userInformation ?? "").parts(at: ":", most: 1)
        let user = parts.first.flatMap { PercentEncoding.decoded($0) } ?? ""
        let host = authority.parts(at: "@").last.map(String.init) ?? parsed.host
        self.init(
            url: "\(scheme.lowercased())://\(host)",
            username: user.isEmpty ? nil : user,
            password: user.isEmpty ? nil : parts.count > 1 ? PercentEncoding.decoded(parts[1]) : ""
        )
    }
}
