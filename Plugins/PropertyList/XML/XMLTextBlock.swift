#if arch(x86_64) && canImport(_Builtin_intrinsics)
    import _Builtin_intrinsics.intel
#endif

/// Looks for the end of plain text: ASCII that is no control character, no less-than sign and no ampersand.
///
/// On x86-64 that is sixteen bytes at a time, with the vector instructions that every such processor has (SSE2): bytes
/// below 0x20 and those from 0x80 on are one comparison together, because as signed numbers both are less than 0x20.
/// Elsewhere it is eight bytes in a word.
enum XMLTextBlock {
    /// The offset of the first byte from `start` on that is no plain text; zeros of the padding are none.
    @inline(__always)
    static func endOfPlainText(_ bytes: PropertyListBytes, from start: Int) -> Int {
        var cursor = start
        while true {
            let length = plainLength(bytes, at: cursor)
            cursor &+= length
            if length < width { return cursor }
        }
    }

    #if arch(x86_64) && canImport(_Builtin_intrinsics)
        private static let width = 16

        @inline(__always)
        private static func plainLength(_ bytes: PropertyListBytes, at offset: Int) -> Int {
            let block = SIMD2<Int64>(
                Int64(bitPattern: bytes.littleEndian(at: offset)),
                Int64(bitPattern: bytes.littleEndian(at: offset &+ 8))
            )
            let signs = _mm_cmpeq_epi8(block, SIMD2(repeating: 0x3C3C_3C3C_3C3C_3C3C))
            let ampersands = _mm_cmpeq_epi8(block, SIMD2(repeating: 0x2626_2626_2626_2626))
            let others = _mm_cmplt_epi8(block, SIMD2(repeating: 0x2020_2020_2020_2020))
            let marks = UInt32(bitPattern: _mm_movemask_epi8(signs | ampersands | others))
            return (marks | 0x1_0000).trailingZeroBitCount
        }
    #else
        private static let width = 8

        @inline(__always)
        private static func plainLength(_ bytes: PropertyListBytes, at offset: Int) -> Int {
            let ones: UInt64 = 0x0101_0101_0101_0101
            let word = bytes.littleEndian(at: offset)
            let signs = (word ^ (ones &* 0x3C)) &- ones
            let ampersands = (word ^ (ones &* 0x26)) &- ones
            let controls = word &- ones &* 0x20
            // Taking 1 from a zero byte sets its highest bit; only the lowest mark is exact.
            let marks = ((signs | ampersands | controls) & ~word | word) & (ones &* 0x80)
            return marks == 0 ? width : marks.trailingZeroBitCount &>> 3
        }
    #endif
}
