import Mimeograph

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A cookie as it is kept.
///
/// Source: RFC 6265 §5.3.
public struct Cookie: Sendable {
    /// The name.
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
    /// The path of the Unix-domain socket that it came over, and goes over; nil is the network. Programs behind two sockets are
    /// two servers, whatever name both are called by.
    public let unixSocketPath: String?

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
        self.unixSocketPath = unixSocketPath
    }

    /// Whether the cookie is sent with a request to a URL.
    func applies(to url: RequestURL) -> Bool {
        if isSecure, !url.isSecure { return false }
        guard url.host.hasSameBytes(as: domain) || !isHostOnly && CookieDomain.matches(url.host, domain) else {
            return false
        }
        return Self.path(url.path, matches: path)
    }

    /// Source: RFC 6265 §5.1.4.
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
            && one.isSecure == other.isSecure && one.isHTTPOnly == other.isHTTPOnly
    }

    /// Takes in what tells cookies apart.
    public func hash(into hasher: inout Hasher) {
        for text in [name, value, domain, path] { hasher.combine(ByteEqualString(text)) }
    }

    /// Whether one takes the other's slot in a storage: name, domain, path and socket are the same.
    func isSameCookie(as other: Cookie) -> Bool {
        domain.hasSameBytes(as: other.domain) && name.hasSameBytes(as: other.name) && path.hasSameBytes(as: other.path)
            && isHostOnly == other.isHostOnly && isOverSocket(other.unixSocketPath)
    }

    func isOverSocket(_ path: String?) -> Bool {
        path.map { ByteEqualString($0) } == unixSocketPath.map { ByteEqualString($0) }
    }
}

extension Cookie: CustomStringConvertible, CustomReflectable {
    /// Name, domain and path; the value is not shown.
    public var description: String { "\(name) for \(domain)\(path)" }
    /// Shows no value.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "domain": domain, "path": path]) }
}
