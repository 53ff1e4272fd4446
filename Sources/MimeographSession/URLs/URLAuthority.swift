/// Who a URL points at: an optional user, a host, an optional port.
///
/// Source: RFC 3986 §3.2.
struct URLAuthority {
    let userInformation: String?
    /// In its one form; see ``URLHost``.
    let host: String
    let port: Int?

    /// Reads what stands between the slashes.
    ///
    /// - Parameter scheme: The scheme, whose own port is none; nil for one that has none here.
    /// - Throws: ``SessionError/Code/invalidURL``.
    init(_ text: Substring, scheme: String?) throws(SessionError) {
        var rest = text
        // The last one: a password that is not encoded may have the character.
        if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
            // Browsers take a backslash for a slash, and so for the end of the host: what one checks must be what one sends.
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
            throw .invalidURL("Its port is no number from 1 to 65535.", remedy: "Give a port such as 8080, or none.")
        }
        return scheme.map { port == ($0 == "https" ? 443 : 80) } ?? false ? nil : port
    }
}

/// Hosts in their one form, which all that compares hosts goes by, and which is what is connected to.
///
/// ```swift
/// try URLHost.canonical("0x7F.1")              // 127.0.0.1
/// try URLHost.canonical("[::ffff:7f00:1]")    // 127.0.0.1
/// try URLHost.canonical("[2001:DB8:0::1]")    // [2001:db8::1]
/// try URLHost.canonical("API.example.com")    // api.example.com
/// ```
/// libcurl and the system read addresses in more ways than one writes them. A policy, an exception of a proxy or a cookie for one
/// of the ways would not hold for the others, so only one of them is let through.
///
/// A dot at the end of a name stays: to a browser such a host is another origin. Names outside of ASCII and percent-encoded ones
/// are refused.
///
/// Source: WHATWG URL §3.5, "host parser", without the conversion of names outside of ASCII.
enum URLHost {
    /// The one form of a host as a URL has it, an IPv6 address in brackets.
    ///
    /// - Throws: ``SessionError/Code/invalidURL``.
    static func canonical(_ text: Substring) throws(SessionError) -> String {
        let bytes = text.utf8
        guard let first = bytes.first else {
            throw .invalidURL("It has no host.", remedy: "Give the whole URL, for example https://example.com/path.")
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
                throw .invalidURL("What stands in brackets is no IPv6 address.", remedy: "Write it as [::1].")
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
            // The last label that is not empty decides.
            case 0x30...0x39: if isStart { mayBeNumber = true }
            case 0x2E:
                guard !isStart, labelLength <= mostBytesOfLabel + 1 else { throw badLabels }
                labelLength = 0
            default:
                throw .invalidURL(
                    byte < 0x80
                        ? "Its host has a character that no name of a host has."
                        : "Its host has a character outside of ASCII, and such names are not converted.",
                    remedy: "Write names outside of ASCII in their ASCII form, xn--…."
                )
            }
            isStart = byte == 0x2E
        }
        // One dot may end it.
        guard labelLength <= mostBytesOfLabel, bytes.count <= 253 + (isStart ? 1 : 0) else { throw badLabels }
        if mayBeNumber, InternetAddress.endsInNumber(text) {
            guard let address = InternetAddress(ipv4: text) else {
                throw .invalidURL(
                    "Its host ends in a number and is no IPv4 address.",
                    remedy: "Write the address as 192.0.2.1, or the name that is meant."
                )
            }
            return address.host
        }
        return isLowercase ? String(text) : text.lowercased()
    }

    private static let mostBytesOfLabel = 63

    private static var badLabels: SessionError {
        .invalidURL(
            "Its host has an empty label, one of more than 63 bytes, or more than 253 bytes.",
            remedy: "Write labels that are not empty, with one dot between them: api.example.com."
        )
    }

    /// Whether a host in its one form is an address.
    static func isAddress(_ host: String) -> Bool {
        // No other form ends in a number.
        host.utf8.first == UInt8(ascii: "[")
            || host.utf8.last.map { (0x30...0x39).contains($0) } == true
                && InternetAddress.endsInNumber(host)
    }
}
