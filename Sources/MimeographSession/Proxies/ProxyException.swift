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

    init?(_ text: String) {
        var text = text.lowercased()
        if text == "*" {
            (hosts, port) = (.all, nil)
            return
        }
        var bits: Int?
        if let slash = text.lastIndex(of: "/") {
            guard let length = Int(text[text.index(after: slash)...]), length >= 0 else { return nil }
            bits = length
            text = String(text[..<slash])
        }
        if let address = InternetAddress(text) {
            guard bits ?? 0 <= address.bytes.count * 8 else { return nil }
            hosts = .addresses(address, bits: bits ?? address.bytes.count * 8)
            port = nil
            return
        }
        guard bits == nil else { return nil }
        var named: Int?
        if let colon = text.lastIndex(of: ":"), let number = Int(text[text.index(after: colon)...]) {
            named = number
            text = String(text[..<colon])
        }
        port = named
        if let address = InternetAddress(text) {
            hosts = .addresses(address, bits: address.bytes.count * 8)
            return
        }
        while text.hasPrefix(".") || text.hasPrefix("*") { text.removeFirst() }
        while text.hasSuffix(".") { text.removeLast() }
        guard !text.isEmpty else { return nil }
        hosts = .name(text)
    }

    func matches(_ url: RequestURL) -> Bool {
        if let port, port != url.effectivePort { return false }
        switch hosts {
        case .all: return true
        case .name(let name):
            let host = url.host.hasSuffix(".") ? String(url.host.dropLast()) : url.host
            return CookieDomain.matches(host, name)
        case .addresses(let address, let bits):
            return InternetAddress(url.host)?.hasSamePrefix(as: address, bits: bits) ?? false
        }
    }
}

/// An address of IPv4 or IPv6, as text writes it.
///
/// Source: RFC 4291 §2.2, without the form that ends in an IPv4 address.
struct InternetAddress: Hashable, Sendable {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    /// Reads `127.0.0.1`, `::1` or `[::1]`.
    init?(_ text: String) {
        var text = text[...]
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        if !text.contains(":") {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { $0.utf8.count <= 3 ? UInt8($0) : nil }
            guard parts.count == 4, numbers.count == 4 else { return nil }
            bytes = numbers
            return
        }
        let halves = Self.halves(text)
        guard let head = halves.first.flatMap(Self.groups), let tail = Self.groups(halves.count > 1 ? halves[1] : "")
        else { return nil }
        let missing = 8 - head.count - tail.count
        guard halves.count == 2 ? missing >= 1 : halves.count == 1 && missing == 0 else { return nil }
        let groups = head + [UInt16](repeating: 0, count: missing) + tail
        bytes = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }

    func hasSamePrefix(as other: InternetAddress, bits: Int) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        for (index, (one, two)) in zip(bytes, other.bytes).enumerated() {
            let left = bits - index * 8
            if left <= 0 { return true }
            let mask = left >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF00 >> left)
            if one & mask != two & mask { return false }
        }
        return true
    }

    /// What stands before and behind the two colons that stand for zeros.
    private static func halves(_ text: Substring) -> [Substring] {
        var halves: [Substring] = []
        var rest = text
        var index = rest.startIndex
        while index < rest.endIndex {
            let next = rest.index(after: index)
            if rest[index] == ":", next < rest.endIndex, rest[next] == ":" {
                halves.append(rest[..<index])
                rest = rest[rest.index(after: next)...]
                index = rest.startIndex
            } else {
                index = next
            }
        }
        return halves + [rest]
    }

    private static func groups(_ text: Substring) -> [UInt16]? {
        if text.isEmpty { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let groups = parts.compactMap { (1...4).contains($0.utf8.count) ? UInt16($0, radix: 16) : nil }
        return groups.count == parts.count && groups.count <= 8 ? groups : nil
    }
}
