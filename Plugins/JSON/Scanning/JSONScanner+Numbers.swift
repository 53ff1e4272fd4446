extension JSONScanner {
    /// Reads the number at `start`, converts it, writes its words, and gives the offset after it.
    ///
    /// Source: RFC 8259 §6.
    @inline(__always)
    static func number(
        _ bytes: JSONBytes,
        at start: Int,
        _ tape: JSONTape,
        _ used: inout Int
    ) throws(JSONFault) -> Int {
        let isNegative = bytes[start] == UInt8(ascii: "-")
        let first = isNegative ? start &+ 1 : start
        var cursor = first
        // The mantissa wraps around where there are more than 19 digits; then it is not used.
        var mantissa = UInt64(bytes[cursor]) &- 48
        if mantissa > 9 { throw JSONFault(.expectedDigit, at: cursor) }
        cursor &+= 1
        if mantissa == 0 {
            if UInt64(bytes[cursor]) &- 48 <= 9 { throw JSONFault(.leadingZero, at: cursor) }
        } else {
            digits(bytes, &cursor, &mantissa)
        }
        var count = cursor &- first
        var exponent = 0
        var byte = bytes[cursor]
        if byte != UInt8(ascii: "."), byte | 0x20 != UInt8(ascii: "e") {
            if count <= 18, mantissa < 1 &<< 59, mantissa != 0 || !isNegative {
                let value = Int64(bitPattern: mantissa)
                tape[used] = JSONWord(smallInteger: isNegative ? 0 &- value : value).bits
                used &+= 1
                return cursor
            }
            try longInteger(bytes, from: start, to: cursor, tape, used)
            used &+= JSONWord(bits: tape[used]).width
            return cursor
        }
        if byte == UInt8(ascii: ".") {
            cursor &+= 1
            let fraction = cursor
            digits(bytes, &cursor, &mantissa)
            if cursor == fraction { throw JSONFault(.expectedDigit, at: cursor) }
            exponent = fraction &- cursor
            count &-= exponent
            byte = bytes[cursor]
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            exponent &+= try self.exponent(bytes, &cursor)
        }
        let length = cursor &- start
        if length > JSONWord.maximumAux { throw JSONFault(.textLength, at: start) }
        let value: Double
        if count <= JSONNumber.maximumMantissaDigits {
            let magnitude = JSONNumber.double(mantissa: mantissa, exponent: exponent)
            value = isNegative ? -magnitude : magnitude
        } else {
            value = bytes.withSpan(from: start, to: cursor) { JSONNumber.double(from: $0) }
        }
        tape[used] = JSONWord(value.isInfinite ? .bigNumber : .double, aux: length, index: start).bits
        tape[used &+ 1] = value.bitPattern
        used &+= 2
        return cursor
    }

    /// Reads digits as far as they go.
    @inline(__always)
    private static func digits(_ bytes: JSONBytes, _ cursor: inout Int, _ mantissa: inout UInt64) {
        while true {
            let word = bytes.word(at: cursor)
            // A byte is a digit if its upper half is 3, and still is after adding 6 to the lower half.
            let shifted = word &+ 0x0606_0606_0606_0606
            let isNotDigit = (word ^ 0x3030_3030_3030_3030) | (shifted ^ 0x3030_3030_3030_3030)
            if isNotDigit & 0xF0F0_F0F0_F0F0_F0F0 != 0 { break }
            mantissa = mantissa &* 100_000_000 &+ eightDigits(word)
            cursor &+= 8
        }
        while true {
            let digit = UInt64(bytes[cursor]) &- 48
            if digit > 9 { return }
            mantissa = mantissa &* 10 &+ digit
            cursor &+= 1
        }
    }

    /// The value of eight digits: neighbours are added in pairs, three times.
    @inline(__always)
    private static func eightDigits(_ word: UInt64) -> UInt64 {
        var value = word &- 0x3030_3030_3030_3030
        value = value &* 10 &+ value &>> 8
        let first = (value & 0x0000_00FF_0000_00FF) &* (100 &+ 1_000_000 &<< 32)
        let second = (value &>> 16 & 0x0000_00FF_0000_00FF) &* (1 &+ 10_000 &<< 32)
        return (first &+ second) &>> 32
    }

    /// Reads `e`, a sign and digits; held to ±10^12, so that adding the digits of any text cannot overflow.
    @inline(never)
    private static func exponent(_ bytes: JSONBytes, _ cursor: inout Int) throws(JSONFault) -> Int {
        cursor &+= 1
        let sign = bytes[cursor]
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { cursor &+= 1 }
        let first = cursor
        var value = 0
        while true {
            let digit = Int(bytes[cursor]) &- 48
            if digit < 0 || digit > 9 { break }
            value = min(value &* 10 &+ digit, 1_000_000_000_000)
            cursor &+= 1
        }
        if cursor == first { throw JSONFault(.expectedDigit, at: cursor) }
        return sign == UInt8(ascii: "-") ? -value : value
    }

    /// Writes the words of an integer that does not fit 60 bits, or of `-0`, which is a double.
    @inline(never)
    private static func longInteger(
        _ bytes: JSONBytes,
        from start: Int,
        to end: Int,
        _ tape: JSONTape,
        _ used: Int
    ) throws(JSONFault) {
        let length = end &- start
        if length > JSONWord.maximumAux { throw JSONFault(.textLength, at: start) }
        let parts = bytes.withSpan(from: start, to: end) { JSONNumber.parts(of: $0) }
        switch parts.integer {
        case 0:
            tape[used] = JSONWord(.double, aux: length, index: start).bits
            tape[used &+ 1] = (-0.0).bitPattern
        case .some(let magnitude) where !parts.isNegative && magnitude > UInt64(Int64.max):
            tape[used] = JSONWord(.uint64, aux: length, index: start).bits
            tape[used &+ 1] = magnitude
        case .some(let magnitude) where magnitude <= UInt64(Int64.max) + (parts.isNegative ? 1 : 0):
            tape[used] = JSONWord(.int64, aux: length, index: start).bits
            tape[used &+ 1] = parts.isNegative ? 0 &- magnitude : magnitude
        default:
            tape[used] = JSONWord(.bigNumber, aux: length, index: start).bits
            tape[used &+ 1] = bytes.withSpan(from: start, to: end) { JSONNumber.double(from: $0) }.bitPattern
        }
    }
}
