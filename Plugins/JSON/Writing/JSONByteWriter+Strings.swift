/// Strings with their quotation marks and escapes.
///
/// Eight bytes are read, looked at and written at once; where one of them must be escaped, those before it stay, and the
/// next eight are read from behind it. The end of a string that is not a multiple of eight long is read again with some
/// bytes before it, which are shifted out. For `say "hi"` and its twelve characters with the quotation marks around it:
/// ```
/// read      say "hi"       bytes 0–7
/// marks     ----^--^       so four bytes stay: say␣
/// written   "say \"        the escape, and on with byte 5
/// ```
extension JSONByteWriter {
    /// Writes a string, escaped as ``JSONEscapes`` says.
    @inline(__always)
    mutating func appendString(_ text: String, escapingSlashes: Bool) {
        var text = text
        // SAFETY: the buffer is only read, during the call.
        text.withUTF8 { unsafe appendString($0, escapingSlashes) }
    }

    @inline(__always)
    private mutating func appendString(_ utf8: UnsafeBufferPointer<UInt8>, _ escapingSlashes: Bool) {
        let text = UnsafeRawBufferPointer(utf8)
        let length = text.count
        reserve(length &+ 2)
        put(UInt8(ascii: "\""))
        var offset = 0
        while offset < length {
            let rest = length &- offset
            // SAFETY: eight bytes from the offset on, or up to the end, lie in the text where it has as many.
            let word =
                if rest >= 8 {
                    unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                } else if length >= 8 {
                    unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self))
                        &>> UInt64(64 &- 8 &* rest)
                } else {
                    unsafe JSONByteWriter.short(text, offset, rest)
                }
            let size = min(rest, 8)
            var marks = JSONEscapes.marks(word, escapingSlashes: escapingSlashes)
            // Zeros behind the end look like control characters.
            if rest < 8 { marks &= (1 &<< UInt64(8 &* rest)) &- 1 }
            if marks == 0 {
                put(word, length: size)
                offset &+= size
            } else {
                let clean = marks.trailingZeroBitCount &>> 3
                put(word, length: clean)
                putEscape(of: UInt8(truncatingIfNeeded: word &>> UInt64(8 &* clean)))
                offset &+= clean &+ 1
                reserve(length &- offset &+ 1)
            }
        }
        put(UInt8(ascii: "\""))
    }

    /// The bytes of a text of fewer than eight, from an offset on.
    @inline(__always)
    private static func short(_ text: UnsafeRawBufferPointer, _ offset: Int, _ rest: Int) -> UInt64 {
        // SAFETY: each load ends where the text does, or before.
        if rest >= 4 {
            let low = unsafe UInt32(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            let high = unsafe UInt32(
                littleEndian: text.loadUnaligned(fromByteOffset: offset &+ rest &- 4, as: UInt32.self)
            )
            return UInt64(low) | UInt64(high) &<< UInt64(8 &* (rest &- 4))
        }
        let first = unsafe UInt64(text[offset])
        let middle = unsafe UInt64(text[offset &+ rest &>> 1]) &<< UInt64(8 &* (rest &>> 1))
        let last = unsafe UInt64(text[offset &+ rest &- 1]) &<< UInt64(8 &* (rest &- 1))
        return first | middle | last
    }

    @inline(never)
    private mutating func putEscape(of byte: UInt8) {
        let (escape, length) = JSONEscapes.escape(of: byte)
        put(escape, length: length)
    }
}

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
