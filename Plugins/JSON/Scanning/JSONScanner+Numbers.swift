extension JSONScanner {
    /// Reads the number at `start`, converts it, writes its words from `used` on, and gives the offset after it and the
    /// number of words that are used then.
    ///
    /// Source: RFC 8259 §6.
    @inline(__always)
    static func number(
        _ bytes: JSONBytes,
        at start: Int,
        _ tape: JSONTape,
        _ used: Int
    ) throws(JSONFault) -> (next: Int, used: Int) {
        let isNegative = bytes[start] == UInt8(ascii: "-")
        let first = isNegative ? start &+ 1 : start
        var cursor = first
        // The mantissa wraps around where there are more than 19 digits; then it is not used.
        var mantissa = UInt64(bytes[cursor]) &- 48
        if mantissa > 9 { throw JSONFault(.expectedDigit, at: cursor) }
        cursor &+= 1
        // Whole numbers are short and alike, so that a processor foresees where they end, which no arithmetic can beat.
        while true {
            let digit = UInt64(bytes[cursor]) &- 48
            if digit > 9 { break }
            mantissa = mantissa &* 10 &+ digit
            cursor &+= 1
        }
        var count = cursor &- first
        if count > 1, bytes[first] == UInt8(ascii: "0") { throw JSONFault(.leadingZero, at: first &+ 1) }
        var exponent = 0
        var byte = bytes[cursor]
        if byte != UInt8(ascii: "."), byte | 0x20 != UInt8(ascii: "e") {
            if count <= 18, mantissa < 1 &<< 59, mantissa != 0 || !isNegative {
                let value = Int64(bitPattern: mantissa)
                tape[used] = JSONWord(smallInteger: isNegative ? 0 &- value : value).bits
                return (cursor, used &+ 1)
            }
            try longInteger(bytes, from: start, to: cursor, tape, used)
            return (cursor, used &+ 2)
        }
        if byte == UInt8(ascii: ".") {
            let fraction = cursor &+ 1
            (cursor, mantissa) = digits(bytes, from: fraction, after: mantissa)
            if cursor == fraction { throw JSONFault(.expectedDigit, at: cursor) }
            exponent = fraction &- cursor
            count &-= exponent
            byte = bytes[cursor]
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            let written = try self.exponent(bytes, at: cursor)
            exponent &+= written.value
            cursor = written.next
        }
        let length = cursor &- start
        if length > JSONWord.maximumAux { throw JSONFault(.textLength, at: start) }
        var bits: UInt64
        if count <= JSONNumber.maximumMantissaDigits {
            bits = JSONNumber.bits(mantissa: mantissa, exponent: exponent)
        } else {
            bits = longMagnitude(bytes, from: start, to: cursor)
        }
        let tag: JSONWord.Tag = bits == JSONNumber.infinity ? .bigNumber : .double
        if isNegative { bits |= 1 &<< 63 }
        tape[used] = JSONWord(tag, aux: length, index: start).bits
        tape[used &+ 1] = bits
        return (cursor, used &+ 2)
    }

    @inline(never)
    private static func longMagnitude(_ bytes: JSONBytes, from start: Int, to end: Int) -> UInt64 {
        bytes.withSpan(from: start, to: end) { JSONNumber.double(from: $0) }.magnitude.bitPattern
    }

    /// Reads digits as far as they go, and gives the offset after them and the mantissa with them appended.
    ///
    /// The last one to seven are taken at once too, because how many there are is what a processor cannot foresee: with
    /// their zeros' code taken away they are moved to the end of the word, as though zeros stood before them.
    @inline(__always)
    private static func digits(
        _ bytes: JSONBytes,
        from start: Int,
        after mantissa: UInt64
    ) -> (next: Int, mantissa: UInt64) {
        var cursor = start
        var mantissa = mantissa
        while true {
            let word = bytes.word(at: cursor)
            // A byte is a digit if its upper half is 3, and still is after adding 6 to the lower half.
            let values = word ^ 0x3030_3030_3030_3030
            let shifted = (word &+ 0x0606_0606_0606_0606) ^ 0x3030_3030_3030_3030
            let isNotDigit = (values | shifted) & 0xF0F0_F0F0_F0F0_F0F0
            if isNotDigit == 0 {
                mantissa = mantissa &* 100_000_000 &+ eightDigits(values)
                cursor &+= 8
                continue
            }
            let bits = isNotDigit.trailingZeroBitCount & ~7
            if bits == 0 { return (cursor, mantissa) }
            let count = bits &>> 3
            mantissa = mantissa &* powersOfTen[count] &+ eightDigits(values &<< UInt64(64 &- bits))
            return (cursor &+ count, mantissa)
        }
    }

    private static let powersOfTen: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]

    /// The number that eight bytes from 0 to 9 are: neighbours are added in pairs, three times.
    @inline(__always)
    private static func eightDigits(_ digits: UInt64) -> UInt64 {
        let pairs = digits &* 10 &+ digits &>> 8
        let first = (pairs & 0x0000_00FF_0000_00FF) &* (100 &+ 1_000_000 &<< 32)
        let second = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* (1 &+ 10_000 &<< 32)
        return (first &+ second) &>> 32
    }

    /// Reads `e`, a sign and digits; held to ±10^12, so that adding the digits of any text cannot overflow.
    @inline(never)
    private static func exponent(
        _ bytes: JSONBytes,
        at start: Int
    ) throws(JSONFault) -> (value: Int, next: Int) {
        var cursor = start &+ 1
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
        return (sign == UInt8(ascii: "-") ? -value : value, cursor)
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
