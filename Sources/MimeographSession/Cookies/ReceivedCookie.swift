import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a Set-Cookie line says: a cookie to keep, or one to take away.
struct ReceivedCookie {
    let cookie: Cookie
    let isExpired: Bool

    /// The most bytes of a line: those of a name and a value, and of a dozen attributes that are as long as one may be.
    private static let mostBytes = 16 << 10
    /// The most bytes of a name and a value together. Source: draft-ietf-httpbis-rfc6265bis §5.6 step 5.
    private static let mostBytesOfPair = 4096

    /// Reads a line; nil where it sets nothing that may be kept.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.6, §5.7, by whose numbers the steps below are named.
    ///
    /// - Parameters:
    ///   - socket: The path of the Unix-domain socket that the response came over; nil where it was the network.
    ///   - context: Whose request it is that the response answers.
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
        // §5.6 step 3: without an equals sign all of it is the value.
        let name = pair.count == 2 ? Self.trimmed(pair[0]) : ""
        let value = Self.trimmed(pair[pair.count - 1])
        guard !name.isEmpty || !value.isEmpty,
            name.opaqueCount + value.opaqueCount <= Self.mostBytesOfPair
        else { return nil }
        let attributes = Attributes(parts.dropFirst(), now: now)
        // §5.7 steps 13 and 19; CHIPS §2.1 has the same for a partition.
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
        // A cookie lives 400 days at most. Source: §5.5.
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

    /// Whether the cookie has all that its name says of it, in any case of letters: there are servers that do not tell them apart.
    /// A value without a name must not look like such a name, since a server sees no difference.
    ///
    /// Source: draft-ietf-httpbis-rfc6265bis §5.4, §5.7 steps 20 to 22; draft-ietf-httpbis-layered-cookies §4.1.3.3, §4.1.3.4 for
    /// `__Http-` and `__Host-Http-`.
    private static func keepsPromise(
        of name: String,
        _ value: String,
        _ attributes: Attributes,
        isOfHost: Bool
    ) -> Bool {
        // Servers that skip signs without a name before them would read one that stands behind these.
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

    /// What names say of their cookies, beside that they are secure.
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
        domain = CookieDomain.canonical(domain)
        if CookieDomain.mayShare(domain, url.host, isPublicSuffix: isPublicSuffix) {
            // Nothing is under an address.
            return (domain, CookieDomain.isAddress(domain))
        }
        // What a host says of itself, and may not share, it keeps to itself.
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

/// What stands behind a cookie's name and value. Of two attributes of one name the last one counts that can be read.
private struct Attributes {
    var isSecure = false
    var isHTTPOnly = false
    var isPartitioned = false
    var sameSite = Cookie.SameSite.unset
    var domain: String?
    var path: String?
    /// By Expires, and by Max-Age, which goes before it.
    var expires: Date?
    var ends: Date?

    /// The longest name of one that is known.
    private static let mostBytes = 11
    /// The longest value of one that counts. Source: draft-ietf-httpbis-rfc6265bis §5.6.
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

    /// What is not known is as if it was not said.
    private static func sameSite(_ value: String) -> Cookie.SameSite {
        switch ByteEqualString(CookieDomain.lowercased(value)) {
        case "none": .none
        case "lax": .lax
        case "strict": .strict
        default: .unset
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
