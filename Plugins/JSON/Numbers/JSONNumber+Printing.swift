// Digits are produced eight at a time, as the bytes of a word. Every decimal is first scaled to 17 digits, the most that a double
// needs, so that one path serves all of them. The zeros at the end show how many digits count.
//
// For 0.3 the digits are 30000000000000000, of which one counts; the decimal point comes before it.

extension JSONNumber {
    /// The most bytes in the text of a double: `-1.7976931348623157e+308`.
    static let maximumTextLength = 24

    /// Returns a finite double with the fewest digits that read back as the same double; see ``write(_:into:)``.
    static func text(of value: Double) -> String {
        let capacity = maximumTextLength + JSONBufferWriter.slack
        // SAFETY: there is room for the text and the slack, and each byte up to `used` is written.
        return unsafe String(unsafeUninitializedCapacity: capacity) { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            var writer = unsafe JSONBufferWriter(buffer, base: base, used: 0)
            write(value, into: &writer)
            return writer.used
        }
    }

    /// Writes a finite double with the fewest digits that read back as the same double: at most ``maximumTextLength`` bytes.
    ///
    /// The layout is that of Foundation's `JSONEncoder`: `1.0` is written `1`, `1e20` is `1e+20`, `-0.0` is `-0`. Numbers below
    /// 10^-4 and above 2^53 have an exponent of at least two digits. Above 2^53, not every integer is a double.
    static func write(_ value: Double, into writer: inout JSONBufferWriter) {
        if value.sign == .minus { writer.append(UInt64(UInt8(ascii: "-")), count: 1) }
        let magnitude = value.magnitude
        guard let decimal = shortest(of: magnitude) else {
            for byte in magnitude.description.utf8 { writer.append(UInt64(byte), count: 1) }
            return
        }
        if decimal.digits < 10, decimal.exponent == 0 {
            writer.append(48 &+ decimal.digits, count: 1)
            return
        }
        let length = digitCount(decimal.digits)
        let digits = decimal.digits &* JSONNumber.powersOfTen[17 &- length]
        let first = digits / powersOfTen[16]
        let rest = digits &- first &* powersOfTen[16]
        let upper = rest / 100_000_000
        let tail = UInt128(eightDigits(upper)) | UInt128(eightDigits(rest &- upper &* 100_000_000)) &<< 64
        // The number of digits after the first, without trailing zeros.
        let zeros: UInt128 = 0x3030_3030_3030_3030_3030_3030_3030_3030
        let count = 16 &- (tail ^ zeros).leadingZeroBitCount &>> 3
        // The number of digits before the decimal point.
        let point = length &+ decimal.exponent

        if point < -3 || magnitude > 0x1p53 {
            writer.append(48 &+ first, count: 1)
            if count > 0 {
                writer.append(UInt64(UInt8(ascii: ".")), count: 1)
                append(tail, count: count, into: &writer)
            }
            appendExponent(point &- 1, into: &writer)
        } else if point <= 0 {
            // The bytes of `0.000`, of which only the needed zeros count, and the first digit.
            writer.append(0x30_3030_2E30, count: 2 &- point)
            writer.append(48 &+ first, count: 1)
            append(tail, count: count, into: &writer)
        } else {
            writer.append(48 &+ first, count: 1)
            append(tail, count: point &- 1, into: &writer)
            if count >= point {
                writer.append(UInt64(UInt8(ascii: ".")), count: 1)
                append(tail &>> UInt128(8 &* (point &- 1)), count: count &- (point &- 1), into: &writer)
            }
        }
    }

    /// Returns the shortest decimal. An exact integer needs no search.
    @inline(__always)
    private static func shortest(of magnitude: Double) -> ShortestDecimal? {
        if magnitude <= 0x1p53 {
            let integer = UInt64(magnitude)
            if Double(integer) == magnitude { return ShortestDecimal(digits: integer, exponent: 0) }
        }
        return shortest(magnitude)
    }

    @inline(__always)
    private static func append(
        _ bytes: UInt128,
        count: Int,
        into writer: inout JSONBufferWriter
    ) {
        writer.append(UInt64(truncatingIfNeeded: bytes), count: min(count, 8))
        if count > 8 { writer.append(UInt64(truncatingIfNeeded: bytes &>> 64), count: count &- 8) }
    }

    @inline(__always)
    private static func appendExponent(_ exponent: Int, into writer: inout JSONBufferWriter) {
        writer.append(exponent < 0 ? 0x2D65 : 0x2B65, count: 2)
        let magnitude = exponent.magnitude
        if magnitude >= 100 { writer.append(48 &+ UInt64(magnitude / 100), count: 1) }
        writer.append(UInt64(pair(UInt64(magnitude % 100))), count: 2)
    }

    /// Returns the eight digits of a number below 10^8, with leading zeros, the first in the lowest byte.
    ///
    /// The number is split three times: 12345678 into 1234 and 5678, those into 12, 34, 56 and 78, and those into single digits.
    @inline(__always)
    static func eightDigits(_ value: UInt64) -> UInt64 {
        let upper = value / 10_000
        let fours = upper | (value &- upper &* 10_000) &<< 32
        // 10486 / 2^20 approximates a hundredth and 103 / 2^10 a tenth, closely enough for four and for two digits.
        let hundreds = (fours &* 10486) &>> 20 & 0x0000_007F_0000_007F
        let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
        let tens = (pairs &* 103) &>> 10 & 0x000F_000F_000F_000F
        return (tens | (pairs &- tens &* 10) &<< 8) | 0x3030_3030_3030_3030
    }

