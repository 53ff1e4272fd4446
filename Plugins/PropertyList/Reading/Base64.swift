/// The alphabet of Base64. Source: RFC 4648 §4.
enum Base64 {
    /// The value of a character, or 64 where it is none of the alphabet.
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

    /// The 24 bits of the four characters in the lower half of a word, the first in the lowest bits.
    ///
    /// The four are worked on at once, in 16 bits each: a character's value is its code plus a number that depends on the
    /// range it is in, and each range begun adds the difference to that of the one before.
    @inline(__always)
    static func group(_ word: UInt64) -> (bits: UInt32, isValid: Bool) {
        let ones: UInt64 = 0x0001_0001_0001_0001
        var lanes = word & 0xFFFF_FFFF
        lanes = (lanes | lanes &<< 16) & 0x0000_FFFF_0000_FFFF
        lanes = (lanes | lanes &<< 8) & 0x00FF_00FF_00FF_00FF
        /// 1 in each lane whose character is at least `bound`.
        @inline(__always) func from(_ bound: UInt64) -> UInt64 { (lanes &+ ones &* (0x8000 &- bound)) &>> 15 & ones }
        let plus = from(0x2B) & ~from(0x2C)
        let slash = from(0x2F)
        let digits = from(0x30)
        let afterDigits = from(0x3A)
        let upper = from(0x41)
        let afterUpper = from(0x5B)
        let lower = from(0x61)
        let afterLower = from(0x7B)
        // A slash is 0x2F and stands directly before the digits.
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

extension Base64 {
    /// The character of a value below 64.
    @inline(__always)
    static func character(of value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: value &+ 65
        case 26..<52: value &+ 71
        case 52..<62: value &- 4
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
