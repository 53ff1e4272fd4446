import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A parsed Set-Cookie line: a cookie to store, or one to remove.
struct ReceivedCookie {
    let cookie: Cookie
    let isExpired: Bool

    /// The most bytes of a line: a name, a value, and a dozen attributes of the largest size.
    private static let mostBytes = 16 << 10
    /// The most bytes of a name and a value together. Source: draft-ietf-httpbis-rfc6265bis §5.6 step 5.
    private static let mostBytesOfPair = 4096

    /// Parses a line; nil if it sets no cookie that may be stored.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.6, §5.7; the comments below name its steps.
    ///
    /// - Parameters:
    ///   - socket: The path of the Unix-domain socket of the response; nil for the network.
    ///   - context: The context of the request.
    init?(
        _ line: String,
        from url: RequestURL,
        socket: String? = nil,
        context: CookieContext = .user,
        now: Date,
        isPublicSuffix: (String) -> Bool
    ) {
        guard line.opaqueCount <= Self.mostBytes, line.isFieldContent else { return nil }
        let parts = line.parts(at: ";")
        let pair = parts[0].parts(at: "=", most: 1)
        // §5.6 step 3: without an equals sign the whole text is the value.
        let name = pair.count == 2 ? Self.trimmed(pair[0]) : ""
        let value = Self.trimmed(pair[pair.count - 1])
        guard !name.isEmpty || !value.isEmpty,
            name.opaqueCount + value.opaqueCount <= Self.mostBytesOfPair
        else { return nil }
        let attributes = Attributes(parts.dropFirst(), now: now)
        // §5.7 steps 13 and 19; CHIPS §2.1 requires the same for a partition.
        if attributes.isSecure {
            guard url.hasSecureCookies else { return nil }
        } else if attributes.sameSite == .none || attributes.isPartitioned {
            return nil
        }
        guard context.mayStore(attributes.sameSite),
            let scope = Self.scope(attributes.domain, of: url, isPublicSuffix: isPublicSuffix)
        else { return nil }
        let path = Self.path(attributes.path, of: url)
        let isOfHost = scope.isHostOnly && attributes.path != nil && path.hasSameBytes(as: "/")
        guard Self.keepsPromise(of: name, value, attributes, isOfHost: isOfHost) else { return nil }
        // A cookie expires after at most 400 days. Source: §5.5.
        let expires = (attributes.ends ?? attributes.expires).map { min(now.addingTimeInterval(400 * 86_400), $0) }
        isExpired = expires.map { $0 <= now } ?? false
        cookie = Cookie(
            name: name,
            value: value,
            domain: scope.domain,
            isHostOnly: scope.isHostOnly,
            path: path,
            expires: expires,
            isSecure: attributes.isSecure,
            isHTTPOnly: attributes.isHTTPOnly,
            sameSite: attributes.sameSite,
            partition: attributes.isPartitioned
                ? CookieSite(context.page?.url ?? url, isPublicSuffix: isPublicSuffix).text : nil,
            unixSocketPath: socket
        )
    }

    /// Returns whether the cookie has the attributes that its name prefix promises, in upper or lower case: some servers ignore
    /// case. A value without a name must not begin with such a prefix, because a server sees no difference.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.4, §5.7 steps 20 to 22; draft-ietf-httpbis-layered-cookies §4.1.3.3, §4.1.3.4 for
    /// `__Http-` and `__Host-Http-`.
    private static func keepsPromise(
        of name: String,
        _ value: String,
        _ attributes: Attributes,
        isOfHost: Bool
    ) -> Bool {
        // Some servers skip equals signs and spaces before a name, and would then read a prefix that follows them.
        let shown = CookieDomain.lowercased(
            name.isEmpty ? Substring(value.utf8.drop { [0x3D, 0x20, 0x09].contains($0) }) : name[...]
        )
        for promise in promises where shown.beginsWithBytes(of: promise.prefix) {
            guard !name.isEmpty, attributes.isSecure, isOfHost || !promise.isOfHost,
                attributes.isHTTPOnly || !promise.isHTTPOnly
            else { return false }
        }
        return true
    }

