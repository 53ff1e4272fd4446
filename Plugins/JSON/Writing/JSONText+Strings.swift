extension JSONText {
    /// Writes a string with its quotation marks, escaping what RFC 8259 §7 demands.
    ///
    /// Control characters become `\b \f \n \r \t` or `\u00xx` with lower-case digits; nothing else is escaped, but `/`
    /// where asked for.
    mutating func appendString(_ text: String, escapingSlashes: Bool = false) {
        var text = text
        text.withUTF8 { buffer in
            // SAFETY: the buffer is valid during this closure, and the span does not leave it.
            unsafe appendEscaped(Span(_unsafeElements: buffer), escapingSlashes: escapingSlashes)
        }
    }

    /// The same for bytes that are valid UTF-8.
    ///
    /// What needs no escape is copied in runs, whose ends are looked for eight bytes at a time.
    mutating func appendEscaped(_ utf8: Span<UInt8>, escapingSlashes: Bool = false) {
        append(UInt8(ascii: "\""))
        var start = 0
        while true {
            let end = JSONText.runEnd(utf8, from: start, escapingSlashes: escapingSlashes)
            if end > start { append(span: utf8.extracting(start..<end)) }
            if end == utf8.count { break }
            appendEscape(of: utf8[end])
            start = end + 1
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(of byte: UInt8) {
        var (escape, length) = JSONText.escape(of: byte)
        while length > 0 {
            append(UInt8(truncatingIfNeeded: escape))
            escape &>>= 8
            length &-= 1
        }
    }

    /// The offset of the first byte from `start` on that must be escaped, or the count.
    @inline(__always)
    private static func runEnd(_ utf8: Span<UInt8>, from start: Int, escapingSlashes: Bool) -> Int {
        var index = start
        // SAFETY: bytes are trivial, and nothing is written through the raw span.
        let raw = unsafe utf8.bytes
        while index <= utf8.count &- 8 {
            // SAFETY: eight bytes from the index on lie in the span.
            let word = UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            let marks = marks(word, escapingSlashes: escapingSlashes)
            if marks != 0 { return index &+ marks.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < utf8.count, !mustEscape(utf8[index], escapingSlashes) { index &+= 1 }
        return index
    }

    @inline(__always)
    private static func mustEscape(_ byte: UInt8, _ escapingSlashes: Bool) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            || (escapingSlashes && byte == UInt8(ascii: "/"))
    }

    /// Has the highest bit of each byte of a word set that must be escaped; only the lowest mark is exact.
    ///
    /// As in the scanner: taking 1 from a byte that is zero sets its highest bit. Bytes outside of ASCII, whose highest bit
    /// is set anyway, need no escape, so that their marks are taken away.
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
    ///
    /// Source: RFC 8259 §7.
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
