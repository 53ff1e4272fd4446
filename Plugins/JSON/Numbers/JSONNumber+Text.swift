extension JSONNumber {
    /// The parts of a number text: `-12.50e3` has the digits `1250`, two of them after the point, and the exponent 3.
    struct Parts {
        var isNegative = false
        /// Whether the text has neither a fraction nor an exponent.
        var isInteger = true
        /// The first significant digits, at most 19.
        var mantissa: UInt64 = 0
        /// The number of significant digits: from the first that is not zero to the last before the exponent.
        var digits = 0
        /// The number of digits after the decimal point.
        var fractionDigits = 0
        /// The written exponent, limited to ±10^12.
        var exponent = 0

        /// The power of ten of the last digit.
        var lastExponent: Int { exponent - fractionDigits }
        /// The power of ten of the last digit in `mantissa`.
        var mantissaExponent: Int { lastExponent + max(0, digits - JSONNumber.maximumMantissaDigits) }
        /// The magnitude, if the text is an integer that fits in 64 bits.
        var integer: UInt64?
    }

    /// Splits a text that follows the grammar of numbers; for other texts the result has no meaning.
    ///
    /// Source: RFC 8259 §6.
    static func parts(of text: Span<UInt8>) -> Parts {
        var parts = Parts()
        var index = 0
        if text.count > 0, text[0] == UInt8(ascii: "-") {
            parts.isNegative = true
            index = 1
        }
        var integer: UInt64? = 0
        var seenPoint = false
        while index < text.count {
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: ".") {
                seenPoint = true
                parts.isInteger = false
                continue
            }
            let digit = UInt64(byte) &- 48
            if digit > 9 { break }
            if seenPoint { parts.fractionDigits += 1 }
            if digit == 0, parts.digits == 0 { continue }
            parts.digits += 1
            if parts.digits <= maximumMantissaDigits {
                parts.mantissa = parts.mantissa * 10 + digit
                integer = parts.mantissa
            } else if let before = integer {
                let (tenfold, overflow) = before.multipliedReportingOverflow(by: 10)
                let (sum, carry) = tenfold.addingReportingOverflow(digit)
                integer = overflow || carry ? nil : sum
            }
        }
        // The loop passed the `e`, if there is one.
        let hasExponent = text.count > 0 && index > 0 && text[index - 1] | 0x20 == UInt8(ascii: "e")
        if hasExponent {
            parts.isInteger = false
            parts.exponent = exponent(in: text, from: index)
        }
        if parts.isInteger { parts.integer = integer }
        return parts
    }

    private static func exponent(in text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        var isNegative = false
        var value = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            let digit = Int(byte) - 48
            if digit >= 0, digit <= 9 {
                value = min(value * 10 + digit, 1_000_000_000_000)
            } else {
                isNegative = byte == UInt8(ascii: "-")
            }
        }
        return isNegative ? -value : value
    }

    /// Returns the double nearest to a text that follows the grammar of numbers; infinity if the number is too large.
    static func double(from text: Span<UInt8>) -> Double {
        let parts = parts(of: text)
        let magnitude: Double
        let lower = bits(mantissa: parts.mantissa, exponent: parts.mantissaExponent)
        if parts.digits <= maximumMantissaDigits {
            magnitude = Double(bitPattern: lower)
        } else if lower == bits(mantissa: parts.mantissa + 1, exponent: parts.mantissaExponent) {
            magnitude = Double(bitPattern: lower)
        } else {
            magnitude = exact(text, parts, lower: lower)
        }
        return parts.isNegative ? -magnitude : magnitude
    }

    /// Decides between the double with the bits `lower` and the next larger one by exact arithmetic.
    private static func exact(_ text: Span<UInt8>, _ parts: Parts, lower: UInt64) -> Double {
        let fraction = lower & (1 << 52 - 1)
        let biased = Int(lower >> 52)
        // The midpoint above lower is (2 × significand + 1) × 2^(power - 1).
        let significand = biased == 0 ? fraction : fraction | 1 << 52
        let power = max(biased, 1) - 1075
        switch compare(text, parts, with: 2 * significand + 1, power: power - 1) {
        case ..<0: return Double(bitPattern: lower)
        case 0: return Double(bitPattern: lower + lower & 1)
        default: return Double(bitPattern: lower + 1)
        }
    }

    /// Compares the magnitude of a number text with `significand × 2^power`: negative, zero or positive.
    ///
    /// Call it only if both have about the same size, so that the integers stay small: at most some 4,000 bits.
    static func compare(_ text: Span<UInt8>, _ parts: Parts, with significand: UInt64, power: Int) -> Int {
        // No double and no midpoint between two has more than 767 significant digits. Later digits can only distinguish "equal"
        // from "more", for which one digit is enough. Source: Mushtak and Lemire, §2.
        let kept = 770
        var left = JSONBigInteger()
        var seen = 0
        var chunk: UInt64 = 0
        var scale: UInt64 = 1
        var hasMore = false
        for index in text.indices {
            let byte = text[index]
            if byte | 0x20 == UInt8(ascii: "e") { break }
            let digit = UInt64(byte) &- 48
            if digit > 9 || (digit == 0 && seen == 0) { continue }
            if seen == kept {
                if digit != 0 {
                    hasMore = true
                    break
                }
                continue
            }
            seen += 1
            chunk = chunk * 10 + digit
            scale *= 10
            if scale == 1_000_000_000_000_000_000 {
                left.multiply(by: scale, adding: chunk)
                chunk = 0
                scale = 1
            }
        }
        left.multiply(by: scale, adding: chunk)
        var exponent = parts.lastExponent + (parts.digits - seen)
        if hasMore {
            left.multiply(by: 10, adding: 1)
            exponent -= 1
        }
        var right = JSONBigInteger(significand)
        if exponent >= 0 { left.multiply(byPowerOfFive: exponent) } else { right.multiply(byPowerOfFive: -exponent) }
        let shift = exponent - power
        if shift >= 0 { left.shiftLeft(by: shift) } else { right.shiftLeft(by: -shift) }
        return left.compare(with: right)
    }
}

