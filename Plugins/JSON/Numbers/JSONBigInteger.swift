/// An unsigned integer of any size, with the few operations that exact comparison of decimals needs.
struct JSONBigInteger {
    /// 64 bits each, the least significant first; the last is never zero.
    private(set) var limbs: [UInt64]

    init(_ value: UInt64 = 0) {
        limbs = value == 0 ? [] : [value]
    }

    /// Makes it `self × factor + addend`.
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

    /// Makes it `self × 5^exponent`.
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

    /// Makes it `self × 2^count`.
    mutating func shiftLeft(by count: Int) {
        if limbs.isEmpty { return }
        let bits = UInt64(count % 64)
        if bits != 0 { multiply(by: 1 << bits) }
        limbs.insert(contentsOf: repeatElement(0, count: count / 64), at: 0)
    }

    /// Negative where it is less than the other, zero where they are equal, else positive.
    func compare(with other: JSONBigInteger) -> Int {
        if limbs.count != other.limbs.count { return limbs.count - other.limbs.count }
        for index in limbs.indices.reversed() where limbs[index] != other.limbs[index] {
            return limbs[index] < other.limbs[index] ? -1 : 1
        }
        return 0
    }
}
