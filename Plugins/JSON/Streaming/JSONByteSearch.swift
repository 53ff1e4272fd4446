// Bytes are looked for eight at a time. With all bits of a byte that is wanted turned to zero, subtracting one from it
// borrows, which sets its highest bit; and-ing with the complement of the word keeps that bit only where the byte was
// below 0x80. A borrow can mark a byte above one that is marked already, so that only the lowest mark is exact, and that
// is the one that counts.
//
// For a line feed in `12⏎4…` the word xor 0x0A0A… has a zero in the third byte; the marks are 0x80 there, and the count of
// trailing zero bits divided by 8 gives 2.

/// Finds bytes in a window of a stream.
enum JSONByteSearch {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Marks the bytes of a word that are zero.
    @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }

    @inline(__always)
    static func load(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
        // SAFETY: any eight bytes are a UInt64, and the load checks that they lie in the span.
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @unsafe
    @inline(__always)
    static func loadUnchecked(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
        // SAFETY: the caller vouches for eight bytes at the offset, and any are a UInt64.
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The offset of the first byte of that value, or nil where there is none.
    static func first(_ byte: UInt8, in window: Span<UInt8>, from start: Int) -> Int? {
        // SAFETY: the elements are bytes.
        let bytes = unsafe window.bytes
        let pattern = ones &* UInt64(byte)
        var cursor = start
        // Four words a turn, with one test for all of them.
        while window.count &- cursor >= 32 {
            // SAFETY: 32 bytes are left in the window.
            let first = unsafe zeros(loadUnchecked(bytes, cursor) ^ pattern)
            let second = unsafe zeros(loadUnchecked(bytes, cursor &+ 8) ^ pattern)
            let third = unsafe zeros(loadUnchecked(bytes, cursor &+ 16) ^ pattern)
            let fourth = unsafe zeros(loadUnchecked(bytes, cursor &+ 24) ^ pattern)
            if first | second | third | fourth != 0 {
                if first != 0 { return cursor &+ first.trailingZeroBitCount &>> 3 }
                if second != 0 { return cursor &+ 8 &+ second.trailingZeroBitCount &>> 3 }
                if third != 0 { return cursor &+ 16 &+ third.trailingZeroBitCount &>> 3 }
                return cursor &+ 24 &+ fourth.trailingZeroBitCount &>> 3
            }
            cursor &+= 32
        }
        while cursor < window.count {
            if window[cursor] == byte { return cursor }
            cursor &+= 1
        }
        return nil
    }

    /// The offset of the first quotation mark or backslash, or of the other byte that is asked for; `window.count` where
    /// there is none.
    static func firstOfString(in window: Span<UInt8>, from start: Int, or other: UInt8?) -> Int {
        // SAFETY: the elements are bytes.
        let bytes = unsafe window.bytes
        let quotes = ones &* 0x22
        let others = ones &* UInt64(other ?? 0x22)
        var cursor = start
        while window.count &- cursor >= 8 {
            let word = load(bytes, cursor)
            let marks = zeros(word ^ quotes) | zeros(word ^ (ones &* 0x5C)) | zeros(word ^ others)
            if marks != 0 { return cursor &+ marks.trailingZeroBitCount &>> 3 }
            cursor &+= 8
        }
        while cursor < window.count {
            let byte = window[cursor]
            if byte == 0x22 || byte == 0x5C || byte == other { return cursor }
            cursor &+= 1
        }
        return cursor
    }

    /// Passes over what stands between strings in a container, and counts its brackets and braces.
    ///
    /// It stops before a quotation mark, before the end of the outermost container, or where less than eight bytes are left;
    /// and it may stop earlier, before a control character and before some letters.
    ///
    /// - Parameter depth: How many containers are open.
    static func passContainer(in window: Span<UInt8>, from start: Int, depth: inout Int) -> Int {
        // SAFETY: the elements are bytes.
        let bytes = unsafe window.bytes
        var cursor = start
        while window.count &- cursor >= 8 {
            let word = load(bytes, cursor)
            // Brackets and braces are what is left of 0x59 when bits 1, 2 and 5 are taken away, and so are Y, y, _ and
            // DEL, which stand outside of strings in no valid text.
            let brackets = zeros((word & (ones &* 0xD9)) ^ (ones &* 0x59))
            let others = ((word &- ones &* 0x20) & ~word & highs) | zeros(word ^ ones &* 0x22)
            if brackets | others != 0 {
                if others != 0 { return cursor &+ (brackets | others).trailingZeroBitCount &>> 3 }
                // Without bit 5 braces are brackets.
                let folded = word & (ones &* 0xDF)
                let closing = sum(matches(folded, 0x5D))
                if closing >= depth { return cursor &+ brackets.trailingZeroBitCount &>> 3 }
                depth &+= sum(matches(folded, 0x5B)) &- closing
            }
            cursor &+= 8
        }
        return cursor
    }
}
