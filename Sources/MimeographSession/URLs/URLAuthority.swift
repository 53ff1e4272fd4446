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