    /// The promises of name prefixes, besides the promise that the cookie is secure.
    private static let promises: [(prefix: String, isOfHost: Bool, isHTTPOnly: Bool)] = [
        ("__secure-", false, false), ("__host-", true, false), ("__http-", false, true), ("__host-http-", true, true),
    ]

    fileprivate static func trimmed(_ text: Substring) -> String {
        var bytes = text.utf8
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return String(Substring(bytes))
    }

    /// Source: draft-ietf-httpbis-rfc6265bis §5.6.3, §5.7 steps 7 to 10.
    private static func scope(
        _ attribute: String?,
        of url: RequestURL,
        isPublicSuffix: (String) -> Bool
    ) -> (domain: String, isHostOnly: Bool)? {
        var domain = CookieDomain.lowercased(attribute ?? "")
        if domain.utf8.first == UInt8(ascii: ".") { domain = String(Substring(domain.utf8.dropFirst())) }
        if domain.isEmpty { return (url.host, true) }
        guard domain.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        domain = CookieDomain.canonical(domain)
        if CookieDomain.mayShare(domain, url.host, isPublicSuffix: isPublicSuffix) {
            // An address has no subdomains.
            return (domain, CookieDomain.isAddress(domain))
        }
        // A host that names its own domain, but may not share it, keeps the cookie to itself.
        return domain.hasSameBytes(as: url.host) ? (url.host, true) : nil
    }

    /// Source: draft-ietf-httpbis-rfc6265bis §5.6.4, §5.1.4.
    private static func path(_ attribute: String?, of url: RequestURL) -> String {
        if let attribute, attribute.utf8.first == UInt8(ascii: "/") { return attribute }
        guard let slash = url.path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > url.path.startIndex else {
            return "/"
        }
        return String(url.path[..<slash])
    }
}

/// The attributes after a cookie's name and value. If a name occurs twice, the last valid one counts.
private struct Attributes {
    var isSecure = false
    var isHTTPOnly = false
    var isPartitioned = false
    var sameSite = Cookie.SameSite.unset
    var domain: String?
    var path: String?
    /// The expiry by Expires and the one by Max-Age, which has priority.
    var expires: Date?
    var ends: Date?

    /// The length of the longest known name.
    private static let mostBytes = 11
    /// The length of the longest value that counts. Source: draft-ietf-httpbis-rfc6265bis §5.6.
    private static let mostBytesOfValue = 1024

    /// Source: draft-ietf-httpbis-rfc6265bis §5.6.1 to §5.6.7; draft-cutler-httpbis-partitioned-cookies §2.1.
    init(_ parts: ArraySlice<Substring>, now: Date) {
        for part in parts {
            let pair = part.parts(at: "=", most: 1)
            let name = ReceivedCookie.trimmed(pair[0])
            guard name.utf8.count <= Self.mostBytes else { continue }
            let value = pair.count > 1 ? ReceivedCookie.trimmed(pair[1]) : ""
            guard value.utf8.count <= Self.mostBytesOfValue else { continue }
            switch ByteEqualString(CookieDomain.lowercased(name)) {
            case "secure": isSecure = true
            case "httponly": isHTTPOnly = true
            case "domain": domain = value
            case "path": path = value
            case "expires": expires = CookieDate.parse(value) ?? expires
            case "max-age": ends = Self.end(value, now: now) ?? ends
            case "samesite": sameSite = Self.sameSite(value)
            case "partitioned": isPartitioned = true
            default: break
            }
        }
    }

    /// An unknown value counts as a missing attribute.
    private static func sameSite(_ value: String) -> Cookie.SameSite {
        switch ByteEqualString(CookieDomain.lowercased(value)) {
        case "none": .none
        case "lax": .lax
        case "strict": .strict
        default: .unset
        }
    }

    /// Returns the date after a number of seconds, which is limited to a thousand years.
    private static func end(_ text: String, now: Date) -> Date? {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = isNegative ? Substring(text.utf8.dropFirst()) : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let seconds = digits.utf8.count > 11 ? 31_557_600_000 : Int(digits) ?? 0
        return isNegative || seconds == 0 ? .distantPast : now.addingTimeInterval(Double(seconds))
    }
}
