import Mimeograph
import MimeographJSON

// MARK: - Numbers

extension JSONPathParser {
    /// The greatest integer that every implementation holds exactly. Source: RFC 9535 §2.1, RFC 7493 §2.2.
    private static let greatestInteger = 1 << 53 - 1

    /// Parses an index, or a part of a slice.
    mutating func integer() throws(SerializationError) -> Int {
        let start = offset
        let isNegative = skip("-")
        try digits(withoutLeadingZeros: true)
        if isNegative, bytes[offset - 1] == 48, offset == start + 2 {
            throw expected("an integer other than -0", at: start)
        }
        // Sixteen digits are enough for every allowed integer.
        guard offset - start <= 17, let value = Int(String(decoding: bytes[start..<offset], as: UTF8.self)),
            value.magnitude <= Self.greatestInteger
        else { throw expected("an integer from -(2^53 - 1) to 2^53 - 1", at: start) }
        return value
    }

    /// Skips one digit or more.
    private mutating func digits(withoutLeadingZeros: Bool = false) throws(SerializationError) {
        let start = offset
        while let byte = next, byte.isDigit { offset += 1 }
        if offset == start { throw expected("a digit") }
        if withoutLeadingZeros, bytes[start] == 48, offset > start + 1 {
            throw expected("a number without leading zeros", at: start)
        }
    }

    /// Parses a number in a filter. Source: RFC 9535 §2.3.5.1.
    mutating func number() throws(SerializationError) -> JSONPathScalar {
        let start = offset
        _ = skip("-")
        try digits(withoutLeadingZeros: true)
        if skip(".") { try digits() }
        if skip("e") || skip("E") {
            if !skip("-") { _ = skip("+") }
            try digits()
        }
        do throws(SerializationError) {
            // The grammar is that of JSON.
            return JSONPathScalar(try JSON(parsing: bytes[start..<offset]))
        } catch {
            throw expected("a shorter number", at: start)
        }
    }
}

// MARK: - Strings

extension JSONPathParser {
    /// Parses a string in quotation marks of either kind. Source: RFC 9535 §2.3.1.1.
    mutating func string() throws(SerializationError) -> String {
        let start = offset
        let quote = bytes[offset]
        offset += 1
        var content: [UInt8] = []
        while let byte = next {
            if byte == quote {
                offset += 1
                return String(decoding: content, as: UTF8.self)
            }
            guard byte >= 0x20 else { throw expected("an escape such as \\n instead of a control character") }
            if byte == UInt8(ascii: "\\") {
                content.append(contentsOf: try escape(in: quote).utf8)
            } else {
                content.append(byte)
                offset += 1
            }
        }
        throw expected("a quotation mark that ends the string of byte \(start)")
    }

    private mutating func escape(in quote: UInt8) throws(SerializationError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        let character = next
        if character != nil { offset += 1 }
        switch character {
        case quote: return Unicode.Scalar(quote)
        case UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(character ?? 0)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try escapedScalar(from: start)
        default:
            throw expected(
                "an escape: the quotation mark of the string, or one of \\ / b f n r t u after a backslash",
                at: start
            )
        }
    }

    /// Parses the digits of `\u`, and the second half of a surrogate pair.
    private mutating func escapedScalar(from start: Int) throws(SerializationError) -> Unicode.Scalar {
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if unit < 0xDC00, skip(text: "\\u") {
            let low = try fourDigits()
            if low & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF) {
                return scalar
            }
        }
        throw expected("a pair of surrogates, \\uD800 to \\uDBFF and \\uDC00 to \\uDFFF", at: start)
    }

    private mutating func fourDigits() throws(SerializationError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next?.hexDigit else { throw expected("four hexadecimal digits after \\u") }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}
