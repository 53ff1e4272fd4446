import Mimeograph

/// A type whose values are plain text in XML: the text of an element, an attribute, or a word of a list.
///
/// Source: XML Schema 1.0 part 2 §3.2 and §3.3, for the text of Booleans and numbers.
protocol XMLScalarValue {
    /// Parses a value; nil if the text is not valid.
    init?(xml text: String)
    /// The text of the value.
    var xmlText: String { get }
    /// Whether an empty text is a valid value.
    static var acceptsNothing: Bool { get }
}

extension XMLScalarValue {
    static var acceptsNothing: Bool { false }
}

/// Functions for the text of values.
package enum XMLScalar {
    /// Returns the text without white space at its ends, which matters in strings only.
    ///
    /// Source: XML Schema 1.0 part 2 §4.3.6 (`collapse`).
    static func trimmed(_ text: String) -> Substring {
        let utf8 = text.utf8
        guard let first = utf8.first, let last = utf8.last,
            XMLCharacters.isSpace(first) || XMLCharacters.isSpace(last)
        else { return text[...] }
        guard let start = utf8.firstIndex(where: { !XMLCharacters.isSpace($0) }),
            let end = utf8.lastIndex(where: { !XMLCharacters.isSpace($0) })
        else { return "" }
        return text[start...end]
    }

    /// Returns whether the text is empty or only white space.
    static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy(XMLCharacters.isSpace) }

    /// Returns the words of a list. Source: XML Schema 1.0 part 2 §2.5.1.2.
    static func words(_ text: String) -> [Substring] {
        // White space characters are single bytes in UTF-8, so no character is split.
        text.utf8.split(whereSeparator: XMLCharacters.isSpace).map { Substring($0) }
    }

    /// Returns whether the text is a decimal number: `-1.5`, `+7.`, `.5` and, if an exponent is allowed, `1e-7`.
    static func isNumber(_ text: Substring, allowingExponent: Bool) -> Bool {
        var rest = text.utf8
        func dropSign() {
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
        }
        func dropDigits() -> Int {
            let digits = rest.prefix { (0x30...0x39).contains($0) }.count
            rest.removeFirst(digits)
            return digits
        }
        dropSign()
        var digits = dropDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += dropDigits()
        }
        guard digits > 0 else { return false }
        if allowingExponent, let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            dropSign()
            guard dropDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// Parses a floating-point number. A finite number that is too large for the type is rejected.
    ///
    /// Source: XML Schema 1.0 part 2 §3.2.4 and §3.2.5; 1.1 for `+INF`.
    static func fraction<F: BinaryFloatingPoint & LosslessStringConvertible>(_ text: String) -> F? {
        let text = trimmed(text)
        if let value: F = named(text) { return value }
        guard isNumber(text, allowingExponent: true), let value = F(String(text)), value.isFinite else { return nil }
        return value
    }

    /// Returns the value of a named number such as `INF`; nil for other text.
    private static func named<F: BinaryFloatingPoint>(_ text: Substring) -> F? {
        if text.hasSameBytes(as: "INF") || text.hasSameBytes(as: "+INF") { return .infinity }
        if text.hasSameBytes(as: "-INF") { return -.infinity }
        return text.hasSameBytes(as: "NaN") ? .nan : nil
    }

    /// Returns the shortest text that is read as the same number.
    package static func text<F: BinaryFloatingPoint & LosslessStringConvertible>(_ value: F) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-INF" : "INF" }
        return value.description
    }
}

extension String: XMLScalarValue {
    init?(xml text: String) { self = text }
    var xmlText: String { self }
    static var acceptsNothing: Bool { true }
}

extension Bool: XMLScalarValue {
    init?(xml text: String) {
        let text = XMLScalar.trimmed(text)
        if text.hasSameBytes(as: "true") || text.hasSameBytes(as: "1") {
            self = true
        } else if text.hasSameBytes(as: "false") || text.hasSameBytes(as: "0") {
            self = false
        } else {
            return nil
        }
    }
    var xmlText: String { self ? "true" : "false" }
}

extension Double: XMLScalarValue {
    init?(xml text: String) {
        guard let value: Double = XMLScalar.fraction(text) else { return nil }
        self = value
    }
    var xmlText: String { XMLScalar.text(self) }
}

extension Float: XMLScalarValue {
    init?(xml text: String) {
        guard let value: Float = XMLScalar.fraction(text) else { return nil }
        self = value
    }
    var xmlText: String { XMLScalar.text(self) }
}

extension XMLScalarValue where Self: FixedWidthInteger {
    init?(xml text: String) { self.init(XMLScalar.trimmed(text), radix: 10) }
    var xmlText: String { String(self) }
}

extension Int: XMLScalarValue {}
extension Int8: XMLScalarValue {}
extension Int16: XMLScalarValue {}
extension Int32: XMLScalarValue {}
extension Int64: XMLScalarValue {}
extension Int128: XMLScalarValue {}
extension UInt: XMLScalarValue {}
extension UInt8: XMLScalarValue {}
extension UInt16: XMLScalarValue {}
extension UInt32: XMLScalarValue {}
extension UInt64: XMLScalarValue {}
extension UInt128: XMLScalarValue {}

/// A coding of bytes as hexadecimal digits. Source: XML Schema 1.0 part 2 §3.2.15.
enum XMLHexadecimal {
    /// Returns the bytes; nil if the text does not consist of pairs of digits.
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

    /// Returns the digits in uppercase.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
