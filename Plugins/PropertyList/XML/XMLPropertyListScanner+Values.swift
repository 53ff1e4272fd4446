import Mimeograph
import MimeographTree

extension XMLPropertyListScanner {
    @inline(__always)
    mutating func boolean(_ word: TapeWord.Tag, _ tag: Tag) throws(PropertyListParseError) -> Int {
        try append(TapeWord(word), at: tag.end)
        return tag.isEmpty ? tag.end : try endOfTag(tag.element, at: endOfSpace(from: tag.end))
    }

    /// Reads an integer: decimal, or hexadecimal after `0x`, with or without a sign. Source: CFPropertyList.c of CoreFoundation.
    @inline(__always)
    mutating func integer(_ tag: Tag, at start: Int) throws(PropertyListParseError) -> Int {
        if tag.isEmpty { throw parseError("An integer is empty.", at: start) }
        var cursor = endOfSpace(from: tag.end)
        let isNegative = bytes[cursor] == UInt8(ascii: "-")
        if isNegative || bytes[cursor] == UInt8(ascii: "+") { cursor &+= 1 }
        let first = cursor
        var value: UInt64 = 0
        // A number of nineteen digits is below 2^64.
        while cursor &- first < 19 {
            let digit = bytes[cursor] &- 0x30
            guard digit <= 9 else { break }
            value = value &* 10 &+ UInt64(digit)
            cursor &+= 1
        }
        let next = bytes[cursor]
        if cursor == first || next &- 0x30 <= 9 || next | 0x20 == UInt8(ascii: "x") {
            (value, cursor) = try longInteger(from: first, at: start)
        }
        try append(integer: value, isNegative: isNegative, at: start)
        return try endOfTag(.integer, at: endOfSpace(from: cursor))
    }

    /// Reads the magnitude of an integer that is hexadecimal or has more than nineteen digits.
    @inline(never)
    private func longInteger(from first: Int, at start: Int) throws(PropertyListParseError) -> (UInt64, end: Int) {
        let isHexadecimal = bytes[first] == UInt8(ascii: "0") && bytes[first + 1] | 0x20 == UInt8(ascii: "x")
        var cursor = isHexadecimal ? first + 2 : first
        let firstDigit = cursor
        var value: UInt64 = 0
        while let digit = XMLPropertyListScanner.digit(bytes[cursor], isHexadecimal: isHexadecimal) {
            let (product, overflows) = value.multipliedReportingOverflow(by: isHexadecimal ? 16 : 10)
            let (sum, overflowsToo) = product.addingReportingOverflow(UInt64(digit))
            if overflows || overflowsToo { throw parseError("An integer needs more than 64 bits.", at: start) }
            value = sum
            cursor += 1
        }
        if cursor == firstDigit { throw parseError("An integer has no digits.", at: cursor) }
        return (value, cursor)
    }

    @inline(__always)
    private mutating func append(
        integer magnitude: UInt64,
        isNegative: Bool,
        at start: Int
    ) throws(PropertyListParseError) {
        if magnitude < 1 << 59 {
            let value = Int64(bitPattern: magnitude)
            try append(TapeWord(smallInteger: isNegative ? 0 &- value : value), at: start)
            return
        }
        let limit = UInt64(Int64.max) + 1
        if isNegative, magnitude > limit { throw parseError("An integer needs more than 64 bits.", at: start) }
        let tag: TapeWord.Tag = !isNegative && magnitude >= limit ? .uint64 : .int64
        try append(TapeWord(tag, offset: start), isNegative ? 0 &- magnitude : magnitude, at: start)
    }

