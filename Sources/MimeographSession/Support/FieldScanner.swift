import Mimeograph

/// A scanner for the parts of field values: tokens, quoted strings, and lists with commas.
///
/// Source: RFC 9110 §5.6.
struct FieldScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position >= bytes.count }
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Returns a scanner at another position of the same text.
    func at(_ position: Int) -> FieldScanner {
        var scanner = self
        scanner.position = min(position, bytes.count)
        return scanner
    }

    mutating func skipSpaces() {
        while let next, next == 0x20 || next == 0x09 { position += 1 }
    }

    mutating func skipByte() { position = min(position + 1, bytes.count) }

    /// Skips spaces and commas, because empty list elements are ignored.
    mutating func skipToElement() {
        while let next, next == 0x20 || next == 0x09 || next == UInt8(ascii: ",") { position += 1 }
    }

    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == byte.value else { return false }
        position += 1
        return true
    }

    /// Reads a token; nil if there is none.
    mutating func token() -> String? { run(while: FieldSyntax.isToken) }

    /// Reads bytes while they are wanted; nil if there are none.
    mutating func run(while isWanted: (UInt8) -> Bool) -> String? {
        let start = position
        while let next, isWanted(next) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// Reads bytes while they are wanted, and leaves out the spaces and tabs at their end.
    mutating func words(while isWanted: (UInt8) -> Bool) -> String {
        let text = (run(while: isWanted) ?? "").utf8
        guard let end = text.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return "" }
        return String(decoding: text[...end], as: UTF8.self)
    }

    /// Reads a quoted string, or the text before the next comma, semicolon or space. A string without an end quote extends to the
    /// end of the field.
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

    /// Returns the text in quotes, with quotes and backslashes escaped.
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
    /// Whether the text is valid in a field value: it has no control characters except tabs. Source: RFC 9110 §5.5.
    var isFieldContent: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}
