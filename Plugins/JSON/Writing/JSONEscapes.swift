/// The rules for escaping the bytes of a string.
///
/// Control characters become `\b \f \n \r \t` or `\u00xx` with lowercase digits. Quotation marks and backslashes get a backslash,
/// and on request so does `/`. Nothing else is escaped. Source: RFC 8259 §7.
enum JSONEscapes {
    /// Returns the number of bytes before the first of 16 that must be escaped, or 16 if none must be.
    ///
    /// As in the scanner, subtracting 1 from a zero byte sets its highest bit, and the lowest mark is exact. Bytes outside of
    /// ASCII already have that bit and need no escape, so their marks are removed.
    ///
    /// - Parameter slash: `/` if slashes are escaped, otherwise a byte that is escaped in any case.
    @inline(__always)
    static func plainPrefix(_ words: SIMD2<UInt64>, slash: UInt8) -> Int {
        let ones = SIMD2(repeating: 0x0101_0101_0101_0101 as UInt64)
        let quotes = (words ^ SIMD2(repeating: 0x2222_2222_2222_2222)) &- ones
        let backslashes = (words ^ SIMD2(repeating: 0x5C5C_5C5C_5C5C_5C5C)) &- ones
        let slashes = (words ^ SIMD2(repeating: 0x0101_0101_0101_0101 &* UInt64(slash))) &- ones
        let controls = words &- SIMD2(repeating: 0x2020_2020_2020_2020)
        let bits = SIMD2(repeating: 0x8080_8080_8080_8080 as UInt64)
        let marks = (quotes | backslashes | slashes | controls) & ~words & bits
        if marks.x != 0 { return marks.x.trailingZeroBitCount &>> 3 }
        return marks.y == 0 ? 16 : 8 &+ marks.y.trailingZeroBitCount &>> 3
    }

    /// Returns the escape of a byte, its first byte in the lowest bits, and its length in bytes.
    static func escape(of byte: UInt8) -> (escape: UInt64, length: Int) {
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter = byte
        case 0x08: letter = UInt8(ascii: "b")
        case 0x09: letter = UInt8(ascii: "t")
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0C: letter = UInt8(ascii: "f")
        case 0x0D: letter = UInt8(ascii: "r")
        default:
            let first = UInt64(48 &+ byte &>> 4)
            let second = UInt64(hexDigit(byte & 0x0F))
            // The lower half holds the bytes of `\u00`.
            return (0x3030_755C | first &<< 32 | second &<< 40, 6)
        }
        return (0x5C | UInt64(letter) &<< 8, 2)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
    }
}
