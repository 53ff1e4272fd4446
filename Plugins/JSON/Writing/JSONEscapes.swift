/// Which bytes of a string must be escaped, and how.
///
/// Control characters become `\b \f \n \r \t` or `\u00xx` with lower-case digits, quotation marks and backslashes get a
/// backslash; nothing else is escaped, but `/` where asked for. Source: RFC 8259 §7.
enum JSONEscapes {
    /// Has the highest bit of each byte of a word set that must be escaped; only the lowest mark is exact.
    ///
    /// As in the scanner: subtracting 1 from a byte that is zero sets its highest bit. Bytes outside of ASCII, whose highest bit
    /// is set anyway, need no escape, so that their marks are removed.
    @inline(__always)
    static func marks(_ word: UInt64, escapingSlashes: Bool) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word ^ (ones &* 0x22)) &- ones
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        let slashes = escapingSlashes ? (word ^ (ones &* 0x2F)) &- ones : 0
        let controls = word &- ones &* 0x20
        return (quotes | backslashes | slashes | controls) & ~word & (ones &* 0x80)
    }

    /// What is written for a byte, the first in the lowest bits, and how many bytes that is.
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
            // The bytes of `\u00` in the lower half.
            return (0x3030_755C | first &<< 32 | second &<< 40, 6)
        }
        return (0x5C | UInt64(letter) &<< 8, 2)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
    }
}
