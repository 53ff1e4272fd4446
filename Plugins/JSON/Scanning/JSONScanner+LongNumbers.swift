import Mimeograph
import MimeographTree

// The numbers that a run of numbers does not handle: with an exponent, with very many digits, beyond 60 bits, and minus zero.

extension JSONScanner {
    /// Reads any number from its first byte; returns the offset after it, or an encoded error.
    ///
    /// Source: RFC 8259 §6.
    static func longNumber(_ bytes: JSONBytes, at start: Int, _ tape: JSONTape, _ used: inout Int) -> Int {
        let result = longNumber(bytes, at: start, tape, used)
        used = result.used
        return result.next
    }

    /// Does the same, and returns the number of words, so that the caller's variable can stay in a register.
    @inline(never)
    private static func longNumber(
        _ bytes: JSONBytes,
        at start: Int,
        _ tape: JSONTape,
        _ used: Int
    ) -> (next: Int, used: Int) {
        let isNegative = bytes[start] == UInt8(ascii: "-")
        let first = isNegative ? start + 1 : start
        var (cursor, mantissa) = digits(bytes, from: first, after: 0)
        var count = cursor - first
        var exponent = 0
        var isInteger = true
        if bytes[cursor] == UInt8(ascii: ".") {
            isInteger = false
            let fraction = cursor + 1
            (cursor, mantissa) = digits(bytes, from: fraction, after: mantissa)
            exponent = fraction - cursor
            if exponent == 0 { return (JSONParseError(.expectedDigit, at: cursor).encoded, used) }
            count -= exponent
        }
        if bytes[cursor] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            let written = self.exponent(bytes, at: cursor)
            if written.next < 0 { return (written.next, used) }
            exponent += written.value
            cursor = written.next
        }
        let length = cursor - start
        if length > TapeWord.maximumPayload { return (JSONParseError(.textLength, at: start).encoded, used) }
        var tag = TapeWord.Tag.double
        var bits: UInt64
        if isInteger {
            (tag, bits) = bytes.withSpan(from: start, to: cursor) { longInteger($0) }
        } else {
            // With more digits, the mantissa wraps around.
            if count <= JSONNumber.maximumMantissaDigits {
                bits = JSONNumber.bits(mantissa: mantissa, exponent: exponent)
            } else {
                bits = bytes.withSpan(from: start, to: cursor) { JSONNumber.double(from: $0) }.magnitude.bitPattern
            }
            if bits == JSONNumber.infinity { tag = .bigNumber }
            if isNegative { bits |= 1 << 63 }
        }
        tape[used] = TapeWord(tag, payload: length, offset: start).bits
        tape[used + 1] = bits
        return (cursor, used + 2)
    }

    /// Reads all digits from an offset; returns the offset after them, and the mantissa with them appended.
    private static func digits(
        _ bytes: JSONBytes,
        from start: Int,
        after mantissa: UInt64
    ) -> (next: Int, mantissa: UInt64) {
        var cursor = start
        var mantissa = mantissa
        while true {
            let (length, first, second) = JSONBlock(bytes, at: cursor).digits
            if length < 8 { break }
            mantissa = mantissa &* 100_000_000 &+ first
            cursor &+= 8
            if length < 16 { break }
            mantissa = mantissa &* 100_000_000 &+ second
            cursor &+= 8
        }
        var digit = UInt64(bytes[cursor]) &- 48
        while digit <= 9 {
            mantissa = mantissa &* 10 &+ digit
            cursor &+= 1
            digit = UInt64(bytes[cursor]) &- 48
        }
        return (cursor, mantissa)
    }

    /// Reads `e`, a sign and digits. The value is limited to ±10^12, so that adding the digits of any text cannot overflow. The
    /// offset after them may be an encoded error.
    private static func exponent(_ bytes: JSONBytes, at start: Int) -> (value: Int, next: Int) {
        var cursor = start &+ 1
        let sign = bytes[cursor]
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { cursor &+= 1 }
        let first = cursor
        var value = 0
        while true {
            let digit = Int(bytes[cursor]) &- 48
            if digit < 0 || digit > 9 { break }
            value = min(value &* 10 &+ digit, 1_000_000_000_000)
            cursor &+= 1
        }
        if cursor == first { return (0, JSONParseError(.expectedDigit, at: cursor).encoded) }
        return (sign == UInt8(ascii: "-") ? -value : value, cursor)
    }

    /// Returns the tag and the second word of an integer that does not fit in 60 bits, or of `-0`, which is a double.
    private static func longInteger(_ text: Span<UInt8>) -> (TapeWord.Tag, UInt64) {
        let parts = JSONNumber.parts(of: text)
        switch parts.integer {
        case 0: return (.double, (-0.0).bitPattern)
        case .some(let magnitude) where !parts.isNegative && magnitude > UInt64(Int64.max): return (.uint64, magnitude)
        case .some(let magnitude) where magnitude <= UInt64(Int64.max) + (parts.isNegative ? 1 : 0):
            return (.int64, parts.isNegative ? 0 &- magnitude : magnitude)
        default: return (.bigNumber, JSONNumber.double(from: text).bitPattern)
        }
    }
}
