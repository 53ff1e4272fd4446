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
/// ```
/// libcurl and the system accept an address in many spellings. A policy, a proxy exception or a cookie for one spelling would not
/// apply to the others, so only one spelling is used.
///
/// A dot at the end of a name stays, because to a browser such a host is another origin. Names outside ASCII and percent-encoded
/// names are rejected.
///
/// Source: WHATWG URL §3.5, "host parser", without the conversion of names outside ASCII.
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
            if inner.contains(UInt8(ascii: "%")) {
                throw .invalidURL(
                    "Its IPv6 address has a zone, which is not supported.",
                    remedy: "Use an address without %, one that is not link-local, or a host name."
                )
            }
            guard bytes.count > 2, bytes.last == UInt8(ascii: "]"),
                let address = InternetAddress(ipv6: String(decoding: inner, as: UTF8.self))
            else {
                throw .invalidURL("The text in brackets is not an IPv6 address.", remedy: "Write it like [::1].")
            }
            return address.host
        }
        var mayBeNumber = false
        var isLowercase = true
        var isStart = true
        var labelLength = 0
        for byte in bytes {
            labelLength += 1
            switch byte {
            case 0x61...0x7A, 0x2D, 0x5F, 0x7E: break
            case 0x41...0x5A: isLowercase = false
            // The last non-empty label decides.
            case 0x30...0x39: if isStart { mayBeNumber = true }
            case 0x2E:
                guard !isStart, labelLength <= mostBytesOfLabel + 1 else { throw badLabels }
                labelLength = 0
            default:
                throw .invalidURL(
                    byte < 0x80
                        ? "Its host contains a character that is not allowed in a host name."
                        : "Its host contains a character outside of ASCII, and such names are not converted.",
                    remedy: "Write names outside of ASCII in their ASCII form, xn--…."
                )
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
        return isLowercase ? String(text) : text.lowercased()
    }

    private static let mostBytesOfLabel = 63

    private static var badLabels: SessionError {
        .invalidURL(
            "Its host has an empty label, a label of more than 63 bytes, or more than 253 bytes.",
            remedy: "Write non-empty labels with one dot between them: api.example.com."
        )
    }

    /// Whether a host in canonical form is an address.
    static func isAddress(_ host: String) -> Bool {
        // No other canonical form ends in a number.
        host.utf8.first == UInt8(ascii: "[")
            || host.utf8.last.map { (0x30...0x39).contains($0) } == true
                && InternetAddress.endsInNumber(host)
    }
}
