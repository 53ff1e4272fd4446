import Mimeograph

/// Base64 with padding, as in credentials and in data in parameters.
///
/// Source: RFC 4648 §4.
package enum Base64 {
    /// Returns the Base64 text of bytes.
    package static func text(of bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var group: UInt32 = 0
        var count = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                for shift in [18, 12, 6, 0] as [UInt32] { text.append(digit(group >> shift)) }
                (group, count) = (0, 0)
            }
        }
        if count > 0 {
            group <<= UInt32(8 * (3 - count))
            for shift in [18, 12, 6, 0].prefix(count + 1) as ArraySlice<UInt32> { text.append(digit(group >> shift)) }
            for _ in count..<3 { text.append(UInt8(ascii: "=")) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ bits: UInt32) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: bits & 63)
        return switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
