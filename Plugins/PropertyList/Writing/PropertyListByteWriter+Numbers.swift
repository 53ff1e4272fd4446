import MimeographTree

/// Numbers and Base64, eight characters at a time, written into the slack.
extension PropertyListByteWriter {
    /// Writes a number in decimal: at most 20 bytes.
    @inline(__always)
    mutating func put(digits value: UInt64) {
        if value < 100_000_000 { return put(leading: value) }
        let upper = value / 100_000_000
        if upper < 100_000_000 {
            put(leading: upper)
        } else {
            put(leading: upper / 100_000_000)
            put(PropertyListByteWriter.eightDigits(upper % 100_000_000), length: 8)
        }
        put(PropertyListByteWriter.eightDigits(value &- upper &* 100_000_000), length: 8)
    }

    /// Writes a number below 10^8 without leading zeros.
    @inline(__always)
    private mutating func put(leading value: UInt64) {
        let digits = PropertyListByteWriter.eightDigits(value)
        // The last digit stays, whatever it is.
        let zeros = min((digits ^ 0x3030_3030_3030_3030).trailingZeroBitCount &>> 3, 7)
        put(digits &>> UInt64(truncatingIfNeeded: 8 &* zeros), length: 8 &- zeros)
    }

    /// Writes a finite double with the fewest digits that read back as the same double, and without a zero fraction: like
    /// `description` without `.0`. At most 24 bytes.
    mutating func put(real value: Double) {
        let magnitude = value.magnitude
        if magnitude < 0x1p53 {
            let whole = UInt64(magnitude)
            if Double(whole) == magnitude {
                if value.sign == .minus { put(UInt8(ascii: "-")) }
                return put(digits: whole)
            }
            if magnitude >= 0.001, put(short: value, whole) { return }
        }
        var text = value.description
        // SAFETY: the buffer is only read, during the call.
        text.withUTF8 { text in
            var index = 0
            while index < text.count {
                unsafe put(text[index])
                index &+= 1
            }
            if unsafe text.count > 2 && text[text.count - 1] == UInt8(ascii: "0")
                && text[text.count - 2] == UInt8(ascii: ".")
            {
                removeLast(2)
            }
        }
    }

    /// Writes a double with a fraction, if 15 digits are enough for it; `whole` is its integer part.
    ///
    /// Two decimals of at most 15 digits never read as the same double. So if the double nearest to such a decimal is the value,
    /// no other decimal does the same, and it is the shortest. A division finds the nearest double, because a double holds both
    /// the decimal's digits and the power of ten exactly.
    @inline(__always)
    private mutating func put(short value: Double, _ whole: UInt64) -> Bool {
        let magnitude = value.magnitude
        var bound = 1.0
        var scale = 1e15
        while magnitude >= bound {
            if scale == 1 { return false }
            bound *= 10
            scale /= 10
        }
        let digits = UInt64(magnitude * scale + 0.5)
        if Double(digits) / scale != magnitude { return false }
        if value.sign == .minus { put(UInt8(ascii: "-")) }
        put(digits: whole)
        put(UInt8(ascii: "."))
        // Sixteen digits after the point, without the zeros at the end; the last digit is always a zero.
        let fraction = (digits &- whole &* UInt64(scale)) &* (10 &* UInt64(bound))
        let first = PropertyListByteWriter.eightDigits(fraction / 100_000_000)
        let last = PropertyListByteWriter.eightDigits(fraction % 100_000_000)
        let zeros: UInt64 = 0x3030_3030_3030_3030
        if last == zeros {
            put(first, length: 8 &- (first ^ zeros).leadingZeroBitCount &>> 3)
        } else {
            put(first, length: 8)
            put(last, length: 8 &- (last ^ zeros).leadingZeroBitCount &>> 3)
        }
        return true
    }

    /// Returns the eight digits of a number below 10^8, with leading zeros, the first in the lowest byte.
    ///
    /// The number is split into halves, those into pairs and those into digits; each step handles all parts at once.
    @inline(__always)
    static func eightDigits(_ value: UInt64) -> UInt64 {
        let high = value / 10_000
        let halves = high | (value &- high &* 10_000) &<< 32
        // Reciprocals that are close enough: 5243 / 2^19 for numbers below 10,000, 103 / 2^10 for numbers below 100.
        let hundreds = (halves &* 5243) &>> 19 & 0x0000_007F_0000_007F
        let pairs = hundreds | (halves &- hundreds &* 100) &<< 16
        let tens = (pairs &* 103) &>> 10 & 0x000F_000F_000F_000F
        return (tens | (pairs &- tens &* 10) &<< 8) | 0x3030_3030_3030_3030
    }
}

extension PropertyListByteWriter {
    /// Writes bytes in Base64 with padding, and reserves the room. Source: RFC 4648 §4.
    mutating func append(base64 bytes: Span<UInt8>) {
        reserve((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let length = min(6, bytes.count &- index)
            var word: UInt64 = 0
            if index &+ 8 <= bytes.count {
                // SAFETY: eight bytes from the index lie in the span.
                word = UInt64(bigEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            } else {
                var offset = 0
                while offset < length {
                    word |= UInt64(bytes[index &+ offset]) &<< UInt64(56 &- 8 &* offset)
                    offset &+= 1
                }
            }
            let characters = PropertyListBase64.characters(of: word)
            if length == 6 {
                put(characters, length: 8)
            } else {
                // This many characters hold bits of the bytes; padding fills up the group of four.
                let full = (8 &* length &+ 5) / 6
                let mask = (1 as UInt64) &<< UInt64(8 &* full) &- 1
                put(characters & mask | 0x3D3D_3D3D_3D3D_3D3D & ~mask, length: (length &+ 2) / 3 &* 4)
            }
            index &+= 6
        }
    }
}