    /// Reads a date in the form `2001-01-01T00:00:00Z`, without white space.
    mutating func date(_ tag: Tag, at start: Int) throws(PropertyListParseError) -> Int {
        if tag.isEmpty { throw parseError("A date is empty.", at: start) }
        let first = tag.end
        var isDate = true
        /// Returns the number in a count of digits at a position.
        func number(_ position: Int, _ count: Int) -> Int {
            var value = 0
            for offset in first + position..<first + position + count {
                let digit = bytes[offset] &- 0x30
                if digit > 9 { isDate = false }
                value = value * 10 + Int(digit)
            }
            return value
        }
        let year = number(0, 4)
        let month = number(5, 2)
        let day = number(8, 2)
        let hour = number(11, 2)
        let minute = number(14, 2)
        let second = number(17, 2)
        for (position, sign) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "Z")]
            as [(Int, Unicode.Scalar)]
        where UInt32(bytes[first + position]) != sign.value {
            isDate = false
        }
        guard isDate else {
            throw parseError(
                "A date is not of the form 2001-01-01T00:00:00Z.",
                at: holds(UInt8(ascii: "<"), from: first) ? start : bytes.count
            )
        }
        guard let days = PropertyListCalendar.days(year: year, month: month, day: day), hour < 24, minute < 60,
            second < 60
        else {
            throw parseError("A date does not exist in the calendar.", at: start)
        }
        let seconds = Double(((days * 24 + hour) * 60 + minute) * 60 + second)
        try append(TapeWord(.date, offset: start), seconds.bitPattern, at: start)
        return try endOfTag(.date, at: first + 20)
    }

    /// Reads bytes in Base64, and decodes them in place. White space is allowed anywhere. Source: RFC 4648 §4.
    mutating func data(_ tag: Tag) throws(PropertyListParseError) -> Int {
        let first = tag.end
        if tag.isEmpty {
            try append(TapeWord(.data, offset: first), at: first)
            return first
        }
        var source = first
        var target = first
        var bits: UInt32 = 0
        var digits = 0
        while true {
            if digits == 0 { (source, target) = decodeGroups(from: source, to: target) }
            let byte = bytes[source]
            let digit = PropertyListBase64.value(of: byte)
            if digit < 64 {
                bits = bits << 6 | UInt32(digit)
                digits += 1
                source += 1
                if digits == 4 {
                    bytes[target] = UInt8(truncatingIfNeeded: bits >> 16)
                    bytes[target + 1] = UInt8(truncatingIfNeeded: bits >> 8)
                    bytes[target + 2] = UInt8(truncatingIfNeeded: bits)
                    target += 3
                    digits = 0
                }
                continue
            }
            if PropertyListText.isSpace(byte) {
                source += 1
                continue
            }
            if byte == UInt8(ascii: "=") {
                guard digits >= 2 else { throw parseError("Base64 has padding at the wrong place.", at: source) }
                source = try endOfPadding(from: source, count: 4 - digits)
                bits <<= UInt32(6 * (4 - digits))
                bytes[target] = UInt8(truncatingIfNeeded: bits >> 16)
                if digits == 3 { bytes[target + 1] = UInt8(truncatingIfNeeded: bits >> 8) }
                target += digits - 1
                digits = 0
            }
            break
        }
        source = endOfSpace(from: source)
        guard bytes[source] == UInt8(ascii: "<") else {
            throw parseError("Data contains a character that is not Base64.", at: source)
        }
        if digits > 0 { throw parseError("The Base64 of data is not padded, or cut short.", at: source) }
        if target - first > TapeWord.maximumPayload { throw .size(at: first) }
        try append(TapeWord(.data, payload: target - first, offset: first), at: first)
        return try endOfTag(.data, at: source)
    }

    /// Decodes groups of four characters as long as no other character is between them.
    @inline(__always)
    private func decodeGroups(from start: Int, to first: Int) -> (source: Int, target: Int) {
        var source = start
        var target = first
        while source &+ 4 <= bytes.count {
            let word = bytes.word(at: source)
            let (bits, isValid) = PropertyListBase64.group(word)
            guard isValid else { break }
            bytes[target] = UInt8(truncatingIfNeeded: bits &>> 16)
            bytes[target &+ 1] = UInt8(truncatingIfNeeded: bits &>> 8)
            bytes[target &+ 2] = UInt8(truncatingIfNeeded: bits)
            source &+= 4
            target &+= 3
        }
        return (source, target)
    }

    private func endOfPadding(from start: Int, count: Int) throws(PropertyListParseError) -> Int {
        var cursor = start
        for _ in 0..<count {
            cursor = endOfSpace(from: cursor)
            guard bytes[cursor] == UInt8(ascii: "=") else { throw parseError("Base64 lacks some padding.", at: cursor) }
            cursor += 1
        }
        return cursor
    }
}
