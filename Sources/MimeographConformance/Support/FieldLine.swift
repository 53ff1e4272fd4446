/// A line of `name=value` fields with a space between them; what a value may not hold is percent-encoded.
struct FieldLine {
    private var fields: [(name: String, value: String)] = []

    /// Makes an empty line.
    init() {}

    /// Takes a line apart; what is no field is passed over.
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
    /// The line, without the end of a line.
    var description: String {
        fields.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: " ")
    }
}
