/// Conversions from decimal text to doubles, correctly rounded, with the same result on every platform and in every locale.
///
/// A number is read as `mantissa × 10^exponent`, with a mantissa of up to 19 digits. The mantissa is multiplied by a 128-bit
/// power of five, and the upper 53 bits of the product are the answer. The product is always exact enough for a 64-bit mantissa
/// (Eisel and Lemire). The usual shortcut for small numbers, one division of doubles, is not used: it isn't faster, and a
/// processor cannot predict which numbers take it.
///
/// A mantissa of more than 19 digits is truncated. If it and its successor give the same double, that is the answer. Otherwise
/// ``JSONNumber/double(from:)`` compares the whole text with the midpoint between both doubles.
///
/// For example, `0.1` is 1 × 10^-1. Shifted to the highest bit, the mantissa is 2^63; 5^-1 is 0xCCCC…CD in the table. Their
/// product begins with the bits of 1.6, and its exponent comes from the power of ten: 1.6 × 2^-4.
///
/// Sources: D. Lemire, "Number Parsing at a Gigabyte per Second", 2021; N. Mushtak and D. Lemire, "Fast Number Parsing
/// Without Fallback", 2022.
enum JSONNumber {
    /// The largest number of decimal digits whose value always fits in 64 bits.
    static let maximumMantissaDigits = 19

    /// Returns the bits of the double nearest to `mantissa × 10^exponent`, by the method of Eisel and Lemire. Halfway cases round
    /// to even; a number that is too large becomes infinity.
    @inline(__always)
    static func bits(mantissa: UInt64, exponent: Int) -> UInt64 {
        if mantissa == 0 || exponent < JSONPowersOfFive.lowestExponent { return 0 }
        if exponent > JSONPowersOfFive.highestExponent { return infinity }
        let leadingZeros = mantissa.leadingZeroBitCount
        let normalized = mantissa &<< UInt64(leadingZeros)
        let (high, low) = product(normalized, timesPowerOfFive: exponent)
        let upperBit = Int(high &>> 63)
        let shift = UInt64(upperBit &+ 64 &- 52 &- 3)
        // One bit more than the answer has; it decides the rounding.
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
        // An exact product may lie exactly between two doubles; only small exponents allow that.
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

    /// Returns the same for exponents from -27 to 27, for which the result is neither subnormal nor too large.
    ///
    /// The general form handles the rare cases: zero, a product whose lower half matters, and halfway cases. The rest has no
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
        // The highest bit of the significand adds one to the exponent, so this constant is one less.
        let biased = (217_706 &* exponent) &>> 16 &+ 1085 &- leadingZeros &+ Int(truncatingIfNeeded: upperBit)
        return UInt64(truncatingIfNeeded: biased) &<< 52 &+ rounded
    }

    @inline(never)
    private static func seldomBits(_ mantissa: UInt64, _ exponent: Int) -> UInt64 {
        bits(mantissa: mantissa, exponent: exponent)
    }

    static let infinity: UInt64 = 0x7FF &<< 52

    /// Returns the upper 128 bits of a normalized mantissa times 5^exponent, as exact as rounding needs.
    @inline(__always)
    private static func product(_ mantissa: UInt64, timesPowerOfFive exponent: Int) -> (high: UInt64, low: UInt64) {
        let index = (exponent &- JSONPowersOfFive.lowestExponent) &* 2
        var (high, low) = mantissa.multipliedFullWidth(by: JSONPowersOfFive.table[index])
        // 55 bits of the upper half are used; the lower half can matter only if the 9 bits below them are all ones.
        if high & 0x1FF == 0x1FF {
            let correction = mantissa.multipliedFullWidth(by: JSONPowersOfFive.table[index &+ 1]).high
            low = low &+ correction
            if low < correction { high &+= 1 }
        }
        return (high, low)
    }
}

/// The powers of five for parsing and writing a double, as 128-bit fractions.
///
/// Outside of this range, every number with a 64-bit mantissa is zero or infinite as a `Double`. Parsing needs no power above 308;
/// those up to 323 are for writing the smallest doubles.
enum JSONPowersOfFive {
    static let lowestExponent = -342
    static let highestExponent = 323
}

// The standard library's `init(exactly:)` rounds with functions of the C math library, which nothing else here needs.

extension JSONNumber {
    /// Returns the integer value of a double, or nil if it has a fraction or does not fit.
    static func int64(exactly value: Double) -> Int64? {
        guard value >= -0x1p63, value < 0x1p63 else { return nil }
        let integer = Int64(value)
        return Double(integer) == value ? integer : nil
    }

    /// Returns the integer value of a double, or nil if it has a fraction or does not fit.
    static func uint64(exactly value: Double) -> UInt64? {
        guard value > -1, value < 0x1p64 else { return nil }
        let integer = UInt64(value)
        return Double(integer) == value ? integer : nil
    }
}
