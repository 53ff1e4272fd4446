import Mimeograph

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A stored cookie.
///
/// Source: draft-ietf-httpbis-rfc6265bis §5.7.
public struct Cookie: Sendable {
    /// The name; empty for a cookie without a name, which is sent without `=`.
    public let name: String
    /// The value.
    public let value: String
    /// The host of the cookie, in the same form as ``RequestURL/host``.
    public let domain: String
    /// Whether the cookie is only for that host, and not for its subdomains.
    public let isHostOnly: Bool
    /// The path of the cookie; it also covers all paths under it.
    public let path: String
    /// When the cookie expires; nil if it ends with the session.
    public let expires: Date?
    /// Whether the cookie is sent over `https` only.
    public let isSecure: Bool
    /// Whether the server hides the cookie from scripts. This has no effect here, but files keep it.
    public let isHTTPOnly: Bool
    /// The requests that the server allows the cookie for.
    public let sameSite: SameSite
    /// The site of the page that the cookie is stored for, such as `https://example.com`. The cookie is then sent only with
    /// requests for parts of that site's pages. Nil means no such restriction.
    ///
    /// A ``CookieStorage`` converts the URL of any page into this form.
    ///
    /// Source: draft-cutler-httpbis-partitioned-cookies §2.
    public let partition: String?
    /// The path of the Unix-domain socket that the cookie came over; nil for the network. It is sent over that socket only,
    /// because two sockets are two servers, even under the same host name.
    public let unixSocketPath: String?

    /// The requests that a cookie is sent with; see ``RequestInitiator``.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.6.7.
    public enum SameSite: String, Hashable, Sendable, CaseIterable {
        /// The server sends no known value. It has the effect of ``lax``.
        case unset = "Default"
        /// Requests of all sites.
        case none = "None"
        /// Requests of the same site, and navigation from other sites with a safe method.
        case lax = "Lax"
        /// Requests of the same site only.
        case strict = "Strict"
    }

    /// Makes a cookie.
    public init(
        name: String,
        value: String,
        domain: String,
        isHostOnly: Bool = true,
        path: String = "/",
        expires: Date? = nil,
        isSecure: Bool = false,
        isHTTPOnly: Bool = false,
        sameSite: SameSite = .unset,
        partition: String? = nil,
        unixSocketPath: String? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = CookieDomain.canonical(domain)
        self.isHostOnly = isHostOnly
        self.path = path
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.partition = partition
        self.unixSocketPath = unixSocketPath
    }

    /// Returns a copy for another partition.
    func with(partition: String?) -> Cookie {
        Cookie(
            name: name,
            value: value,
            domain: domain,
            isHostOnly: isHostOnly,
            path: path,
            expires: expires,
            isSecure: isSecure,
            isHTTPOnly: isHTTPOnly,
            sameSite: sameSite,
            partition: partition,
            unixSocketPath: unixSocketPath
        )
    }

    /// The name and the value as in the Cookie field. Source: draft-ietf-httpbis-rfc6265bis §5.8.3 step 6.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// Returns whether the cookie is sent with a request to a URL.
    func applies(to url: RequestURL) -> Bool {
        if isSecure, !url.hasSecureCookies { return false }
        guard url.host.hasSameBytes(as: domain) || !isHostOnly && CookieDomain.matches(url.host, domain) else {
            return false
        }
        return Self.path(url.path, matches: path)
    }

    /// Source: draft-ietf-httpbis-rfc6265bis §5.1.4.
    static func path(_ requested: String, matches path: String) -> Bool {
        let (requested, path) = (requested.utf8, path.utf8)
        guard requested.starts(with: path) else { return false }
        return requested.count == path.count || path.last == UInt8(ascii: "/")
            || requested.dropFirst(path.count).first == UInt8(ascii: "/")
    }
}

extension Cookie: Hashable {
    /// Returns whether all properties of two cookies are the same, with texts compared by bytes.
    public static func == (one: Cookie, other: Cookie) -> Bool {
        one.isSameCookie(as: other) && one.value.hasSameBytes(as: other.value) && one.expires == other.expires
            && one.isSecure == other.isSecure && one.isHTTPOnly == other.isHTTPOnly && one.sameSite == other.sameSite
    }

    /// Hashes the name, the value, the domain and the path.
    public func hash(into hasher: inout Hasher) {
        for text in [name, value, domain, path] { hasher.combine(ByteEqualString(text)) }
    }

    /// Returns whether one cookie replaces the other in a storage: they have the same name, domain, path, partition and socket.
    func isSameCookie(as other: Cookie) -> Bool {
        domain.hasSameBytes(as: other.domain) && name.hasSameBytes(as: other.name) && path.hasSameBytes(as: other.path)
            && isHostOnly == other.isHostOnly && Self.isSame(partition, other.partition)
            && Self.isSame(unixSocketPath, other.unixSocketPath)
    }

    private static func isSame(_ one: String?, _ other: String?) -> Bool {
        one.map { ByteEqualString($0) } == other.map { ByteEqualString($0) }
    }
}

extension Cookie: CustomStringConvertible, CustomReflectable {
    /// The name, domain and path, without the value.
    public var description: String { "\(name) for \(domain)\(path)" }
    /// A mirror without the value.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "domain": domain, "path": path]) }
}

extension RequestURL {
    /// Whether cookies with `Secure` are sent and accepted: over TLS, and on this machine itself, which is safe from
    /// eavesdroppers.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.8.3; Secure Contexts §3.1; curl has `localhost`, `127.0.0.1` and `::1`.
    var hasSecureCookies: Bool {
        isSecure || host.hasSameBytes(as: "localhost") || host.hasSameBytes(as: "[::1]")
            || host.beginsWithBytes(of: "127.") && URLHost.isAddress(host)
    }
}
