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

    /// The most bytes of a line; browsers keep no more than 4096 bytes of a name and a value together.
    private static let mostBytes = 8192

    /// Reads a line; nil where it sets nothing that may be kept.
    ///
    /// Source: RFC 6265 §5.2, §5.3; its successor (draft-ietf-httpbis-rfc6265bis) for controls, for the prefixes `__Secure-` and
    /// `__Host-`, and for `Secure` set from an insecure place.
    init?(_ line: String, from url: RequestURL, now: Date, isPublicSuffix: (String) -> Bool) {
        guard line.utf8.count <= Self.mostBytes, line.isFieldContent else { return nil }
        let parts = line.parts(at: ";")
        let pair = parts[0].parts(at: "=", most: 1)
        guard pair.count == 2 else { return nil }
        let (name, value) = (Self.trimmed(pair[0]), Self.trimmed(pair[1]))
        guard !name.isEmpty, name.utf8.count + value.utf8.count <= 4096 else { return nil }
        var attributes: [String: String] = [:]
        for part in parts.dropFirst() {
            let attribute = part.parts(at: "=", most: 1)
            attributes[Self.trimmed(attribute[0]).lowercased()] = attribute.count > 1 ? Self.trimmed(attribute[1]) : ""
        }
        let isSecure = attributes["secure"] != nil
        if isSecure, !url.isSecure { return nil }
        guard let scope = Self.scope(attributes["domain"], of: url, isPublicSuffix: isPublicSuffix) else { return nil }
        let path = Self.path(attributes["path"], of: url)
        // In any case of letters: there are servers that do not tell them apart.
        let lowercased = name.lowercased().utf8
        if lowercased.starts(with: "__secure-".utf8), !isSecure { return nil }
        if lowercased.starts(with: "__host-".utf8), !isSecure || !scope.isHostOnly || path != "/" { return nil }
        let expires = Self.expiry(attributes, now: now)
        isExpired = expires.map { $0 <= now } ?? false
        cookie = Cookie(
            name: name,
            value: value,
            domain: scope.domain,
            isHostOnly: scope.isHostOnly,
            path: path,
            expires: expires,
            isSecure: isSecure,
            isHTTPOnly: attributes["httponly"] != nil
        )
    }

    private static func trimmed(_ text: Substring) -> String {
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
        var domain = (attribute ?? "").lowercased()
        if domain.hasPrefix(".") { domain.removeFirst() }
        if domain.isEmpty { return (url.host, true) }
        if isPublicSuffix(domain) { return domain == url.host ? (url.host, true) : nil }
        guard CookieDomain.matches(url.host, domain) else { return nil }
        // Nothing is under an address.
        return (domain, CookieDomain.isAddress(domain))
    }

    /// Source: RFC 6265 §5.2.4, §5.1.4.
    private static func path(_ attribute: String?, of url: RequestURL) -> String {
        if let attribute, attribute.utf8.first == UInt8(ascii: "/") { return attribute }
        guard let slash = url.path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > url.path.startIndex else {
            return "/"
        }
        return String(url.path[..<slash])
    }

    /// Source: RFC 6265 §5.2.1, §5.2.2, §5.3 step 3. A cookie lives 400 days at most, as browsers have it.
    private static func expiry(_ attributes: [String: String], now: Date) -> Date? {
        let latest = now.addingTimeInterval(400 * 86_400)
        if let text = attributes["max-age"], let seconds = seconds(text) {
            return seconds <= 0 ? .distantPast : min(latest, now.addingTimeInterval(Double(seconds)))
        }
        guard let text = attributes["expires"], let date = HTTPDate.parse(text) else { return nil }
        return min(latest, date)
    }

    /// A number however long, held to what a thousand years have.
    private static func seconds(_ text: String) -> Int? {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let size = digits.utf8.count > 11 ? 31_557_600_000 : Int(digits) ?? 0
        return isNegative ? -size : size
    }
}
