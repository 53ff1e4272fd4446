import Mimeograph

extension FieldParser {
    /// Source: RFC 9651 §4.2.3.1.
    mutating func bareItem() throws(SerializationError) -> BareItem {
        guard let next else { throw unexpected("an item") }
        switch next {
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: ":"): return .byteSequence(try byteSequence())
        case UInt8(ascii: "?"): return .boolean(try boolean())
        case UInt8(ascii: "@"): return .date(try date())
        case UInt8(ascii: "%"): return .displayString(try displayString())
        case _ where FieldGrammar.beginsToken(next): return .token(text(while: FieldGrammar.isToken))
        default: throw unexpected("an item")
        }
    }

    /// Source: RFC 9651 §4.2.4.
    private mutating func number() throws(SerializationError) -> BareItem {
        let isNegative = skip("-")
        var value = try digits(atMost: 15)
        guard next == UInt8(ascii: ".") else { return .integer(isNegative ? -value.number : value.number) }
        guard value.count <= 12 else {
            throw unexpected("the end of the number: a decimal has at most 12 digits before the point")
        }
        _ = take()
        let fraction = try digits(atMost: 3)
        for _ in 0..<3 { value.number *= 10 }
        let thousandths = value.number + fraction.number * [100, 10, 1][fraction.count - 1]
        // Both numbers are whole and below 2^53, so the quotient is the nearest double.
        return .decimal(Double(isNegative ? -thousandths : thousandths) / 1000)
    }

    /// Parses at least one digit.
    private mutating func digits(atMost most: Int) throws(SerializationError) -> (number: Int64, count: Int) {
        var number: Int64 = 0
        var count = 0
        while let next, FieldGrammar.isDigit(next) {
            guard count < most else { throw unexpected("at most \(most) digits") }
            number = number * 10 + Int64(next - 0x30)
            count += 1
            _ = take()
        }
        guard count > 0 else { throw unexpected("a digit") }
        return (number, count)
    }

    /// Source: RFC 9651 §4.2.5.
    private mutating func string() throws(SerializationError) -> String {
        _ = take()
        let start = text { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && FieldGrammar.isVisible($0) }
        if skip("\"") { return start }
        var bytes = Array(start.utf8)
        while let byte = next {
            if skip("\"") { return String(decoding: bytes, as: UTF8.self) }
            guard FieldGrammar.isVisible(byte) else { break }
            _ = take()
            if byte == UInt8(ascii: "\\") {
                guard let escaped = next, escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else {
                    throw unexpected("a quotation mark or a backslash after the backslash")
                }
                bytes.append(escaped)
                _ = take()
            } else {
                bytes.append(byte)
            }
        }
        throw unexpected("a character from space to ~, or the quotation mark that ends the string")
    }

    /// Decodes Base64. Padding may be missing, and the bits after the last byte are ignored. Source: RFC 9651 §4.2.7.
    private mutating func byteSequence() throws(SerializationError) -> [UInt8] {
        _ = take()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)  // the size of most digests
        var group: UInt32 = 0
        var count = 0
        while let value = next.flatMap(FieldGrammar.base64Value) {
            group = group << 6 | UInt32(value)
            count += 1
            _ = take()
            if count < 4 { continue }
            for shift in stride(from: 16 as UInt32, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: group >> shift))
            }
            (group, count) = (0, 0)
        }
        if count == 1 { throw unexpected("another Base64 digit") }
        // The last group has 12 bits for one byte, or 18 bits for two.
        if count > 1 { bytes.append(UInt8(truncatingIfNeeded: group >> (count == 2 ? 4 : 10))) }
        if count > 2 { bytes.append(UInt8(truncatingIfNeeded: group >> 2)) }
        if skip("=") { _ = skip("=") }
        guard skip(":") else { throw unexpected("a Base64 digit, or the colon that ends the byte sequence") }
        return bytes
    }

    /// Source: RFC 9651 §4.2.8.
    private mutating func boolean() throws(SerializationError) -> Bool {
        _ = take()
        if skip("1") { return true }
        if skip("0") { return false }
        throw unexpected("0 or 1")
    }

    /// Source: RFC 9651 §4.2.9.
    private mutating func date() throws(SerializationError) -> Int64 {
        _ = take()
        let isNegative = skip("-")
        let seconds = try digits(atMost: 15).number
        if next == UInt8(ascii: ".") { throw unexpected("the end of the date, which is a whole number") }
        return isNegative ? -seconds : seconds
    }

    /// Source: RFC 9651 §4.2.10.
    private mutating func displayString() throws(SerializationError) -> String {
        let start = position
        _ = take()
        guard skip("\"") else { throw unexpected("a quotation mark after the percent sign") }
        var bytes: [UInt8] = []
        while let byte = next, FieldGrammar.isVisible(byte) {
            _ = take()
            if byte == UInt8(ascii: "\"") {
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw SerializationError(
                        .invalidText,
                        "Expected a display string in UTF-8, found other bytes.",
                        at: SourceLocation(offset: start),
                        remedy: "Ignore the whole field, as RFC 9651 requires, or ask its sender to correct it."
                    )
                }
                return text
            }
            try bytes.append(byte == UInt8(ascii: "%") ? hexadecimalDigit() << 4 | hexadecimalDigit() : byte)
        }
        throw unexpected("a character from space to ~, or the quotation mark that ends the display string")
    }

    private mutating func hexadecimalDigit() throws(SerializationError) -> UInt8 {
        // Capital letters are not allowed.
        guard let next, let value = next.hexDigit, next < 0x41 || next > 0x46 else {
            throw unexpected("a hexadecimal digit in lower case")
        }
        _ = take()
        return value
    }
}
