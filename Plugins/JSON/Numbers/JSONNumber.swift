/// Turns decimal texts into doubles, correctly rounded, on every platform and in every locale the same.
///
/// A number is read as `mantissa × 10^exponent`, where the mantissa holds up to 19 digits. The mantissa is multiplied by a
/// 128-bit power of five, and the upper 53 bits of the product are the answer, because the product is always exact enough
/// for a 64-bit mantissa (Eisel and Lemire). The usual short cut for small numbers, one division of doubles, is left out:
/// it is no faster, and a processor cannot predict which numbers take it.
///
/// With more than 19 digits the mantissa is cut off. Where it and its successor give the same double, that is the answer;
/// else ``JSONNumber/double(from:)`` compares the whole text with the midpoint between both.
///
/// For example `0.1` is 1 × 10^-1. With its highest bit moved to the front the mantissa is 2^63, 5^-1 is 0xCCCC…CD in the
/// table, and their product begins with the bits of 1.6, whose exponent comes from that of ten: 1.6 × 2^-4.
///
/// Sources: D. Lemire, "Number Parsing at a Gigabyte per Second", 2021; N. Mushtak and D. Lemire, "Fast Number Parsing
/// Without Fallback", 2022.
enum JSONNumber {
    /// The most decimal digits whose value always fits 64 bits.
    static let maximumMantissaDigits = 19

    /// The bits of the double nearest to `mantissa × 10^exponent`, by the method of Eisel and Lemire; ties go to the even
    /// one. Those of infinity where it is too large.
    @inline(__always)
    static func bits(mantissa: UInt64, exponent: Int) -> UInt64 {
        if mantissa == 0 || exponent < JSONPowersOfFive.lowestExponent { return 0 }
        if exponent > JSONPowersOfFive.highestExponent { return infinity }
        let leadingZeros = mantissa.leadingZeroBitCount
        let normalized = mantissa &<< UInt64(leadingZeros)
        let (high, low) = product(normalized, timesPowerOfFive: exponent)
        let upperBit = Int(high &>> 63)
        let shift = UInt64(upperBit &+ 64 &- 52 &- 3)
        // One bit more than the answer has: the one that decides about rounding.
        var significand = high &>> shift
        // 217706 / 2^16 approximates log2(10) closely enough to be exact after the shift, for every exponent here.
        var power = (217_706 &* exponent) &>> 16 &+ 63 &+ upperBit &- leadingZeros &+ 1023

        if power <= 0 {
            if 1 &- power >= 64 { return 0 }
            significand &>>= UInt64(1 &- power)
            significand = (significand &+ significand & 1) &>> 1
            // Rounding up may reach the smallest normal number, whose bits follow the largest subnormal's.
            return significand
        }
        // A product without error may lie right between two doubles; only small exponents allow that.
        if low <= 1, exponent >= -4, exponent <= 23, significand & 3 == 1, significand &<< shift == high {
            significand &= ~1
        }
        significand = (significand &+ significand & 1) &>> 1
        if significand >= 1 &<< 53 {
            significand = 1 &<< 52
            power &+= 1
        }
        if power >= 0x7FF { return infinity }
        return UInt64(power) &<< 52 | significand & (1 &<< 52 &- 1)
    }

    /// The same for exponents from -27 to 27, where the result is neither subnormal nor too large.
    ///
    /// The general form handles what is seldom: zero, a product whose lower half matters, and ties. What remains has no
    /// branch, and rounding up to the next power of two carries into the exponent by itself.
    @inline(__always)
    static func bits(mantissa: UInt64, smallExponent exponent: Int) -> UInt64 {
        let leadingZeros = mantissa.leadingZeroBitCount
        let power = JSONPowersOfFive.table[(exponent &- JSONPowersOfFive.lowestExponent) &* 2]
        let (high, low) = (mantissa &<< UInt64(truncatingIfNeeded: leadingZeros)).multipliedFullWidth(by: power)
        if mantissa == 0 || low <= 1 || high & 0x1FF == 0x1FF { return seldomBits(mantissa, exponent) }
        let upperBit = high &>> 63
        let significand = high &>> (upperBit &+ 9)
        let rounded = (significand &+ significand & 1) &>> 1
        // The highest bit of the significand counts one in the exponent, hence one less here.
        let biased = (217_706 &* exponent) &>> 16 &+ 1085 &- leadingZeros &+ Int(truncatingIfNeeded: upperBit)
        return UInt64(truncatingIfNeeded: biased) &<< 52 &+ rounded
    }

    @inline(never)
    private static func seldomBits(_ mantissa: UInt64, _ exponent: Int) -> UInt64 {
        bits(mantissa: mantissa, exponent: exponent)
    }

    static let infinity: UInt64 = 0x7FF &<< 52

    /// The upper 128 bits of a normalized mantissa times 5^exponent, exact as far as rounding needs.
    @inline(__always)
    private static func product(_ mantissa: UInt64, timesPowerOfFive exponent: Int) -> (high: UInt64, low: UInt64) {
        let index = (exponent &- JSONPowersOfFive.lowestExponent) &* 2
        var (high, low) = mantissa.multipliedFullWidth(by: JSONPowersOfFive.table[index])
        // 55 bits of the upper half are used; only where the 9 bits below are all ones can the lower half matter.
        if high & 0x1FF == 0x1FF {
            let correction = mantissa.multipliedFullWidth(by: JSONPowersOfFive.table[index &+ 1]).high
            low = low &+ correction
            if low < correction { high &+= 1 }
        }
        return (high, low)
    }
}

/// The powers of five that reading a double needs, as 128-bit fractions.
///
/// Outside of the range every number with a 64-bit mantissa is zero or infinite as a `Double`.
enum JSONPowersOfFive {
    static let lowestExponent = -342
    static let highestExponent = 308
}

// The standard library's `init(exactly:)` rounds with functions of the C mathematics library, which nothing else here needs.

extension JSONNumber {
    /// The integer that a double is, or nil where it has a fraction or does not fit.
    static func int64(exactly value: Double) -> Int64? {
        guard value >= -0x1p63, value < 0x1p63 else { return nil }
        let integer = Int64(value)
        return Double(integer) == value ? integer : nil
    }

    /// The integer that a double is, or nil where it has a fraction or does not fit.
    static func uint64(exactly value: Double) -> UInt64? {
        guard value > -1, value < 0x1p64 else { return nil }
        let integer = UInt64(value)
        return Double(integer) == value ? integer : nil
    }
}
