// Digits are made eight at a time, as the bytes of a word. All decimals are brought to 17 digits first, the most that a
// double needs, so that there is one way for all of them: how many count is seen from the zeros at their end.
//
// For 0.3 these are 30000000000000000, of which one counts; the decimal point stands before it.

extension JSONNumber {
    /// The most bytes that a double's text has: `-1.7976931348623157e+308`.
    static let maximumTextLength = 24

    /// Writes a finite double with the fewest digits that read back as the same double: at most ``maximumTextLength`` bytes.
    ///
    /// As Foundation's `JSONEncoder` does: `1.0` is written `1`, `1e20` is `1e+20`, `-0.0` is `-0`. Numbers below 10^-4, and
    /// those above 2^53, for which not every integer is a double, have an exponent of at least two digits.
    static func write<Sink: JSONWordSink & ~Copyable>(_ value: Double, into sink: inout Sink) {
        if value.sign == .minus { sink.append(UInt64(UInt8(ascii: "-")), count: 1) }
        let magnitude = value.magnitude
        guard let decimal = shortest(of: magnitude) else {
            for byte in magnitude.description.utf8 { sink.append(UInt64(byte), count: 1) }
            return
        }
        if decimal.digits < 10, decimal.exponent == 0 {
            sink.append(48 &+ decimal.digits, count: 1)
            return
        }
        let length = digitCount(decimal.digits)
        let digits = decimal.digits &* JSONNumber.powersOfTen[17 &- length]
        let first = digits / powersOfTen[16]
        let rest = digits &- first &* powersOfTen[16]
        let upper = rest / 100_000_000
        let tail = UInt128(eightDigits(upper)) | UInt128(eightDigits(rest &- upper &* 100_000_000)) &<< 64
        // Digits after the first, without the zeros at the end.
        let zeros: UInt128 = 0x3030_3030_3030_3030_3030_3030_3030_3030
        let count = 16 &- (tail ^ zeros).leadingZeroBitCount &>> 3
        // Of the digits, those before the decimal point.
        let point = length &+ decimal.exponent

        if point < -3 || magnitude > 0x1p53 {
            sink.append(48 &+ first, count: 1)
            if count > 0 {
                sink.append(UInt64(UInt8(ascii: ".")), count: 1)
                append(tail, count: count, into: &sink)
            }
            appendExponent(point &- 1, into: &sink)
        } else if point <= 0 {
            // The bytes of `0.000`, of which as many zeros count as are needed, and the first digit.
            sink.append(0x30_3030_2E30, count: 2 &- point)
            sink.append(48 &+ first, count: 1)
            append(tail, count: count, into: &sink)
        } else {
            sink.append(48 &+ first, count: 1)
            append(tail, count: point &- 1, into: &sink)
            if count >= point {
                sink.append(UInt64(UInt8(ascii: ".")), count: 1)
                append(tail &>> UInt128(8 &* (point &- 1)), count: count &- (point &- 1), into: &sink)
            }
        }
    }

    /// Integers that are exact need no search.
    @inline(__always)
    private static func shortest(of magnitude: Double) -> ShortestDecimal? {
        if magnitude <= 0x1p53 {
            let integer = UInt64(magnitude)
            if Double(integer) == magnitude { return ShortestDecimal(digits: integer, exponent: 0) }
        }
        return shortest(magnitude)
    }

    @inline(__always)
    private static func append<Sink: JSONWordSink & ~Copyable>(
        _ bytes: UInt128,
        count: Int,
        into sink: inout Sink
    ) {
        sink.append(UInt64(truncatingIfNeeded: bytes), count: min(count, 8))
        if count > 8 { sink.append(UInt64(truncatingIfNeeded: bytes &>> 64), count: count &- 8) }
    }

    @inline(__always)
    private static func appendExponent<Sink: JSONWordSink & ~Copyable>(_ exponent: Int, into sink: inout Sink) {
        sink.append(exponent < 0 ? 0x2D65 : 0x2B65, count: 2)
        let magnitude = exponent.magnitude
        if magnitude >= 100 { sink.append(48 &+ UInt64(magnitude / 100), count: 1) }
        sink.append(UInt64(pair(UInt64(magnitude % 100))), count: 2)
    }

    /// The eight digits of a number below 10^8, with leading zeros, the first in the lowest byte.
    ///
    /// It is halved three times: 12345678 to 1234 and 5678, those to 12, 34, 56, 78, and those to single digits.
    @inline(__always)
    private static func eightDigits(_ value: UInt64) -> UInt64 {
        let upper = value / 10_000
        let fours = upper | (value &- upper &* 10_000) &<< 32
        // 10486 / 2^20 is a hundredth, 103 / 2^10 a tenth, closely enough for four and for two digits.
        let hundreds = (fours &* 10486) &>> 20 & 0x0000_007F_0000_007F
        let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
        let tens = (pairs &* 103) &>> 10 & 0x000F_000F_000F_000F
        return (tens | (pairs &- tens &* 10) &<< 8) | 0x3030_3030_3030_3030
    }

    /// The two digits of a number below 100, the first in the lower half.
    @inline(__always)
    static func pair(_ value: UInt64) -> UInt16 {
        // 103 / 2^10 is a tenth, closely enough for numbers below 100.
        let tens = (value &* 103) &>> 10
        return UInt16(truncatingIfNeeded: 0x3030 &+ tens &+ (value &- tens &* 10) &<< 8)
    }

    /// Decimal digits of a number that is not zero.
    @inline(__always)
    static func digitCount(_ value: UInt64) -> Int {
        // 1233 / 2^12 approximates log10(2); it is one too few at most.
        let estimate = ((64 &- value.leadingZeroBitCount) &* 1233) &>> 12
        return estimate &+ (value >= powersOfTen[estimate] ? 1 : 0)
    }

    private static let powersOfTen: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]
}
