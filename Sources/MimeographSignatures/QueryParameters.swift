import Mimeograph

/// The parameters of a query, decoded as a form and encoded again in one way.
///
/// Source: RFC 9421 §2.2.8; WHATWG URL §5.1 (parsing), §1.3 ("application/x-www-form-urlencoded percent-encode set").
enum QueryParameters {
    /// Returns the encoded values of the parameters with an encoded name, in order.
    static func values(of name: String, in query: String) -> [String] {
        var values: [String] = []
        for part in query.parts(at: "&") where !part.isEmpty {
            let halves = part.parts(at: "=", most: 1)
            guard let first = halves.first, encoded(decoded(first)).hasSameBytes(as: name) else { continue }
            values.append(halves.count > 1 ? encoded(decoded(halves[1])) : "")
        }
        return values
    }

    /// Returns bytes as percent-encoded text. Bytes that are not UTF-8 become U+FFFD first.
    static func encoded(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in String(decoding: bytes, as: UTF8.self).utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F: text.append(byte)
            default: text += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a part of a form. A percent sign without two hexadecimal digits stays.
    private static func decoded(_ text: Substring) -> [UInt8] {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0x2B: decoded.append(0x20)
            case 0x25:
                guard index + 2 < bytes.count, let high = bytes[index + 1].hexDigit,
                    let low = bytes[index + 2].hexDigit
                else {
                    decoded.append(0x25)
                    break
                }
                decoded.append(high << 4 | low)
                index += 2
            default: decoded.append(bytes[index])
            }
            index += 1
        }
        return decoded
    }
}
