// Every decimal has 16 digits and a last one, the most that a double needs, so that one path serves all of them. The digits are
// produced eight at a time, as the bytes of a word. The zeros at the end show how many digits count.
//
// No branch depends on single digits, because a processor could not predict it.
//
// For 0.3 the digits are 3000000000000000 and 0, of which one counts; the decimal point comes before it.

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
        writer.append(UInt64(UInt8(ascii: "-")), count: Int(truncatingIfNeeded: value.bitPattern &>> 63))
        let magnitude = value.magnitude
        // From 2^52 to 2^53, all doubles are integers, so the sum is rounded to one.
        let sum = magnitude + 0x1p52
        if magnitude < 0x1p52, sum - 0x1p52 == magnitude {
            return writer.appendInt64(Int64(truncatingIfNeeded: sum.bitPattern & (1 &<< 52 &- 1)))
        }
        let bits = magnitude.bitPattern
        let fraction = bits & (1 &<< 52 &- 1)
        let biased = Int(truncatingIfNeeded: bits &>> 52)
        let decimal =
            fraction == 0 || biased == 0
            ? extended(fraction, biased: biased, fractionBits: 52, bias: 1075)
            : shortest(fraction | 1 &<< 52, power: biased &- 1075)
        write(decimal, isLarge: bits > (0x1p53).bitPattern, digitsOfLargest: 16, into: &writer)
    }

    /// Writes a finite float with the fewest digits that read back as the same float. Above 2^24, it has an exponent.
    @inline(never)
    static func write(_ value: Float, into writer: inout JSONBufferWriter) {
        if value.sign == .minus { writer.append(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        if magnitude < 0x1p24, Float(Int64(magnitude)) == magnitude { return writer.appendInt64(Int64(magnitude)) }
        let bits = magnitude.bitPattern
        let fraction = UInt64(bits & (1 &<< 23 &- 1))
        let decimal = extended(fraction, biased: Int(bits &>> 23), fractionBits: 23, bias: 150)
        write(decimal, isLarge: magnitude > 0x1p24, digitsOfLargest: 8, into: &writer)
    }

    /// Writes a decimal whose 16 digits begin with no more than one zero. It has an exponent if more than `digitsOfLargest` digits
    /// come before the point, or as many and it is large.
    @inline(__always)
    private static func write(
        _ decimal: ShortestDecimal,
        isLarge: Bool,
        digitsOfLargest: Int,
        into writer: inout JSONBufferWriter
    ) {
        // A zero at the start moves all digits by one. The mask has all bits set if there is one.
        let mask: UInt64 = decimal.digits < powersOfTen[15] ? ~0 : 0
        let digits = decimal.digits &+ (decimal.digits &* 9 &+ decimal.last) & mask
        let last = decimal.last & ~mask
        // The number of digits before the decimal point.
        let point = decimal.exponent &+ 16 &+ Int(truncatingIfNeeded: mask)

        let upper = digits / 100_000_000
        let first = digitValues(upper)
        let second = digitValues(digits &- upper &* 100_000_000)
        // The number of digits without zeros at the end.
        let end = second | last
        let count =
            (end == 0 ? 8 : 16) &- (end == 0 ? first : end).trailingZeroBitCount &>> 3
            &+ Int(truncatingIfNeeded: (0 &- last) &>> 63)
        let character = 48 &+ UInt8(truncatingIfNeeded: last)
        let text = DigitText(first: characters(first), second: characters(second), last: character)

        if UInt(bitPattern: point &- 1) < UInt(digitsOfLargest &- 1) || (point == digitsOfLargest && !isLarge) {
            text.store(into: writer, point: point)
            _ = writer.advance(by: count > point ? count &+ 1 : point)
        } else if point > -4, point <= 0 {
            // The bytes of `0.000`, of which only the needed zeros count.
            writer.append(0x30_3030_2E30, count: 2 &- point)
            text.store(into: writer)
            _ = writer.advance(by: count)
        } else {
            text.store(into: writer, point: 1)
            _ = writer.advance(by: count > 1 ? count &+ 1 : 1)
            appendExponent(point &- 1, into: &writer)
        }
    }

    /// The characters of 17 digits.
    private struct DigitText {
        var first: UInt64
        var second: UInt64
        var last: UInt8

        @inline(__always)
        func store(into writer: JSONBufferWriter) {
            writer.store(first, at: writer.used)
            writer.store(second, at: writer.used &+ 8)
            writer.store(last, at: writer.used &+ 16)
        }

        /// Stores the digits with a decimal point after the first 1 to 16 of them.
        ///
        /// The digits before the point are stored at the start, those after it one byte further. The word with the point in it
        /// is stored twice; the second time, without the digits before the point. If all eight are before it, the shift does
        /// nothing, and the next store overwrites the word.
        @inline(__always)
        func store(into writer: JSONBufferWriter, point: Int) {
            let start = writer.used
            let shift = UInt64(truncatingIfNeeded: point &<< 3)
            writer.store(first, at: start)
            if point <= 8 {
                writer.store(first &>> shift, at: start &+ point &+ 1)
                writer.store(second, at: start &+ 9)
            } else {
                writer.store(second, at: start &+ 8)
                writer.store(second &>> shift, at: start &+ point &+ 1)
            }
            writer.store(UInt8(ascii: "."), at: start &+ point)
            writer.store(last, at: start &+ 17)
        }
    }

    @inline(__always)
    private static func appendExponent(_ exponent: Int, into writer: inout JSONBufferWriter) {
        writer.append(exponent < 0 ? 0x2D65 : 0x2B65, count: 2)
        let magnitude = exponent.magnitude
        if magnitude >= 100 { writer.append(48 &+ UInt64(magnitude / 100), count: 1) }
        writer.append(UInt64(pair(UInt64(magnitude % 100))), count: 2)
    }

    /// Returns the eight digits of a number below 10^8, with leading zeros, the first in the lowest byte.
    @inline(__always)
    static func eightDigits(_ value: UInt64) -> UInt64 { characters(digitValues(value)) }

    @inline(__always)
    private static func characters(_ values: UInt64) -> UInt64 { (values | 0x3030_3030_3030_3030).byteSwapped }

    /// Returns the values of the eight digits of a number below 10^8, the first in the highest byte.
    ///
    /// The number is split three times: 12345678 into 1234 and 5678, those into 12, 34, 56 and 78, and those into single digits.
    /// Each time, the quotient moves to the upper half; the multiplier also subtracts its multiple from the lower half.
    @inline(__always)
    private static func digitValues(_ value: UInt64) -> UInt64 {
        // 109951163 / 2^40 approximates 10^-4, 5243 / 2^19 a hundredth and 103 / 2^10 a tenth, closely enough for eight, four
        // and two digits.
        let fours = value &+ (value &* 109_951_163) &>> 40 &* (1 &<< 32 &- 10_000)
        let hundreds = (fours &* 5243) &>> 19 & 0x0000_007F_0000_007F
        let pairs = fours &+ hundreds &* (1 &<< 16 &- 100)
        let tens = (pairs &* 103) &>> 10 & 0x000F_000F_000F_000F
        return pairs &+ tens &* (1 &<< 8 &- 10)
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
    /// A decimal: `(10 × digits + last) × 10^(exponent - 1)`.
    struct ShortestDecimal {
        var digits: UInt64
        var last: UInt64
        var exponent: Int
    }

    /// Returns the shortest decimal of a power of two, a subnormal double or a float. It has 15 or 16 digits before the last.
    @inline(never)
    private static func extended(_ fraction: UInt64, biased: Int, fractionBits: UInt64, bias: Int) -> ShortestDecimal {
        let significand = biased == 0 ? fraction : fraction | 1 &<< fractionBits
        // Below a power of two, numbers are twice as close as above it.
        let isNarrow = fraction == 0 && biased > 1
        var decimal = shortest(significand, power: max(biased, 1) &- bias, isNarrow: isNarrow)
        while decimal.digits < powersOfTen[14] {
            decimal.digits = decimal.digits &* 10 &+ decimal.last
            decimal.last = 0
            decimal.exponent &-= 1
        }
        return decimal
    }

    /// Returns the decimal with the fewest digits that reads back as `significand × 2^power`; of several, the one nearest to it.
    ///
    /// A double represents all real numbers that round to it: from the midpoint below it to the midpoint above. Let 10^k be the
    /// largest power of ten that is not longer than this interval. Then at least one multiple of 10^k lies inside, and at most
    /// one of 10^(k+1). One product with a power of ten, `significand × 2^power × 10^-(k+1)`, decides: if its fraction is at most
    /// half the length of the interval, the integer part is the answer, and if it is that close to one, the next integer.
    /// Otherwise ten times the fraction, rounded, is the last digit.
    ///
    /// For 0.3 the significand is 5404319552844595 at 2^-54, k is -17, and the product is 2999999999999999.89. The interval
    /// is 0.56 long, so the digits are 3000000000000000 without a last one.
    ///
    /// The fraction is the exact one to less than one unit of its 64 bits. Only 13 doubles come within 12 units of a decision, apart
    /// from those at an end of the interval, which have equal bits. All are right if the last digit is rounded with 6 to 10
    /// more units than a half; the tests have them. They were found by solving for the significand, power by power.
    ///
    /// Sources: R. Giulietti, "The Schubfach way to render doubles", 2020, §9; J. Xiang and T. Wang, "xjb: Fast Float to
    /// String Algorithm", 2026, which computes the last digit from the fraction.
    @inline(__always)
    private static func shortest(_ significand: UInt64, power: Int, isNarrow: Bool = false) -> ShortestDecimal {
        // The constants are log10(2) and, for a narrow interval, the contribution of log10(3/4), in units of 2^-22.
        let exponent = (power &* 1_262_611 &- (isNarrow ? 524_031 : 0)) &>> 22 &+ 1
        let index = (-exponent &- JSONPowersOfFive.lowestExponent) &* 2
        let high = JSONPowersOfFive.table[index]
        let low = JSONPowersOfFive.table[index &+ 1]
        // 217706 / 2^16 approximates log2(10). The shift is from -3 to 1.
        let shift = power &+ (-exponent &* 217_706) &>> 16 &+ 1
        let scaled = significand &<< UInt64(truncatingIfNeeded: shift &+ 8)
        let carried = scaled.multipliedFullWidth(by: low).high
        let product = scaled.multipliedFullWidth(by: high)
        let (lower, overflow) = product.low.addingReportingOverflow(carried)
        let upper = product.high &+ (overflow ? 1 : 0)
        let fraction = upper &<< 56 | lower &>> 8

        // If the significand is even, both ends of the interval round to it.
        let half = high &>> UInt64(truncatingIfNeeded: 1 &- shift)
        let above = half &+ ~significand & 1
        let below = (isNarrow ? half &>> 1 : half) &+ ~significand & 1
        let roundsUp: UInt64 = fraction.addingReportingOverflow(above).overflow ? 1 : 0
        // A last digit of exactly 2.5 becomes 2; one of 7.5 becomes 8.
        let rounding: UInt64 = fraction == 1 &<< 62 ? 0 : 1 &<< 63 &+ 6
        var last = UInt64(truncatingIfNeeded: (UInt128(fraction) &* 10 &+ UInt128(rounding)) &>> 64)
        // In a narrow interval, the nearest digit may be too low.
        if isNarrow { last = max(last, (fraction &- below).multipliedFullWidth(by: 10).high &+ 1) }
        // One comparison for both: at least `below`, and less than `1 - above`.
        let needsLast = fraction &- below < 0 &- below &- above
        return ShortestDecimal(digits: upper &>> 8 &+ roundsUp, last: needsLast ? last : 0, exponent: exponent)
    }
}
