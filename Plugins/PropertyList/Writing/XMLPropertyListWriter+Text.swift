import Mimeograph

/// Text with its escapes.
///
/// Eight bytes are read, checked and written at once. If one of them is special, the bytes before it stay, and the next eight are
/// read from the byte after it. At the end of a text whose length is not a multiple of eight, some earlier bytes are read again
/// and shifted out. For `size < 10`:
/// ```
/// read      size < 1       bytes 0–7
/// marks     -----^--       so five bytes stay: size␣
/// written size &lt; the escape; continues with byte 6
/// ```
extension XMLPropertyListWriter {
    /// Writes text and escapes the three characters that Foundation escapes; afterwards there is room for short output.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for characters that XML does not allow.
    mutating func write(text utf8: Span<UInt8>) throws(SerializationError) {
        let length = utf8.count
        output.reserve(length)
        var offset = 0
        while offset < length {
            let rest = length &- offset
            let word = XMLPropertyListWriter.word(utf8, offset)
            let size = min(rest, 8)
            var marks = XMLPropertyListWriter.marks(word)
            // Zeros after the end look like control characters.
            if rest < 8 { marks &= (1 &<< UInt64(8 &* rest)) &- 1 }
            if marks == 0 {
                output.put(word, length: size)
                offset &+= size
                continue
            }
            let clean = marks.trailingZeroBitCount &>> 3
            output.put(word, length: clean)
            offset &+= clean
            try writeSpecial(utf8, offset)
            offset &+= 1
            output.reserve(length &- offset)
        }
    }

    /// Writes one marked byte.
    @inline(never)
    private mutating func writeSpecial(_ utf8: Span<UInt8>, _ offset: Int) throws(SerializationError) {
        let byte = utf8[offset]
        switch byte {
        case UInt8(ascii: "<"): output.put("&lt;")
        case UInt8(ascii: ">"): output.put("&gt;")
        case UInt8(ascii: "&"): output.put("&amp;")
        case 0x09, 0x0A, 0x0D: output.put(byte)
        case ..<0x20: throw .characterOutsideOfXML
        default:
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF; EF begins many other characters too.
            if byte == 0xEF, utf8[offset + 1] == 0xBF, utf8[offset + 2] >= 0xBE { throw .characterOutsideOfXML }
            output.put(byte)
        }
    }

    /// Returns the highest bit of each byte that needs a check; the lowest such bit is never a false alarm.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // The two brackets differ in one bit. Subtracting 1 from a zero byte sets its highest bit, and perhaps that of later
        // bytes.
        let brackets = ((word | ones &* 0x02) ^ ones &* 0x3E) &- ones
        let ampersands = (word ^ ones &* 0x26) &- ones
        let controls = word &- ones &* 0x20
        // 0xEF may begin one of the two characters that XML does not allow.
        let lead = word ^ ones &* 0xEF
        let high = (lead &- ones) & ~lead
        return ((brackets | ampersands | controls) & ~word | high) & (ones &* 0x80)
    }

    /// Returns eight bytes of a text from an offset, the first in the lowest bits; zeros after its end.
    @inline(__always)
    private static func word(_ utf8: Span<UInt8>, _ offset: Int) -> UInt64 {
        let length = utf8.count
        let rest = length &- offset
        // SAFETY: bytes are trivial, and nothing is written through the raw span. Each load ends with the text or before.
        let raw = unsafe utf8.bytes
        if rest >= 8 {
            return UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        if length >= 8 {
            let word = UInt64(
                littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
            )
            return word &>> UInt64(64 &- 8 &* rest)
        }
        if rest >= 4 {
            let end = offset &+ rest &- 4
            let low = UInt32(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
            let high = UInt32(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: end, as: UInt32.self))
            return UInt64(low) | UInt64(high) &<< UInt64(8 &* (rest &- 4))
        }
        let middle = UInt64(utf8[offset &+ rest &>> 1]) &<< UInt64(8 &* (rest &>> 1))
        let last = UInt64(utf8[offset &+ rest &- 1]) &<< UInt64(8 &* (rest &- 1))
        return UInt64(utf8[offset]) | middle | last
    }
}
