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

/// What a Set-Cookie line says: a cookie to keep, or one to take away.
struct ReceivedCookie {
    let cookie: Cookie
    let isExpired: Bool

    /// The most bytes of a line; browsers keep no more than 4096 bytes of a name and a value together.
    private static let mostBytes = 8192

    /// Reads a line; nil where it sets nothing that may be kept.
    ///
    /// Source: RFC 6265 §5.2, §5.3; its successor (draft-ietf-httpbis-rfc6265bis) for controls, for the prefixes `__Secure-` and
    /// `__Host-`, and for `Secure` set from an insecure origin.
    ///
    /// - Parameter socket: The path of the Unix-domain socket that the response came over; nil where it was the network.
    init?(
        _ line: String,
        from url: RequestURL,
        socket: String? = nil,
        now: Date,
        isPublicSuffix: (String) -> Bool
    ) {
        guard line.utf8.count <= Self.mostBytes, line.isFieldContent else { return nil }
        let parts = line.parts(at: ";")
        let pair = parts[0].parts(at: "=", most: 1)
        guard pair.count == 2 else { return nil }
        let (name, value) = (Self.trimmed(pair[0]), Self.trimmed(pair[1]))
        guard !name.isEmpty, name.utf8.count + value.utf8.count <= 4096 else { return nil }
        let attributes = Attributes(parts.dropFirst(), now: now)
        let isSecure = attributes.isSecure
        if isSecure, !url.isSecure { return nil }
        guard let scope = Self.scope(attributes.domain, of: url, isPublicSuffix: isPublicSuffix) else { return nil }
        let path = Self.path(attributes.path, of: url)
        // In any case of letters: there are servers that do not tell them apart.
        let lowercased = CookieDomain.lowercased(name)
        if lowercased.beginsWithBytes(of: "__secure-"), !isSecure { return nil }
        if lowercased.beginsWithBytes(of: "__host-") {
            guard isSecure, scope.isHostOnly, attributes.path != nil, path.hasSameBytes(as: "/") else { return nil }
        }
        // A cookie lives 400 days at most, as browsers have it. Source: RFC 6265 §5.3 step 3; rfc6265bis §5.5.
        let expires = (attributes.ends ?? attributes.expires).map { min(now.addingTimeInterval(400 * 86_400), $0) }
        isExpired = expires.map { $0 <= now } ?? false
        cookie = Cookie(
            name: name,
            value: value,
            domain: scope.domain,
            isHostOnly: scope.isHostOnly,
            path: path,
            expires: expires,
            isSecure: isSecure,
            isHTTPOnly: attributes.isHTTPOnly,
            unixSocketPath: socket
        )
    }

    fileprivate static func trimmed(_ text: Substring) -> String {
        var bytes = text.utf8
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return String(Substring(bytes))
    }

    /// Source: RFC 6265 §5.2.3, §5.3 steps 4 to 6.
    private static func scope(
        _ attribute: String?,
        of url: RequestURL,
        isPublicSuffix: (String) -> Bool
    ) -> (domain: String, isHostOnly: Bool)? {
        var domain = CookieDomain.lowercased(attribute ?? "")
        if domain.utf8.first == UInt8(ascii: ".") { domain = String(Substring(domain.utf8.dropFirst())) }
        if domain.isEmpty { return (url.host, true) }
        domain = CookieDomain.canonical(domain)
        if CookieDomain.mayShare(domain, url.host, isPublicSuffix: isPublicSuffix) {
            // Nothing is under an address.
            return (domain, CookieDomain.isAddress(domain))
        }
        // What a host says of itself, and may not share, it keeps to itself.
        return domain.hasSameBytes(as: url.host) ? (url.host, true) : nil
    }

    /// Source: RFC 6265 §5.2.4, §5.1.4.
    private static func path(_ attribute: String?, of url: RequestURL) -> String {
        if let attribute, attribute.utf8.first == UInt8(ascii: "/") { return attribute }
        guard let slash = url.path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > url.path.startIndex else {
            return "/"
        }
        return String(url.path[..<slash])
    }
}

/// What stands behind a cookie's name and value. Of two attributes of one name the last one counts that can be read.
private struct Attributes {
    var isSecure = false
    var isHTTPOnly = false
    var domain: String?
    var path: String?
    /// By Expires, and by Max-Age, which goes before it.
    var expires: Date?
    var ends: Date?

    /// The longest name of one that is known.
    private static let mostBytes = 8

    /// Source: RFC 6265 §5.2.
    init(_ parts: ArraySlice<Substring>, now: Date) {
        for part in parts {
            let pair = part.parts(at: "=", most: 1)
            let name = ReceivedCookie.trimmed(pair[0])
            guard name.utf8.count <= Self.mostBytes else { continue }
            let value = pair.count > 1 ? ReceivedCookie.trimmed(pair[1]) : ""
            switch ByteEqualString(CookieDomain.lowercased(name)) {
            case "secure": isSecure = true
            case "httponly": isHTTPOnly = true
            case "domain": domain = value
            case "path": path = value
            case "expires": expires = CookieDate.parse(value) ?? expires
            case "max-age": ends = Self.end(value, now: now) ?? ends
            default: break
            }
        }
    }

    /// When a number of seconds is over, however long it is: it is held to what a thousand years have.
    private static func end(_ text: String, now: Date) -> Date? {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = isNegative ? Substring(text.utf8.dropFirst()) : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let seconds = digits.utf8.count > 11 ? 31_557_600_000 : Int(digits) ?? 0
        return isNegative || seconds == 0 ? .distantPast : now.addingTimeInterval(Double(seconds))
    }
}
