import Mimeograph

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A cookie as it is kept.
///
/// Source: draft-ietf-httpbis-rfc6265bis §5.7.
public struct Cookie: Sendable {
    /// The name; empty for a cookie that is a value alone, which is sent without `=`.
    public let name: String
    /// The value.
    public let value: String
    /// The host that it is for, in the form that ``RequestURL/host`` has.
    public let domain: String
    /// Whether it is for that host alone, and not for the hosts under it.
    public let isHostOnly: Bool
    /// The path that it is for, with all that is under it.
    public let path: String
    /// When it ends; nil where it ends with the session.
    public let expires: Date?
    /// Whether it is sent over `https` only.
    public let isSecure: Bool
    /// Whether the server wants it kept from scripts. Nothing follows from it here, but it is kept in files.
    public let isHTTPOnly: Bool
    /// For whose requests the server wants it.
    public let sameSite: SameSite
    /// The site of the page that it is kept for, as `https://example.com`, where it goes along with parts of that site's pages
    /// alone; nil, for all others, makes no such difference.
    ///
    /// A ``CookieStorage`` brings the URL of any page into this form.
    ///
    /// Source: draft-cutler-httpbis-partitioned-cookies §2.
    public let partition: String?
    /// The path of the Unix-domain socket that it came over, and goes over; nil is the network. Programs behind two sockets are
    /// two servers, whatever name both are called by.
    public let unixSocketPath: String?

    /// For whose requests a cookie is; see ``RequestInitiator``.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.6.7.
    public enum SameSite: String, Hashable, Sendable, CaseIterable {
        /// The server says nothing that is known; it is as ``lax``.
        case unset = "Default"
        /// For requests of all sites.
        case none = "None"
        /// For requests of the same site, and for navigations from others with a safe method.
        case lax = "Lax"
        /// For requests of the same site alone.
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

    /// The same for another partition.
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

    /// Name and value as the Cookie field has them. Source: draft-ietf-httpbis-rfc6265bis §5.8.3 step 6.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// Whether the cookie is sent with a request to a URL.
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
    /// Whether all that is said of both is the same, compared by bytes.
    public static func == (one: Cookie, other: Cookie) -> Bool {
        one.isSameCookie(as: other) && one.value.hasSameBytes(as: other.value) && one.expires == other.expires
            && one.isSecure == other.isSecure && one.isHTTPOnly == other.isHTTPOnly && one.sameSite == other.sameSite
    }

    /// Takes in what tells cookies apart.
    public func hash(into hasher: inout Hasher) {
        for text in [name, value, domain, path] { hasher.combine(ByteEqualString(text)) }
    }

    /// Whether one takes the other's slot in a storage: name, domain, path, partition and socket are the same.
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
    /// Name, domain and path; the value is not shown.
    public var description: String { "\(name) for \(domain)\(path)" }
    /// Shows no value.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "domain": domain, "path": path]) }
}

extension RequestURL {
    /// Whether cookies with `Secure` come and go: over TLS, and to this machine itself, where no one listens on the way.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.8.3; Secure Contexts §3.1; curl has `localhost`, `127.0.0.1` and `::1`.
    var hasSecureCookies: Bool {
        isSecure || host.hasSameBytes(as: "localhost") || host.hasSameBytes(as: "[::1]")
            || host.beginsWithBytes(of: "127.") && URLHost.isAddress(host)
    }
}
