/// Who a URL points at: an optional user, a host, an optional port.
///
/// Source: RFC 3986 §3.2.
struct URLAuthority {
    let userInformation: String?
    let host: String
    let port: Int?

    /// Reads what stands between the slashes.
    ///
    /// - Throws: ``SessionError/Code/invalidURL``.
    init(_ text: Substring, scheme: String) throws(SessionError) {
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
        host = try Self.checkedHost(rest)
        port = try Self.checkedPort(portText, scheme: scheme)
    }

    private static func checkedHost(_ text: Substring) throws(SessionError) -> String {
        guard !text.isEmpty else {
            throw .invalidURL("It has no host.", remedy: "Give the whole URL, for example https://example.com/path.")
        }
        if text.utf8.first == UInt8(ascii: "[") {
            let inner = text.utf8.dropFirst().dropLast()
            let isAddress = inner.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20) || byte == 0x3A || byte == 0x2E
            }
            guard text.utf8.last == UInt8(ascii: "]"), inner.contains(0x3A), isAddress else {
                throw .invalidURL("What stands in brackets is no IPv6 address.", remedy: "Write it as [::1].")
            }
            return text.lowercased()
        }
        let isName = text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
                || byte == 0x5F || byte == 0x7E
        }
        guard isName else {
            throw .invalidURL(
                "Its host has a character that no name of a host has.",
                remedy: "Write names outside of ASCII in their ASCII form, xn--…."
            )
        }
        return text.lowercased()
    }

    private static func checkedPort(_ text: Substring?, scheme: String) throws(SessionError) -> Int? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text),
            (1...65535).contains(port)
        else {
            throw .invalidURL("Its port is no number from 1 to 65535.", remedy: "Give a port such as 8080, or none.")
        }
        return port == (scheme == "https" ? 443 : 80) ? nil : port
    }
}
