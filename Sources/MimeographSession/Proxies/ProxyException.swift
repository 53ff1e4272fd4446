import Mimeograph

/// A host, or many, that a proxy is not for.
///
/// Source: curl(1), "NO_PROXY"; RFC 4632 §3.1 for prefix lengths.
struct ProxyException: Hashable, Sendable {
    private enum Hosts: Hashable {
        case all
        /// The name and those under it.
        case name(String)
        /// Addresses with the same first bits; of 32 or of 128 bits.
        case addresses(InternetAddress, bits: Int)
    }

    private let hosts: Hosts
    private let port: Int?

    /// Reads a name, an address or a network; nil for what is none of them.
    init?(_ text: Substring) {
        if text.hasSameBytes(as: "*") {
            (hosts, port) = (.all, nil)
            return
        }
        let parts = text.parts(at: "/", most: 1)
        if parts.count > 1 {
            guard let bits = Self.number(parts[1], atMost: 128),
                let network = InternetAddress.network(parts[0], bits: bits)
            else { return nil }
            (hosts, port) = (.addresses(network.address, bits: network.bits), nil)
            return
        }
        if let address = InternetAddress(text) {
            (hosts, port) = (.addresses(address, bits: address.bytes.count * 8), nil)
            return
        }
        var host = text
        if let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) {
            guard let number = Self.number(host[host.utf8.index(after: colon)...], atMost: 65_535), number > 0 else {
                return nil
            }
            port = number
            host = host[..<colon]
        } else {
            port = nil
        }
        if host.utf8.first == UInt8(ascii: "["), host.utf8.last != UInt8(ascii: "]") { return nil }
        if let address = InternetAddress(host) {
            hosts = .addresses(address, bits: address.bytes.count * 8)
            return
        }
        let isPattern = host.utf8.first == UInt8(ascii: "*")
        if isPattern { host = host.dropFirst() }
        if host.utf8.first == UInt8(ascii: ".") { host = host.dropFirst() } else if isPattern { return nil }
        guard let name = try? URLHost.canonical(host), !URLHost.isAddress(name) else { return nil }
        hosts = .name(Self.withoutDot(name))
    }

    func matches(_ url: RequestURL) -> Bool {
        if let port, port != url.effectivePort { return false }
        switch hosts {
        case .all: return true
        case .name(let name): return CookieDomain.matches(Self.withoutDot(url.host), name)
        case .addresses(let address, let bits):
            guard URLHost.isAddress(url.host) else { return false }
            return InternetAddress(url.host[...])?.hasSamePrefix(as: address, bits: bits) ?? false
        }
    }

    /// A dot at the end of a name makes no other host of it here.
    private static func withoutDot(_ name: String) -> String {
        name.utf8.last == UInt8(ascii: ".") ? String(name.dropLast()) : name
    }

    private static func number(_ text: Substring, atMost most: Int) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), number <= most
        else { return nil }
        return number
    }
}
