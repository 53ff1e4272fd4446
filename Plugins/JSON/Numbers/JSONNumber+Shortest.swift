extension JSONNumber {
    /// A decimal: `digits × 10^exponent`.
    struct ShortestDecimal: Equatable {
        var digits: UInt64
        var exponent: Int
    }

    /// The decimal with the fewest digits that reads back as the double, of several the one nearest to it; nil for some
    /// tiny values, below 10^-290, whose powers of ten are not in the table. The digits may end in zeros.
    ///
    /// A double stands for all reals that round to it: from the midpoint below it to the midpoint above. The length of that
    /// interval lies between two powers of ten, so that at its lower one, 10^k, at least one multiple lies inside, and at
    /// ten times that at most one. Four candidates suffice: the multiples of 10^(k+1) next to the double, and if neither
    /// is inside, those of 10^k. All are compared at four times their size, so that midpoints are integers; what is cut off
    /// from a product is kept as one sticky bit, which makes the comparisons exact.
    ///
    /// For 0.3 the significand is 5404319552844596 at 2^-54, k is -17 and the product four times 29999999999999998.9. Of the
    /// multiples of 10^-16 next to it, 3000000000000000 lies inside of the interval: 0.3.
    ///
    /// Source: R. Giulietti, "The Schubfach way to render doubles", 2020, §9.
    static func shortest(_ value: Double) -> ShortestDecimal? {
        let bits = value.magnitude.bitPattern
        let fraction = bits & (1 &<< 52 &- 1)
        let biased = Int(bits &>> 52)
        let significand = biased == 0 ? fraction : fraction | 1 &<< 52
        if significand == 0 { return ShortestDecimal(digits: 0, exponent: 0) }
        let power = max(biased, 1) &- 1075
        // Below a power of two doubles are twice as close as above.
        let isNarrow = fraction == 0 && biased > 1
        // The fractions are log10(2) and, where narrow, what log10(3/4) adds, in units of 2^-22.
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
        // Both are inside: the nearer, or the even one.
        let middle = below &* 4 &+ 2
        let roundsUp = center > middle || (center == middle && below & 1 == 1)
        return ShortestDecimal(digits: below &+ (roundsUp ? 1 : 0), exponent: exponent)
    }

    /// The first 128 bits of 10^exponent, rounded up where it has more.
    @inline(__always)
    private static func upperPowerOfTen(_ exponent: Int) -> (high: UInt64, low: UInt64) {
        let index = (exponent &- JSONPowersOfFive.lowestExponent) &* 2
        let high = JSONPowersOfFive.table[index]
        let low = JSONPowersOfFive.table[index &+ 1]
        // Powers from 0 to 55 fit. The table has those from -27 to -1 rounded up already, and cuts all others off.
        return exponent < -27 || exponent > 55 ? (low == .max ? high &+ 1 : high, low &+ 1) : (high, low)
    }

    /// The upper 64 bits of `value × 2^shift × scale`, whose lowest bit is set where there is more below.
    @inline(__always)
    private static func scaled(_ value: UInt64, _ shift: UInt64, _ scale: (high: UInt64, low: UInt64)) -> UInt64 {
        let value = value &<< shift
        let carried = value.multipliedFullWidth(by: scale.low).high
        let product = value.multipliedFullWidth(by: scale.high)
        let (low, overflow) = product.low.addingReportingOverflow(carried)
        return product.high &+ (overflow ? 1 : 0) | (low > 1 ? 1 : 0)
    }
}
