import Mimeograph
import MimeographTree

// Strings, sixteen bytes at a time: see ``JSONBlock``. Most end in the first or the second block, and those are read inline; text
// with escapes or outside of ASCII is read out of line.

extension JSONScanner {
    /// Reads the string whose opening quotation mark is at `start`, and writes its word at `used`. Returns the offset after it,
    /// or an encoded error.
    @inline(__always)
    static func string(_ bytes: JSONBytes, at start: Int, _ tape: JSONTape, _ used: Int) -> Int {
        let end = JSONBlock.plainEnd(bytes, from: start &+ 1)
        let length = end &- start &- 1
        if bytes[end] != UInt8(ascii: "\"") || length > TapeWord.maximumPayload {
            return specialString(bytes, at: start, from: end, tape, used)
        }
        tape[used] = TapeWord(.string, payload: length, offset: start &+ 1).bits
        return end &+ 1
    }

    /// Does the same as ``string(_:at:_:_:)`` if the plain text ends at `offset`, before the string does.
    @inline(never)
    private static func specialString(
        _ bytes: JSONBytes,
        at start: Int,
        from offset: Int,
        _ tape: JSONTape,
        _ used: Int
    ) -> Int {
        do throws(JSONParseError) {
            let (end, next) = try stringEnd(bytes, from: offset)
            let length = end - start - 1
            if length > TapeWord.maximumPayload { throw JSONParseError(.textLength, at: start) }
            tape[used] = TapeWord(.string, payload: length, offset: start + 1).bits
            return next
        } catch {
            return error.encoded
        }
    }

    /// Continues at the end of plain text inside a string. Returns the end of its content, unescaped in place, and the offset
    /// after the closing quotation mark.
    @inline(__always)
    private static func stringEnd(
        _ bytes: JSONBytes,
        from start: Int
    ) throws(JSONParseError) -> (end: Int, next: Int) {
        var cursor = start
        while true {
            let byte = bytes[cursor]
            if byte == UInt8(ascii: "\"") { return (cursor, cursor &+ 1) }
            if byte == UInt8(ascii: "\\") { return try unescape(bytes, from: cursor) }
            if byte < 0x80 { throw controlError(bytes, at: cursor) }
            cursor = JSONBlock.plainEnd(bytes, from: try validEnd(bytes, from: cursor))
        }
    }

    private static func controlError(_ bytes: JSONBytes, at offset: Int) -> JSONParseError {
        JSONParseError(offset >= bytes.count ? .unterminatedString : .controlCharacter, at: offset)
    }

    /// Does the same from the first backslash; the text after it moves toward the front.
    private static func unescape(
        _ bytes: JSONBytes,
        from start: Int
    ) throws(JSONParseError) -> (end: Int, next: Int) {
        var cursor = start
        var target = start
        while true {
            switch bytes[cursor] {
            case UInt8(ascii: "\""): return (target, cursor &+ 1)
            case UInt8(ascii: "\\"): try unescapeOne(bytes, &cursor, &target)
            case 0x80...: try move(bytes, &cursor, &target, to: validEnd(bytes, from: cursor))
            case ..<0x20: throw controlError(bytes, at: cursor)
            default: movePlain(bytes, &cursor, &target)
            }
        }
    }

    /// Moves plain text toward the front; the first byte must be plain.
    @inline(__always)
    private static func movePlain(_ bytes: JSONBytes, _ cursor: inout Int, _ target: inout Int) {
        while true {
            let (first, second) = (bytes.word(at: cursor), bytes.word(at: cursor &+ 8))
            let length = JSONBlock(bytes, at: cursor).plainLength
            // All sixteen bytes are loaded, so storing them further to the front destroys nothing unread.
            if length == 16 {
                bytes.store(first, at: target)
                bytes.store(second, at: target &+ 8)
                cursor &+= 16
                target &+= 16
                continue
            }
            var rest = first
            var position = target
            if length >= 8 {
                bytes.store(first, at: target)
                rest = second
                position &+= 8
            }
            // The bytes after the rest at the target may not have been read yet, and keep their values.
            let kept = UInt64.max &<< UInt64(truncatingIfNeeded: (length & 7) &* 8)
            bytes.store(rest & ~kept | bytes.word(at: position) & kept, at: position)
            cursor &+= length
            target &+= length
            return
        }
    }

    @inline(__always)
    private static func move(_ bytes: JSONBytes, _ cursor: inout Int, _ target: inout Int, to end: Int) {
        while cursor < end {
            bytes[target] = bytes[cursor]
            cursor &+= 1
            target &+= 1
        }
    }

    @inline(__always)
    private static func unescapeOne(
        _ bytes: JSONBytes,
        _ cursor: inout Int,
        _ target: inout Int
    ) throws(JSONParseError) {
        let plain: UInt8
        switch bytes[cursor &+ 1] {
        case UInt8(ascii: "u"):
            try unescapeUnicode(bytes, &cursor, &target)
            return
        case UInt8(ascii: "\""): plain = UInt8(ascii: "\"")
        case UInt8(ascii: "\\"): plain = UInt8(ascii: "\\")
        case UInt8(ascii: "/"): plain = UInt8(ascii: "/")
        case UInt8(ascii: "n"): plain = 0x0A
        case UInt8(ascii: "t"): plain = 0x09
        case UInt8(ascii: "r"): plain = 0x0D
        case UInt8(ascii: "b"): plain = 0x08
        case UInt8(ascii: "f"): plain = 0x0C
        default: throw JSONParseError(.escape, at: cursor &+ 1)
        }
        bytes[target] = plain
        target &+= 1
        cursor &+= 2
    }

