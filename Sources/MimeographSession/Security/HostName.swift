import Mimeograph

/// A host as certificates and policies name it: in its one form, without brackets and final dot.
struct HostName: Hashable, Sendable {
    let text: String
    let isAddress: Bool
    /// Whether a URL can have it as its host, or it could with other labels in place of wildcards.
    let isValid: Bool

    /// Takes the host of a URL, or a name that people wrote; an IPv6 address may have no brackets.
    init(_ host: String) {
        if let address = host.contains(ascii: ":") ? InternetAddress(host[...]) : nil {
            (text, isAddress, isValid) = (address.description, true, true)
            return
        }
        let isNumber = InternetAddress.endsInNumber(host)
        let canonical = isNumber ? InternetAddress(ipv4: host)?.description : nil
        // A peer's certificate has any bytes as a name: they are compared as bytes, with their letters of ASCII in lower case.
        var name =
            canonical ?? String(decoding: host.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        if canonical == nil, name.utf8.last == UInt8(ascii: "."), name.utf8.count > 1 { name.removeLast() }
        (text, isAddress, isValid) = (name, canonical != nil, !isNumber || canonical != nil)
    }

    /// The labels of a name; an address is one.
    var labels: [Substring] { isAddress ? [text[...]] : text.parts(at: ".") }

    /// The text of an address of 4 or 16 bytes, as it is in a certificate; of others a mark that they are none.
    static func text(ofAddress bytes: [UInt8]) -> String {
        InternetAddress(bytes).map(\.description) ?? "(no address)"
    }
}
