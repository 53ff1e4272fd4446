/// A line of `name=value` fields, separated by spaces. Other characters in values are percent-encoded.
struct FieldLine {
    private var fields: [(name: String, value: String)] = []

    /// Creates an empty line.
    init() {}

    /// Parses a line. Words that are not fields are ignored.
    init(_ text: String) {
        for field in text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\r\n" }) {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { self[String(parts[0])] = Self.decoded(parts[1]) }
        }
    }

    subscript(name: String) -> String? {
        get { fields.first { $0.name == name }?.value }
        set {
            fields.removeAll { $0.name == name }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    private static func encoded(_ value: String) -> String {
        var text = ""
        for byte in value.utf8 {
            if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + Hexadecimal.text(of: [byte])
            }
        }
        return text
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = Hexadecimal.bytes(of: String(decoding: rest.prefix(2), as: UTF8.self))
            {
                bytes += value
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension FieldLine: CustomStringConvertible {
    /// The line, without a line break at its end.
    var description: String {
        fields.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: " ")
    }
}

/// Bytes as pairs of hexadecimal digits.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns two digits for each byte.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of pairs of digits, or nil if the text has anything else.
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

    /// Returns at most 64 bytes, and the number of all bytes.
    static func excerpt(of bytes: [UInt8]) -> String {
        let shown = text(of: bytes.prefix(64))
        return bytes.count > 64 ? "\(shown)… (\(bytes.count) bytes)" : "\(shown) (\(bytes.count) bytes)"
    }
}