/// An unsigned integer of any size, with the few operations that exact comparison of decimals needs.
struct JSONBigInteger {
    /// The limbs of 64 bits each, the least significant first; the last is never zero.
    private(set) var limbs: [UInt64]

    init(_ value: UInt64 = 0) {
        limbs = value == 0 ? [] : [value]
    }

    /// Replaces the number with `self × factor + addend`.
    mutating func multiply(by factor: UInt64, adding addend: UInt64 = 0) {
        var carry = addend
        for index in limbs.indices {
            let (high, low) = limbs[index].multipliedFullWidth(by: factor)
            let (sum, overflow) = low.addingReportingOverflow(carry)
            limbs[index] = sum
            carry = high &+ (overflow ? 1 : 0)
        }
        if carry != 0 { limbs.append(carry) }
    }

    /// Replaces the number with `self × 5^exponent`.
    mutating func multiply(byPowerOfFive exponent: Int) {
        var left = exponent
        // 5^27 is the largest power of five in 64 bits.
        while left >= 27 {
            multiply(by: 7_450_580_596_923_828_125)
            left -= 27
        }
        var rest: UInt64 = 1
        for _ in 0..<left { rest *= 5 }
        multiply(by: rest)
    }

    /// Replaces the number with `self × 2^count`.
    mutating func shiftLeft(by count: Int) {
        if limbs.isEmpty { return }
        let bits = UInt64(count % 64)
        if bits != 0 { multiply(by: 1 << bits) }
        limbs.insert(contentsOf: repeatElement(0, count: count / 64), at: 0)
    }

    /// Compares two numbers: negative if this one is less than the other, zero if they are equal, otherwise positive.
    func compare(with other: JSONBigInteger) -> Int {
        if limbs.count != other.limbs.count { return limbs.count - other.limbs.count }
        for index in limbs.indices.reversed() where limbs[index] != other.limbs[index] {
            return limbs[index] < other.limbs[index] ? -1 : 1
        }
        return 0
    }
}
