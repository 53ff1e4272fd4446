/// Bytes as pairs of hexadecimal digits.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two digits for each byte.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of pairs of digits; nil where there is something else.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            guard let digit = digits.firstIndex(of: character | 0x20).map(UInt8.init(truncatingIfNeeded:)) else {
                return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }

    /// At most 64 bytes, and how many there are.
    static func excerpt(of bytes: [UInt8]) -> String {
        let shown = text(of: bytes.prefix(64))
        return bytes.count > 64 ? "\(shown)… (\(bytes.count) bytes)" : "\(shown) (\(bytes.count) bytes)"
    }
}
