extension PaddedBytes {
    /// Returns the offset of the first character of a string that is not valid UTF-8; nil if all are valid.
    ///
    /// - Parameters:
    ///   - start: The offset of its first byte.
    ///   - end: The offset after its last byte, which is in the text.
    @inlinable @inline(__always)
    package func firstInvalidUTF8(from start: Int, to end: Int) -> Int? {
        var cursor = start
        while cursor &+ 8 <= end {
            if word(at: cursor) & 0x8080_8080_8080_8080 != 0 { return firstInvalidCharacter(from: cursor, to: end) }
            cursor &+= 8
        }
        // The bytes after the string are masked; there are fewer than eight left.
        let mask: UInt64 = (1 &<< UInt64(truncatingIfNeeded: 8 &* (end &- cursor))) &- 1
        if word(at: cursor) & mask & 0x8080_8080_8080_8080 == 0 { return nil }
        return firstInvalidCharacter(from: cursor, to: end)
    }

    /// Does the same, character by character. Source: RFC 3629 §4.
    @usableFromInline
    func firstInvalidCharacter(from start: Int, to end: Int) -> Int? {
        var cursor = start
        while cursor < end {
            let word = word(at: cursor)
            // Bytes after the string may look like the rest of its last character, so the end is compared.
            let first = cursor
            if word & 0x80 == 0 {
                let ones = word & 0x8080_8080_8080_8080
                // A run of ASCII, of eight characters at most.
                cursor &+= ones == 0 ? 8 : ones.trailingZeroBitCount &>> 3
                // Characters after the end do not count.
                cursor = min(cursor, end)
            } else if word & 0x00C0_C0F0 == 0x0080_80E0 {
                // The lead's low bits and the bit that separates 80–9F from A0–BF: neither E0 80 (overlong) nor ED A0 (a
                // surrogate).
                let bits = word & 0x200F
                if bits == 0 || bits == 0x200D { return first }
                cursor &+= 3
            } else if word & 0xC0E0 == 0x80C0 {
                // C0 and C1 would be overlong.
                if word & 0x1E == 0 { return first }
                cursor &+= 2
            } else if word & 0xC0C0_C0F8 == 0x8080_80F0 {
                // The first two bytes are from F0 90 (lower ones would be overlong) to F4 8F (U+10FFFF).
                let bits = (word & 7) &<< 2 | word &>> 12 & 3
                if bits == 0 || bits > 16 { return first }
                cursor &+= 4
            } else {
                return first
            }
            if cursor > end { return first }
        }
        return nil
    }
}
