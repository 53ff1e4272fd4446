import Mimeograph

/// An IPv4 or IPv6 address, parsed from text and in canonical form.
///
/// An IPv6 address that contains an IPv4 address (`::ffff:127.0.0.1`) equals that IPv4 address. Systems connect to it over IPv4,
/// so comparisons must not treat it as another host.
///
/// Source: WHATWG URL §3.5, "IPv4 parser", "IPv6 parser" and their serializers; RFC 5952 §4; RFC 4291 §2.5.5.2.
struct InternetAddress: Hashable, Sendable {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    /// Makes an address of 4 or 16 bytes; nil for any other number of bytes.
    init?(_ bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16: self.bytes = Self.isMapped(bytes) ? Array(bytes[12...]) : bytes
        default: return nil
        }
    }

    /// Whether the last label of a host is a number, so that the host is an IPv4 address or invalid.
    static func endsInNumber(_ host: some StringProtocol) -> Bool {
        guard let last = labels(host).last else { return false }
        return !last.isEmpty && last.allSatisfy { (0x30...0x39).contains($0) } || number(last) != nil
    }

    /// Parses an IPv4 address of one to four numbers, each with base 10, 8 (`017`) or 16 (`0xF`). The last number fills the
    /// remaining bytes.
    init?(ipv4 text: some StringProtocol) {
        let labels = Self.labels(text)
        guard (1...4).contains(labels.count) else { return nil }
        var value: UInt32 = 0
        for (index, label) in labels.enumerated() {
            guard let number = Self.number(label) else { return nil }
            let isLast = index == labels.count - 1
            let width = isLast ? 8 * (5 - labels.count) : 8
            guard number < UInt64(1) << UInt64(width) else { return nil }
            value = value | UInt32(number) << UInt32(isLast ? 0 : 24 - 8 * index)
        }
        bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Parses an IPv6 address without brackets.
    init?(ipv6 text: some StringProtocol) {
        guard let bytes = Self.bytes(ofIPv6: text) else { return nil }
        self.init(bytes)
    }

    /// Parses a single address: IPv4, or IPv6 with or without brackets.
    init?(_ text: Substring) {
        if text.contains(ascii: ":") {
            var inner = text.utf8
            if inner.first == UInt8(ascii: "["), inner.last == UInt8(ascii: "]") {
                inner = inner.dropFirst().dropLast()
            }
            self.init(ipv6: Substring(inner))
        } else {
            self.init(ipv4: text)
        }
    }

    /// Whether the address is only valid on one network. Source: RFC 4291 §2.5.6.
    var isLinkLocal: Bool { bytes.count == 16 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 }

    /// Returns the address and the number of bits of a network such as 10.0.0.0/8, in canonical form.
    static func network(_ text: Substring, bits: Int) -> (address: InternetAddress, bits: Int)? {
        guard let address = InternetAddress(text) else { return nil }
        let isMapped = address.bytes.count == 4 && text.contains(ascii: ":")
        let own = isMapped ? bits - 96 : bits
        return (0...address.bytes.count * 8).contains(own) ? (address, own) : nil
    }

    /// Whether the first bits are equal; false for addresses of different kinds.
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
}

extension InternetAddress {
    /// Returns the labels of a host, without an empty label after a final dot.
    private static func labels(_ text: some StringProtocol) -> [ArraySlice<UInt8>] {
        var labels = Array(text.utf8).split(
            separator: UInt8(ascii: "."),
            maxSplits: .max,
            omittingEmptySubsequences: false
        )
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        return labels
    }

    /// Parses a number; one that is too large for any address becomes 2^32. Source: WHATWG URL §3.5, "IPv4 number parser".
    private static func number(_ label: ArraySlice<UInt8>) -> UInt64? {
        guard let first = label.first else { return nil }
        var digits = label
        var radix: UInt64 = 10
        if first == UInt8(ascii: "0"), let second = label.dropFirst().first {
            let isHexadecimal = second | 0x20 == UInt8(ascii: "x")
            radix = isHexadecimal ? 16 : 8
            digits = label.dropFirst(isHexadecimal ? 2 : 1)
        }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = PercentEncoding.digit(byte), digit < radix else { return nil }
            value = min(value * radix + UInt64(digit), 1 << 32)
        }
        return value
    }

    /// Source: WHATWG URL §3.5, "IPv6 parser".
    private static func bytes(ofIPv6 text: some StringProtocol) -> [UInt8]? {
        // No longer text is an address, so this also limits the size of the copy.
        guard text.utf8.count <= 45 else { return nil }
        let text = Array(text.utf8)
        var groups: [UInt16] = []
        var compressed: Int?
        var index = 0
        if text.first == UInt8(ascii: ":") {
            guard text.count > 1, text[1] == UInt8(ascii: ":") else { return nil }
            (index, compressed) = (2, 0)
        }
        while index < text.count {
            // Two colons stand for at least one group.
            guard groups.count < (compressed == nil ? 8 : 7) else { return nil }
            if text[index] == UInt8(ascii: ":") {
                guard compressed == nil else { return nil }
                compressed = groups.count
                index += 1
                continue
            }
            let start = index
            var value: UInt16 = 0
            while index < text.count, index - start < 4, let digit = PercentEncoding.digit(text[index]) {
                value = value << 4 | UInt16(digit)
                index += 1
            }
            if index < text.count, text[index] == UInt8(ascii: ".") {
                guard let tail = dotted(text[start...]), groups.count <= (compressed == nil ? 6 : 5) else { return nil }
                groups += [UInt16(tail[0]) << 8 | UInt16(tail[1]), UInt16(tail[2]) << 8 | UInt16(tail[3])]
                break
            }
            guard index > start else { return nil }
            groups.append(value)
            guard index < text.count else { break }
            guard text[index] == UInt8(ascii: ":"), index + 1 < text.count else { return nil }
            index += 1
        }
        if let compressed {
            groups.insert(contentsOf: [UInt16](repeating: 0, count: 8 - groups.count), at: compressed)
        }
        return groups.count == 8 ? groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } : nil
    }

    /// Parses the four numbers at the end of an IPv6 address, with base 10 and without leading zeros.
    private static func dotted(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: .max, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> UInt8? in
            guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
            var value = 0
            for byte in part {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return UInt8(exactly: value)
        }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }

    private static func isMapped(_ bytes: [UInt8]) -> Bool {
        bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    }
}

extension InternetAddress: CustomStringConvertible {
    /// The canonical form, without brackets. Source: RFC 5952 §4.
    var description: String {
        if bytes.count == 4 { return bytes.map { "\($0)" }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        var longest = 0..<0
        var start = 0
        for (index, group) in groups.enumerated() {
            if group != 0 {
                start = index + 1
            } else if index + 1 - start > longest.count {
                longest = start..<(index + 1)
            }
        }
        let text = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
        guard longest.count > 1 else { return text(groups[...]) }
        return "\(text(groups[..<longest.lowerBound]))::\(text(groups[longest.upperBound...]))"
    }

    /// The canonical form as the host of a URL.
    var host: String { bytes.count == 4 ? description : "[\(description)]" }
}
