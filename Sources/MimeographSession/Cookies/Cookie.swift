#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A cookie as it is kept.
///
/// Source: RFC 6265 §5.3.
public struct Cookie: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: String
    /// The host that it is for, in lower case.
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

    /// Makes a cookie.
    public init(
        name: String,
        value: String,
        domain: String,
        isHostOnly: Bool = true,
        path: String = "/",
        expires: Date? = nil,
        isSecure: Bool = false,
        isHTTPOnly: Bool = false
    ) {
        self.name = name
        self.value = value
        self.domain = domain.lowercased()
        self.isHostOnly = isHostOnly
        self.path = path
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
    }

    /// Whether the cookie is sent with a request to a URL.
    func applies(to url: RequestURL) -> Bool {
        if isSecure, !url.isSecure { return false }
        guard url.host == domain || !isHostOnly && CookieDomain.matches(url.host, domain) else { return false }
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

extension Cookie: CustomStringConvertible, CustomReflectable {
    /// Name, domain and path; the value is not shown.
    public var description: String { "\(name) for \(domain)\(path)" }
    /// Shows no value.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "domain": domain, "path": path]) }
}
