import Mimeograph

/// The authority of a URL: an optional user, a host, an optional port.
///
/// Source: RFC 3986 §3.2.
struct URLAuthority {
    let userInformation: String?
    /// The host in canonical form; see ``URLHost``.
    let host: String
    let port: Int?

    /// Parses the text between the slashes.
    ///
    /// - Parameter scheme: The scheme, whose default port becomes nil; nil to keep every port.
    /// - Throws: ``SessionError/Code/invalidURL``.
    init(_ text: Substring, scheme: String?) throws(SessionError) {
        var rest = text
        // The last `@` counts, because an unencoded password may contain the character.
        if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
            // Browsers read a backslash as a slash, which ends the host. The host that is checked must be the host that is sent.
            guard !rest[..<at].utf8.contains(UInt8(ascii: "\\")) else {
                throw .invalidURL("It has a backslash before its host.", remedy: "Percent-encode it: %5C.")
            }
            userInformation = try RequestURL.encoded(rest[..<at], .userInformation)
            rest = rest[rest.utf8.index(after: at)...]
        } else {
            userInformation = nil
        }
        var portText: Substring?
        if let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")), !rest[colon...].utf8.contains(UInt8(ascii: "]")) {
            portText = rest[rest.utf8.index(after: colon)...]
            rest = rest[..<colon]
        }
        host = try URLHost.canonical(rest)
        port = try Self.checkedPort(portText, scheme: scheme)
    }

    private static func checkedPort(_ text: Substring?, scheme: String?) throws(SessionError) -> Int? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text),
            (1...65535).contains(port)
        else {
            throw .invalidURL(
                "Its port is not a number from 1 to 65535.",
                remedy: "Write a port such as 8080, or omit it."
            )
        }
        return scheme.map { port == ($0 == "https" ? 443 : 80) } ?? false ? nil : port
    }
}

/// Canonical forms of hosts. All comparisons use the canonical form, and so does the connection.
///
/// ```swift
/// try URLHost.canonical("0x7F.1")              // 127.0.0.1
/// try URLHost.canonical("[::ffff:7f00:1]")    // 127.0.0.1
/// try URLHost.canonical("[2001:DB8:0::1]")    // [2001:db8::1]
/// try URLHost.canonical("API.example.com")    // api.example.com
/// try URLHost.canonical("Bücher.example")     // xn--bcher-kva.example
/// try URLHost.canonical("[FE80::1%25eth0]")   // [fe80::1%25eth0]
/// ```
/// libcurl and the system accept an address in many spellings. A policy, a proxy exception or a cookie for one spelling would not
/// apply to the others, so only one spelling is used.
///
/// A dot at the end of a name stays, because to a browser such a host is another origin. Percent-encoded names are rejected.
///
/// Source: WHATWG URL §3.5, "host parser"; RFC 6874 §2 for zones.
enum URLHost {
    /// Returns the canonical form of a host in a URL, with an IPv6 address in brackets.
    ///
    /// - Throws: ``SessionError/Code/invalidURL``.
    static func canonical(_ text: Substring) throws(SessionError) -> String {
        let bytes = text.utf8
        guard let first = bytes.first else {
            throw .invalidURL("It has no host.", remedy: "Write the whole URL, for example https://example.com/path.")
        }
        if first == UInt8(ascii: "[") {
            let inner = bytes.dropFirst().dropLast()
            let zone = inner[(inner.firstIndex(of: UInt8(ascii: "%")) ?? inner.endIndex)...]
            guard bytes.count > 2, bytes.last == UInt8(ascii: "]"),
                let address = InternetAddress(ipv6: String(decoding: inner[..<zone.startIndex], as: UTF8.self))
            else {
                throw .invalidURL("The text in brackets is not an IPv6 address.", remedy: "Write it like [::1].")
            }
            if zone.isEmpty { return address.host }
            guard address.isLinkLocal, isZone(zone) else {
                throw .invalidURL(
                    "The zone of its IPv6 address is invalid.",
                    remedy: "Write the interface of a link-local address after %25, for example [fe80::1%25eth0]."
                )
            }
            return "[\(address)\(Substring(zone))]"
        }
        var mayBeNumber = false
        var mayBeEncoded = false
        var isLowercase = true
        var isStart = true
        var labelLength = 0
        for byte in bytes {
            labelLength += 1
            switch byte {
            case 0x61...0x7A, 0x5F, 0x7E: break
            case 0x2D: if labelLength == 4 { mayBeEncoded = true }
            case 0x41...0x5A: isLowercase = false
            // The last non-empty label decides.
            case 0x30...0x39: if isStart { mayBeNumber = true }
            case 0x2E:
                guard !isStart, labelLength <= mostBytesOfLabel + 1 else { throw badLabels }
                labelLength = 0
            case 0x80...: return try converted(text)
            default: throw badCharacter
            }
            isStart = byte == 0x2E
        }
        // The host may end with one dot.
        guard labelLength <= mostBytesOfLabel, bytes.count <= 253 + (isStart ? 1 : 0) else { throw badLabels }
        if mayBeNumber, InternetAddress.endsInNumber(text) {
            guard let address = InternetAddress(ipv4: text) else {
                throw .invalidURL(
                    "Its host ends in a number but is not an IPv4 address.",
                    remedy: "Write the address like 192.0.2.1, or write the intended name."
                )
            }
            return address.host
        }
        if mayBeEncoded, text.parts(at: ".").contains(where: InternationalName.isInvalid) {
            throw .invalidURL(
                "A label of its host begins with xn--, but is not the form of a name outside of ASCII.",
                remedy: "Check the name, or write it with its own characters."
            )
        }
        return isLowercase ? String(text) : text.lowercased()
    }

    /// Returns the canonical form of a host with characters outside ASCII. The other characters must be allowed, too.
    private static func converted(_ text: Substring) throws(SessionError) -> String {
        guard text.utf8.allSatisfy({ $0 >= 0x80 || PercentEncoding.isUnreserved($0) }) else { throw badCharacter }
        return try canonical(InternationalName.ascii(text)[...])
    }

    /// Whether a text after an address is `%25` and the name or the number of a network interface.
    ///
    /// Source: RFC 6874 §2, without percent-encoded names; the system's `IF_NAMESIZE` of 16.
    private static func isZone(_ text: Substring.UTF8View) -> Bool {
        text.starts(with: "%25".utf8) && (4...18).contains(text.count)
            && text.dropFirst(3).allSatisfy(PercentEncoding.isUnreserved)
    }

    private static let mostBytesOfLabel = 63

    private static var badCharacter: SessionError {
        .invalidURL(
            "Its host contains a character that is not allowed in a host name.",
            remedy: "Write a name such as api.example.com, or an address."
        )
    }

    private static var badLabels: SessionError {
        .invalidURL(
            "Its host has an empty label, a label of more than 63 bytes, or more than 253 bytes.",
            remedy: "Write non-empty labels with one dot between them: api.example.com."
        )
    }

    /// Returns a host in canonical form without the zone of its address, which no name in a certificate and no network has.
    static func withoutZone(_ host: String) -> String {
        guard host.utf8.first == UInt8(ascii: "["), let percent = host.utf8.firstIndex(of: UInt8(ascii: "%")) else {
            return host
        }
        return "\(host[..<percent])]"
    }

    /// Whether a host in canonical form is an address.
    static func isAddress(_ host: String) -> Bool {
        // No other canonical form ends in a number.
        host.utf8.first == UInt8(ascii: "[")
            || host.utf8.last.map { (0x30...0x39).contains($0) } == true
                && InternetAddress.endsInNumber(host)
    }
}
