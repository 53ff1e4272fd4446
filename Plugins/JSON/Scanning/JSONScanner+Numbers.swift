import MimeographTree

// Numbers, a run of them in one call.
//
// Arrays of numbers are read here, one after the other, so that the loop over all kinds of values is left once for each run. For
// `-65.6136, 43.42]` the first number is read as follows. The integer part is read digit by digit: it is short, and no arithmetic
// is faster than a processor that predicts its end. The fraction is read sixteen bytes at a time (see ``JSONBlock``), with zeros
// for bytes that are not digits. So the mantissa is 65 6136000000000000 and the exponent -16, whatever the number of digits,
// which a processor cannot predict.

extension JSONScanner {
    /// The result of a run of numbers.
    struct NumberRun {
        /// The offset after the last one, or an encoded error.
        var next: Int
        /// The number of words on the tape after it.
        var used: Int
        /// The count of numbers in the run.
        var count: Int
    }

    /// Reads the number at `start` and the numbers after it, as long as only a comma and at most one space separate them.
    /// Converts them and writes their words from `used`.
    ///
    /// - Parameter quota: The most numbers to read, at least 1; the tape has room for two words for each.
    ///
    /// Source: RFC 8259 §6.
    @inline(never)
    static func numbers(
        _ bytes: JSONBytes,
        at start: Int,
        _ tape: JSONTape,
        _ used: Int,
        quota: Int
    ) -> NumberRun {
        var start = start
        var used = used
        var left = quota
        while true {
            let next = number(bytes, at: start, tape, &used)
            left &-= 1
            if next < 0 || left == 0 || bytes[next] != UInt8(ascii: ",") {
                return NumberRun(next: next, used: used, count: quota &- left)
            }
            start = next &+ 1
            if beginsNumber(bytes[start]) { continue }
            // The byte is compared again, instead of adding one for a space: a processor predicts a comparison, but waits for a
            // sum.
            if bytes[start] != 0x20 || !beginsNumber(bytes[start &+ 1]) {
                return NumberRun(next: next, used: used, count: quota &- left)
            }
            start &+= 1
        }
    }

    @inline(__always)
    private static func beginsNumber(_ byte: UInt8) -> Bool { byte &- 48 <= 9 || byte == UInt8(ascii: "-") }

    /// Reads a short integer without a sign, and writes its word at `used`; returns the offset after it, or nil for another number.
    @inline(__always)
    static func shortInteger(_ bytes: JSONBytes, at start: Int, _ tape: JSONTape, _ used: Int) -> Int? {
        var value = 0
        var cursor = start
        var digit = UInt64(bytes[cursor]) &- 48
        while digit <= 9 {
            value = value &* 10 &+ Int(truncatingIfNeeded: digit)
            cursor &+= 1
            digit = UInt64(bytes[cursor]) &- 48
        }
        // Relative to a zero, a full stop is -2, and an `e` is 53. The only short integer that begins with a zero is zero.
        let length = cursor &- start
        if digit == UInt64(bitPattern: -2) || digit | 0x20 == 53 || UInt(bitPattern: length &- 1) > 16 { return nil }
        if length != 1, bytes[start] == UInt8(ascii: "0") { return nil }
        tape[used] = TapeWord(smallInteger: Int64(value)).bits
        return cursor
    }

    /// Reads one number; returns the offset after it, or an encoded error.
    @inline(__always)
    private static func number(_ bytes: JSONBytes, at start: Int, _ tape: JSONTape, _ used: inout Int) -> Int {
        var first = start
        var isNegative = false
        var digit = UInt64(bytes[start]) &- 48
        // Relative to a zero, a minus sign is -3. Reading within the branch keeps it a branch, which can be predicted.
        if digit == UInt64(bitPattern: -3) {
            first &+= 1
            isNegative = true
            digit = UInt64(bytes[first]) &- 48
        }
        var cursor = first
        // With more than 19 digits the mantissa wraps around; then it is not used.
        var mantissa: UInt64 = 0
        while digit <= 9 {
            mantissa = mantissa &* 10 &+ digit
            cursor &+= 1
            digit = UInt64(bytes[cursor]) &- 48
        }
        let count = cursor &- first
        if count != 1 {
            if count == 0 { return encodedError(.expectedDigit, at: first) }
            if bytes[first] == UInt8(ascii: "0") { return encodedError(.leadingZero, at: first &+ 1) }
        }
        // Relative to a zero, a full stop is -2.
        if digit == UInt64(bitPattern: -2) {
            let fraction = cursor &+ 1
            let (length, high, low) = JSONBlock(bytes, at: fraction).digits
            if length == 0 { return encodedError(.expectedDigit, at: fraction) }
            cursor = fraction &+ length
            if endsNumber(bytes[cursor]) {
                if count <= 3 {
                    let digits = (mantissa &* 100_000_000 &+ high) &* 100_000_000 &+ low
                    let bits = JSONNumber.bits(mantissa: digits, smallExponent: -16)
                    write(bits, isNegative, tape, &used, from: start, to: cursor)
                    return cursor
                }
                if count <= 11, length <= 8 {
                    let bits = JSONNumber.bits(mantissa: mantissa &* 100_000_000 &+ high, smallExponent: -8)
                    write(bits, isNegative, tape, &used, from: start, to: cursor)
                    return cursor
                }
            }
            return longNumber(bytes, at: start, tape, &used)
        }
        if count <= 18, mantissa < 1 &<< 59, mantissa != 0 || !isNegative, digit | 0x20 != 53 {
            let value = Int64(bitPattern: mantissa)
            tape[used] = TapeWord(smallInteger: isNegative ? 0 &- value : value).bits
            used &+= 1
            return cursor
        }
        return longNumber(bytes, at: start, tape, &used)
    }

    /// Whether a number ends before this byte: it is neither a digit nor the start of an exponent.
    @inline(__always)
    private static func endsNumber(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || (byte &- 48 > 9 && byte | 0x20 != UInt8(ascii: "e"))
    }

    @inline(__always)
    private static func write(
        _ bits: UInt64,
        _ isNegative: Bool,
        _ tape: JSONTape,
        _ used: inout Int,
        from start: Int,
        to end: Int
    ) {
        tape[used] = TapeWord(.double, payload: end &- start, offset: start).bits
        tape[used &+ 1] = bits | (isNegative ? 1 &<< 63 : 0)
        used &+= 2
    }
}
