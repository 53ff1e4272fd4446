import Mimeograph

/// Bytes as hexadecimal digits. Source: XML Schema 1.0 part 2 §3.2.15.
enum XMLHexadecimal {
    /// The bytes; nil where there is something else than pairs of digits.
    static func bytes(of text: Substring) -> [UInt8]? {
        let digits = text.utf8
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var upper: UInt8?
        for digit in digits {
            let figure: UInt8
            switch digit {
            case 0x30...0x39: figure = digit - 0x30
            case 0x41...0x46, 0x61...0x66: figure = (digit | 0x20) - 0x57
            default: return nil
            }
            if let half = upper {
                bytes.append(half << 4 | figure)
                upper = nil
            } else {
                upper = figure
            }
        }
        return bytes
    }

    /// The digits, in upper case.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
