extension JSONOutput {
    mutating func appendNull() {
        reserve(4)
        put(0x6C6C_756E, length: 4)
    }

    @inline(__always)
    mutating func appendBool(_ value: Bool) {
        reserve(5)
        // The letters from the last to the first.
        if value { put(0x6575_7274, length: 4) } else { put(0x65_736C_6166, length: 5) }
    }

    /// Writes an integer in decimal.
    @inline(__always)
    mutating func appendInteger<I: FixedWidthInteger>(_ value: I) {
        if let small = Int64(exactly: value) {
            appendInt64(small)
        } else {
            append(ascii: String(value))
        }
    }

    /// Twenty characters at most, which the slack can take.
    private mutating func appendInt64(_ value: Int64) {
        reserve(0)
        if value < 0 { put(UInt8(ascii: "-")) }
        var rest = value.magnitude
        if rest < 10 {
            put(UInt8(truncatingIfNeeded: 0x30 &+ rest))
            return
        }
        let length = JSONOutput.digits(of: rest)
        var place = count &+ length
        while rest >= 100 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            place &-= 2
            replace(place, byPair: pair)
            rest = quotient
        }
        if rest >= 10 {
            replace(place &- 2, byPair: rest)
        } else {
            replace(place &- 1, by: UInt8(truncatingIfNeeded: 0x30 &+ rest))
        }
        skip(length)
    }

    /// Writes a number below 100 with two digits.
    @inline(__always)
    private mutating func replace(_ place: Int, byPair pair: UInt64) {
        // A tenth, exact for numbers of two digits.
        let tens = (pair &* 103) &>> 10
        replace(place, by: UInt8(truncatingIfNeeded: 0x30 &+ tens))
        replace(place &+ 1, by: UInt8(truncatingIfNeeded: 0x30 &+ pair &- tens &* 10))
    }

    @inline(__always)
    private static func digits(of number: UInt64) -> Int {
        var count = 1
        var rest = number
        while rest >= 10_000 {
            rest /= 10_000
            count &+= 4
        }
        return count &+ (rest >= 1_000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
    }

    /// Writes a double, which must be finite, with the fewest digits that read back as the same double.
    ///
    /// As Foundation's `JSONEncoder` does: `1.0` is written `1`, `1e20` is `1e+20`, `-0.0` is `-0`.
    mutating func appendDouble(_ value: Double) {
        let integer = Int64(exactly: value) ?? .max
        if integer.magnitude < 1_000_000_000, integer != 0 || value.sign == .plus {
            appendInt64(integer)
        } else {
            append(number: value.description)
        }
    }

    /// The same for a float: `2.3` stays `2.3`.
    mutating func appendFloat(_ value: Float) { append(number: value.description) }

    private mutating func append(number description: String) {
        append(ascii: description)
        // Not `hasSuffix`, which compares characters of Unicode.
        if self[count - 1] == UInt8(ascii: "0"), self[count - 2] == UInt8(ascii: ".") { truncate(to: count - 2) }
    }

    /// Writes text as it is.
    mutating func append(ascii text: String) {
        var text = text
        // SAFETY: the buffer is only read, during the call.
        text.withUTF8 { unsafe append(raw: Span(_unsafeElements: $0)) }
    }
}
