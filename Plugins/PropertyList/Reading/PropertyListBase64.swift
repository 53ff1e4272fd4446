import MimeographTree

/// The alphabet of Base64. Source: RFC 4648 §4.
enum PropertyListBase64 {
    /// Returns the value of a character, or 64 if it is not in the alphabet.
    @inline(__always)
    static func value(of character: UInt8) -> UInt8 {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character &- 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character &- 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character &+ 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: 64
        }
    }

    /// Returns the 24 bits of the four characters in the lower half of a word, the first in the lowest bits.
    ///
    /// All four are processed at once, in 16 bits each. A character's value is its code plus a number that depends on its range;
    /// each range that it has reached adds the difference to the range before.
    @inline(__always)
    static func group(_ word: UInt64) -> (bits: UInt32, isValid: Bool) {
        let ones: UInt64 = 0x0001_0001_0001_0001
        var lanes = word & 0xFFFF_FFFF
        lanes = (lanes | lanes &<< 16) & 0x0000_FFFF_0000_FFFF
        lanes = (lanes | lanes &<< 8) & 0x00FF_00FF_00FF_00FF
        /// Returns 1 in each lane whose character is at least `bound`.
        @inline(__always) func from(_ bound: UInt64) -> UInt64 { (lanes &+ ones &* (0x8000 &- bound)) &>> 15 & ones }
        let plus = from(0x2B) & ~from(0x2C)
        let slash = from(0x2F)
        let digits = from(0x30)
        let afterDigits = from(0x3A)
        let upper = from(0x41)
        let afterUpper = from(0x5B)
        let lower = from(0x61)
        let afterLower = from(0x7B)
        // A slash is 0x2F, directly before the digits.
        let valid = plus | slash & ~afterDigits | upper & ~afterUpper | lower & ~afterLower
        // Added to the code, modulo 2^16: 19 for plus, 16 for slash, 4 for digits, -65 and -71 for letters.
        var values = lanes &+ plus &* 19 &+ (slash & ~digits) &* 16 &+ (digits & ~afterDigits) &* 4
        values = values &- (upper & ~afterUpper) &* 65 &- (lower & ~afterLower) &* 71
        values &= ones &* 0x3F
        let bits =
            values &<< 18 | (values &>> 16 & 0x3F) &<< 12 | (values &>> 32 & 0x3F) &<< 6 | values &>> 48
        return (UInt32(truncatingIfNeeded: bits) & 0xFF_FFFF, valid == ones)
    }
}

extension PropertyListBase64 {
    /// Returns the eight characters of the highest six bytes of a word, the first character in the lowest byte.
    ///
    /// All eight are processed at once. Each range of the alphabet that a value has reached adds the difference between its
    /// characters and the characters of the range before.
    @inline(__always)
    static func characters(of word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Moves groups of six bits to the bytes, first halves, then quarters, the first group in the highest byte.
        var values = word &>> 16
        values = (values & 0xFFFF_FF00_0000) &<< 8 | values & 0xFF_FFFF
        values = (values & 0x00FF_F000_00FF_F000) &<< 4 | values & 0x0000_0FFF_0000_0FFF
        values = (values & 0x0FC0_0FC0_0FC0_0FC0) &<< 2 | values & 0x003F_003F_003F_003F
        /// Returns 1 in each byte whose value is at least `bound`.
        @inline(__always) func from(_ bound: UInt64) -> UInt64 { (values &+ ones &* (0x80 &- bound)) &>> 7 & ones }
        // No byte borrows from the next, because each byte holds a character after all additions and subtractions.
        let characters =
            values &+ ones &* 65 &+ from(26) &* 6 &- from(52) &* 75 &- from(62) &* 15 &+ from(63) &* 3
        return characters.byteSwapped
    }
}
