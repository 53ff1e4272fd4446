/// Reads the pieces that field values are made of: tokens, quoted strings, lists with commas.
///
/// Source: RFC 9110 §5.6.
struct FieldScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position >= bytes.count }
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// A scanner at another position of the same text.
    func at(_ position: Int) -> FieldScanner {
        var scanner = self
        scanner.position = min(position, bytes.count)
        return scanner
    }

    mutating func skipSpaces() {
        while let next, next == 0x20 || next == 0x09 { position += 1 }
    }

    /// Goes over one byte, whatever it is.
    mutating func skipByte() { position = min(position + 1, bytes.count) }

    /// Goes over spaces and commas: empty elements of a list are no elements.
    mutating func skipToElement() {
        while let next, next == 0x20 || next == 0x09 || next == UInt8(ascii: ",") { position += 1 }
    }

    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == byte.value else { return false }
        position += 1
        return true
    }

    /// The token here; nil where there is none.
    mutating func token() -> String? { run(while: Self.isToken) }

    /// What stands here until a byte that is not wanted; nil where that is nothing.
    mutating func run(while isWanted: (UInt8) -> Bool) -> String? {
        let start = position
        while let next, isWanted(next) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// The text of a quoted string, or of whatever stands until a comma, a semicolon or a space. One that does not end goes on to
    /// the end of the field.
    mutating func value() -> String {
        guard skip("\"") else {
            return run { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 } ?? ""
        }
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\"), let escaped = next {
                position += 1
                text.append(escaped)
            } else {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Source: RFC 9110 §5.6.2.
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// The text in quotes, with what has to be escaped escaped.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

extension StringProtocol {
    /// Whether it is what the value of a field may be: no control character but the tab.
    ///
    /// Source: RFC 9110 §5.5.
    var isFieldContent: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}