    /// Source: RFC 8259 §7.
    private static func unescapeUnicode(
        _ bytes: JSONBytes,
        _ cursor: inout Int,
        _ target: inout Int
    ) throws(JSONParseError) {
        var scalar = try hexDigits(bytes, at: cursor &+ 2)
        let escape = cursor
        cursor &+= 6
        if scalar & 0xF800 == 0xD800 {
            guard scalar < 0xDC00, bytes[cursor] == UInt8(ascii: "\\"), bytes[cursor &+ 1] == UInt8(ascii: "u") else {
                let isCut = cursor >= bytes.count || (cursor &+ 1 == bytes.count && bytes[cursor] == UInt8(ascii: "\\"))
                throw JSONParseError(.loneSurrogate, at: scalar < 0xDC00 && isCut ? bytes.count : escape)
            }
            let low = try hexDigits(bytes, at: cursor &+ 2)
            guard low & 0xFC00 == 0xDC00 else { throw JSONParseError(.loneSurrogate, at: escape) }
            cursor &+= 6
            scalar = 0x10000 &+ (scalar & 0x3FF) &<< 10 &+ (low & 0x3FF)
        }
        if scalar < 0x80 {
            bytes[target] = UInt8(truncatingIfNeeded: scalar)
            target &+= 1
            return
        }
        if scalar < 0x800 {
            bytes[target] = UInt8(truncatingIfNeeded: 0xC0 | scalar &>> 6)
        } else {
            if scalar < 0x10000 {
                bytes[target] = UInt8(truncatingIfNeeded: 0xE0 | scalar &>> 12)
            } else {
                bytes[target] = UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18)
                target &+= 1
                bytes[target] = UInt8(truncatingIfNeeded: 0x80 | scalar &>> 12 & 0x3F)
            }
            target &+= 1
            bytes[target] = UInt8(truncatingIfNeeded: 0x80 | scalar &>> 6 & 0x3F)
        }
        bytes[target &+ 1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
        target &+= 2
    }

    /// Returns the value of four hexadecimal digits, all at once.
    @inline(__always)
    private static func hexDigits(_ bytes: JSONBytes, at offset: Int) throws(JSONParseError) -> UInt32 {
        let word = bytes.half(at: offset)
        let high: UInt32 = 0x8080_8080
        // With seven-bit bytes, adding 0x80 - n sets the highest bit of exactly the bytes that are at least n.
        let digits = (word & ~high &+ 0x5050_5050) & ~(word & ~high &+ 0x4646_4646)
        let lower = (word | 0x2020_2020) & ~high
        let letters = (lower &+ 0x1F1F_1F1F) & ~(lower &+ 0x1919_1919)
        guard (digits | letters) & ~word & high == high else {
            var bad = offset
            while bad < offset + 4, isHexDigit(bytes[bad]) { bad += 1 }
            throw JSONParseError(.hexDigits, at: bad)
        }
        let values = (word & 0x0F0F_0F0F) &+ (word &>> 6 & 0x0101_0101) &* 9
        // The first digit is the lowest byte of the word and has the highest value.
        let pairs = values &<< 4 | values &>> 8
        return (pairs & 0xFF) &<< 8 | pairs &>> 16 & 0xFF
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"):
            true
        default: false
        }
    }

    /// Returns the offset of the first ASCII byte after a run of other characters, after checking that each is valid UTF-8.
    ///
    /// Source: RFC 3629 §4.
    @inline(__always)
    static func validEnd(_ bytes: JSONBytes, from start: Int) throws(JSONParseError) -> Int {
        var cursor = start
        repeat {
            let word = bytes.half(at: cursor)
            if word & 0x00C0_C0F0 == 0x0080_80E0 {
                // The lead's low bits and the bit that distinguishes 80–9F from A0–BF: neither E0 80 (overlong) nor ED A0 (a
                // surrogate).
                let start = word & 0x200F
                if start == 0 || start == 0x200D { throw JSONParseError(.invalidText, at: cursor) }
                cursor &+= 3
                // Such characters come in runs.
                while JSONBlock(bytes, at: cursor).beginsWithFourTriples { cursor &+= 12 }
            } else if word & 0xC0E0 == 0x80C0 {
                // C0 and C1 would be overlong.
                if word & 0x1E == 0 { throw JSONParseError(.invalidText, at: cursor) }
                cursor &+= 2
                while beginsWithFourPairs(bytes.word(at: cursor)) { cursor &+= 8 }
            } else if word & 0xC0C0_C0F8 == 0x8080_80F0 {
                // From F0 90 (shorter would be overlong) to F4 8F (U+10FFFF).
                let start = (word & 7) &<< 2 | word &>> 12 & 3
                if start == 0 || start > 16 { throw JSONParseError(.invalidText, at: cursor) }
                cursor &+= 4
            } else {
                throw textError(bytes, at: cursor)
            }
        } while bytes[cursor] >= 0x80
        return cursor
    }

    /// Whether eight bytes are four valid characters of two bytes each.
    @inline(__always)
    private static func beginsWithFourPairs(_ word: UInt64) -> Bool {
        // A lead byte without any of four bits would be overlong. Adding 0x7E to these sets the highest bit of all others.
        word & 0xC0E0_C0E0_C0E0_C0E0 == 0x80C0_80C0_80C0_80C0
            && (word & 0x001E_001E_001E_001E &+ 0x007E_007E_007E_007E) & 0x0080_0080_0080_0080 == 0x0080_0080_0080_0080
    }

    /// Returns the error for an incomplete character: cut off by the end of the text, or invalid.
    @inline(never)
    private static func textError(_ bytes: JSONBytes, at offset: Int) -> JSONParseError {
        let needed =
            switch bytes[offset] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        var end = offset + 1
        while end < offset + needed, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return JSONParseError(.invalidText, at: end == bytes.count && end < offset + needed ? end : offset)
    }
}
