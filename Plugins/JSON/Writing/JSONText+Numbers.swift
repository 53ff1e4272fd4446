extension JSONText {
    /// Writes an integer in decimal.
    mutating func appendInteger(_ value: some FixedWidthInteger) {
        guard let small = Int64(exactly: value) else {
            append(raw: String(value).utf8)
            return
        }
        if small < 0 { append(UInt8(ascii: "-")) }
        appendDigits(small.magnitude)
    }

    private mutating func appendDigits(_ magnitude: UInt64) {
        if magnitude < 10 {
            append(UInt8(truncatingIfNeeded: 48 &+ magnitude))
            return
        }
        // SAFETY: no UInt64 has more than 20 digits, and each is written before it is read.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = magnitude
            var place = 20
            while rest >= 10 {
                let quotient = rest / 100
                let pair = JSONText.pair(rest &- quotient &* 100)
                place &-= 2
                unsafe digits[place] = UInt8(truncatingIfNeeded: pair)
                unsafe digits[place &+ 1] = UInt8(truncatingIfNeeded: pair &>> 8)
                rest = quotient
            }
            if rest > 0 {
                place &-= 1
                unsafe digits[place] = UInt8(truncatingIfNeeded: 48 &+ rest)
            }
            unsafe bytes.append(contentsOf: digits[place...])
        }
    }

    /// The two digits of a number below 100, the first in the lower half.
    @inline(__always)
    static func pair(_ value: UInt64) -> UInt16 {
        // 103 / 2^10 is a tenth, closely enough for numbers below 100.
        let tens = (value &* 103) &>> 10
        return UInt16(truncatingIfNeeded: 0x3030 &+ tens &+ (value &- tens &* 10) &<< 8)
    }

    /// Decimal digits of a number from 10 to 2^63.
    @inline(__always)
    static func digitCount(_ magnitude: UInt64) -> Int {
        var count = 2
        var limit: UInt64 = 100
        while magnitude >= limit {
            count &+= 1
            limit &*= 10
        }
        return count
    }

    /// Writes a double with the fewest digits that read back as the same double; see ``JSONNumber/write(_:into:)``.
    ///
    /// The value must be finite; JSON has no text for others.
    mutating func appendDouble(_ value: Double) {
        assert(value.isFinite)
        JSONNumber.write(value, into: &self)
    }

    /// The same for a float: `2.3` stays `2.3`.
    mutating func appendFloat(_ value: Float) {
        assert(value.isFinite)
        // Not `hasSuffix`, which compares characters of Unicode.
        append(raw: value.description.utf8)
        let count = bytes.count
        if bytes[count - 1] == UInt8(ascii: "0"), bytes[count - 2] == UInt8(ascii: ".") { truncate(to: count - 2) }
    }
}

extension JSONText: JSONWordSink {
    @inline(__always)
    mutating func append(_ word: UInt64, count: Int) {
        var rest = word
        for _ in 0..<count {
            append(UInt8(truncatingIfNeeded: rest))
            rest &>>= 8
        }
    }
}
