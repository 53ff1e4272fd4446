import MimeographTree

extension XMLPropertyListScanner {
    /// Reads a real: a decimal with or without a fraction or an exponent, or an infinity or NaN.
    @inline(__always)
    mutating func real(_ tag: Tag, at start: Int) throws(PropertyListParseError) -> Int {
        if tag.isEmpty { throw parseError("A real is empty.", at: start) }
        let first = endOfSpace(from: tag.end)
        var cursor = first
        let isNegative = bytes[cursor] == UInt8(ascii: "-")
        if isNegative || bytes[cursor] == UInt8(ascii: "+") { cursor &+= 1 }
        var digits: UInt64 = 0
        var count = 0
        var exponent = 0
        cursor = endOfDigits(from: cursor, &digits, &count)
        if bytes[cursor] == UInt8(ascii: ".") {
            let point = cursor &+ 1
            cursor = endOfDigits(from: point, &digits, &count)
            exponent = point &- cursor
        }
        if count > 0, bytes[cursor] | 0x20 == UInt8(ascii: "e") { cursor = endOfExponent(from: cursor, &exponent) }
        var value: Double
        if count == 0 {
            (value, cursor) = try named(from: first, at: start)
        } else if count <= 19, let exact = XMLPropertyListScanner.exactDouble(digits, exponent) {
            value = isNegative ? -exact : exact
        } else {
            value = decimal(from: first, to: cursor)
            if value.isInfinite { throw parseError("A real is beyond the range of a double.", at: start) }
        }
        let end = try endOfTag(.real, at: endOfSpace(from: cursor))
        try append(TapeWord(.double, offset: start), value.bitPattern, at: start)
        return end
    }

    @inline(__always)
    private func endOfDigits(from start: Int, _ digits: inout UInt64, _ count: inout Int) -> Int {
        var cursor = start
        while true {
            let digit = bytes[cursor] &- 0x30
            guard digit <= 9 else { return cursor }
            digits = digits &* 10 &+ UInt64(digit)
            count &+= 1
            cursor &+= 1
        }
    }

    /// Returns the offset after an exponent. If no digit follows its letter, the letter is not part of the number, and this is
    /// its offset.
    private func endOfExponent(from start: Int, _ exponent: inout Int) -> Int {
        var cursor = start + 1
        let isNegative = bytes[cursor] == UInt8(ascii: "-")
        if isNegative || bytes[cursor] == UInt8(ascii: "+") { cursor += 1 }
        let first = cursor
        var value = 0
        while bytes[cursor] &- 0x30 <= 9 {
            // All exponents beyond this have the same result.
            value = min(value * 10 + Int(bytes[cursor] &- 0x30), 1 << 40)
            cursor += 1
        }
        if cursor == first { return start }
        exponent += isNegative ? -value : value
        return cursor
    }

    /// Returns the product of digits and a power of ten if both are exact doubles, so that it is correctly rounded.
    ///
    /// Source: Clinger, "How to Read Floating Point Numbers Accurately" (1990), §3.
    @inline(__always)
    private static func exactDouble(_ digits: UInt64, _ exponent: Int) -> Double? {
        guard digits <= 1 << 53 else { return nil }
        let value = Double(digits)
        if exponent == 0 { return value }
        guard exponent >= -22, exponent <= 22 else { return digits == 0 ? 0 : nil }
        return exponent < 0 ? value / power(of: -exponent) : value * power(of: exponent)
    }

    /// Returns a power of ten up to the 22nd, which is the last that is exact.
    @inline(__always)
    private static func power(of exponent: Int) -> Double {
        var power = 1.0
        var square = 10.0
        var rest = exponent
        // Each factor and each product that is used is a power of ten up to 10^22, and so is exact.
        while rest > 0 {
            if rest & 1 != 0 { power *= square }
            square *= square
            rest &>>= 1
        }
        return power
    }

    /// Returns the number that the standard library reads from the text.
    @inline(never)
    private func decimal(from start: Int, to end: Int) -> Double {
        let text = bytes.withSpan(from: start, to: end) { span in
            var text: [UInt8] = []
            for index in span.indices { text.append(span[index]) }
            return String(decoding: text, as: UTF8.self)
        }
        return Double(text) ?? .nan
    }

    /// Reads an infinity or NaN, and returns the offset after it. Source: CFPropertyList.c of CoreFoundation.
    @inline(never)
    private func named(from start: Int, at offset: Int) throws(PropertyListParseError) -> (Double, end: Int) {
        var end = start
        while bytes[end] == 0x2B || bytes[end] == 0x2D || (bytes[end] | 0x20 >= 0x61 && bytes[end] | 0x20 <= 0x7A) {
            end += 1
        }
        // No name is longer than "+infinity".
        let name = (start..<min(end, start + 10)).map { bytes[$0] >= 0x41 ? bytes[$0] | 0x20 : bytes[$0] }
        switch String(decoding: name, as: UTF8.self) {
        case "nan": return (.nan, end)
        case "inf", "+inf", "infinity", "+infinity": return (.infinity, end)
        case "-inf", "-infinity": return (-.infinity, end)
        default: throw parseError("A real does not contain a number.", at: end >= bytes.count ? end : offset)
        }
    }
}