    /// Returns the two digits of a number below 100, the first in the lower half.
    @inline(__always)
    static func pair(_ value: UInt64) -> UInt16 {
        // 103 / 2^10 approximates a tenth closely enough for numbers below 100.
        let tens = (value &* 103) &>> 10
        return UInt16(truncatingIfNeeded: 0x3030 &+ tens &+ (value &- tens &* 10) &<< 8)
    }

    /// Returns the number of decimal digits of a number other than zero.
    @inline(__always)
    static func digitCount(_ value: UInt64) -> Int {
        // 1233 / 2^12 approximates log10(2); the estimate is at most one too low.
        let estimate = ((64 &- value.leadingZeroBitCount) &* 1233) &>> 12
        return estimate &+ (value >= powersOfTen[estimate] ? 1 : 0)
    }

    private static let powersOfTen: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]
}

extension JSONNumber {
    /// A decimal: `digits × 10^exponent`.
    struct ShortestDecimal: Equatable {
        var digits: UInt64
        var exponent: Int
    }

    /// Returns the decimal with the fewest digits that reads back as the double; of several, the one nearest to it. Returns nil
    /// for some tiny values, below 10^-290, whose powers of ten are not in the table. The digits may end in zeros.
    ///
    /// A double represents all real numbers that round to it: from the midpoint below it to the midpoint above. Let 10^k be the
    /// largest power of ten that is not longer than this interval. Then at least one multiple of 10^k lies inside, and at most
    /// one of 10^(k+1). Four candidates suffice: the multiples of 10^(k+1) next to the double and, if neither is inside, those of
    /// 10^k. All are compared at four times their size, so that midpoints are integers. The bits cut off from a product are kept
    /// as one sticky bit, which makes the comparisons exact.
    ///
    /// For 0.3 the significand is 5404319552844596 at 2^-54, k is -17, and the product is four times 29999999999999998.9. Among
    /// the multiples of 10^-16 next to it, 3000000000000000 lies inside the interval: 0.3.
    ///
    /// Source: R. Giulietti, "The Schubfach way to render doubles", 2020, §9.
    static func shortest(_ value: Double) -> ShortestDecimal? {
        let bits = value.magnitude.bitPattern
        let fraction = bits & (1 &<< 52 &- 1)
        let biased = Int(bits &>> 52)
        let significand = biased == 0 ? fraction : fraction | 1 &<< 52
        if significand == 0 { return ShortestDecimal(digits: 0, exponent: 0) }
        let power = max(biased, 1) &- 1075
        // Below a power of two, doubles are twice as close as above it.
        let isNarrow = fraction == 0 && biased > 1
        // The constants are log10(2) and, for a narrow interval, the contribution of log10(3/4), in units of 2^-22.
        let exponent = (power &* 1_262_611 &- (isNarrow ? 524_031 : 0)) &>> 22
        if -exponent > JSONPowersOfFive.highestExponent { return nil }

        // 1741647 / 2^19 approximates log2(10).
        let shift = UInt64(power &+ (-exponent &* 1_741_647) &>> 19 &+ 1)
        let scale = upperPowerOfTen(-exponent)
        let odd = significand & 1
        let center = scaled(significand &<< 2, shift, scale)
        let lower = scaled(significand &<< 2 &- (isNarrow ? 1 : 2), shift, scale) &+ odd
        let upper = scaled(significand &<< 2 &+ 2, shift, scale) &- odd
        let below = center &>> 2

        if below >= 10 {
            let tenth = below / 10
            let isLowerInside = lower <= tenth &* 40
            let isUpperInside = tenth &* 40 &+ 40 <= upper
            if isLowerInside != isUpperInside {
                return ShortestDecimal(digits: tenth &+ (isUpperInside ? 1 : 0), exponent: exponent &+ 1)
            }
        }
        let isLowerInside = lower <= below &* 4
        let isUpperInside = below &* 4 &+ 4 <= upper
        if isLowerInside != isUpperInside {
            return ShortestDecimal(digits: below &+ (isUpperInside ? 1 : 0), exponent: exponent)
        }
        // Both are inside: choose the nearer, or the even one.
        let middle = below &* 4 &+ 2
        let roundsUp = center > middle || (center == middle && below & 1 == 1)
        return ShortestDecimal(digits: below &+ (roundsUp ? 1 : 0), exponent: exponent)
    }

    /// Returns the first 128 bits of 10^exponent, rounded up if it has more.
    @inline(__always)
    private static func upperPowerOfTen(_ exponent: Int) -> (high: UInt64, low: UInt64) {
        let index = (exponent &- JSONPowersOfFive.lowestExponent) &* 2
        let high = JSONPowersOfFive.table[index]
        let low = JSONPowersOfFive.table[index &+ 1]
        // Powers from 0 to 55 fit. In the table, those from -27 to -1 are rounded up already, and all others are truncated.
        return exponent < -27 || exponent > 55 ? (low == .max ? high &+ 1 : high, low &+ 1) : (high, low)
    }

    /// Returns the upper 64 bits of `value × 2^shift × scale`; the lowest bit is set if there is more below.
    @inline(__always)
    private static func scaled(_ value: UInt64, _ shift: UInt64, _ scale: (high: UInt64, low: UInt64)) -> UInt64 {
        let value = value &<< shift
        let carried = value.multipliedFullWidth(by: scale.low).high
        let product = value.multipliedFullWidth(by: scale.high)
        let (low, overflow) = product.low.addingReportingOverflow(carried)
        return product.high &+ (overflow ? 1 : 0) | (low > 1 ? 1 : 0)
    }
}
