import MimeographTree

#if arch(x86_64) && canImport(_Builtin_intrinsics) && !MIMEOGRAPH_WITHOUT_VECTORS
    import _Builtin_intrinsics.intel
#elseif arch(arm64) && canImport(_Builtin_intrinsics.arm.neon) && !MIMEOGRAPH_WITHOUT_VECTORS
    import _Builtin_intrinsics.arm.neon
#endif

/// A search for the end of plain text: ASCII without control characters, less-than signs and ampersands.
///
/// On x86-64 it checks sixteen bytes at a time, with the vector instructions that every such processor has (SSE2). One comparison
/// finds bytes below 0x20 and from 0x80, because as signed numbers both are less than 0x20. On arm64 it does the same with NEON,
/// which every such processor has. Elsewhere it checks eight bytes in a word.
enum XMLTextBlock {
    /// Returns the offset of the first byte from `start` that is not plain text, which may be a zero of the padding.
    @inline(__always)
    static func endOfPlainText(_ bytes: PropertyListBytes, from start: Int) -> Int {
        var cursor = start
        while true {
            let length = plainLength(bytes, at: cursor)
            cursor &+= length
            if length < width { return cursor }
        }
    }

    /// Returns the number of less-than signs without a slash after them, which limits the number of values.
    static func startTags(_ bytes: PropertyListBytes) -> Int {
        var total = 0
        var offset = 0
        while offset < bytes.count {
            total &+= startTags(bytes, at: offset)
            offset &+= width
        }
        return total
    }

    #if arch(x86_64) && canImport(_Builtin_intrinsics) && !MIMEOGRAPH_WITHOUT_VECTORS
        private static let width = 16

        @inline(__always)
        private static func block(_ bytes: PropertyListBytes, at offset: Int) -> SIMD2<Int64> {
            SIMD2<Int64>(
                Int64(bitPattern: bytes.word(at: offset)),
                Int64(bitPattern: bytes.word(at: offset &+ 8))
            )
        }

        @inline(__always)
        private static func startTags(_ bytes: PropertyListBytes, at offset: Int) -> Int {
            let signs = _mm_cmpeq_epi8(block(bytes, at: offset), SIMD2(repeating: 0x3C3C_3C3C_3C3C_3C3C))
            let slashes = _mm_cmpeq_epi8(block(bytes, at: offset &+ 1), SIMD2(repeating: 0x2F2F_2F2F_2F2F_2F2F))
            let marks = UInt32(bitPattern: _mm_movemask_epi8(signs & ~slashes))
            return marks.nonzeroBitCount
        }

        @inline(__always)
        private static func plainLength(_ bytes: PropertyListBytes, at offset: Int) -> Int {
            let block = block(bytes, at: offset)
            let signs = _mm_cmpeq_epi8(block, SIMD2(repeating: 0x3C3C_3C3C_3C3C_3C3C))
            let ampersands = _mm_cmpeq_epi8(block, SIMD2(repeating: 0x2626_2626_2626_2626))
            let others = _mm_cmplt_epi8(block, SIMD2(repeating: 0x2020_2020_2020_2020))
            let marks = UInt32(bitPattern: _mm_movemask_epi8(signs | ampersands | others))
            return (marks | 0x1_0000).trailingZeroBitCount
        }
    #elseif arch(arm64) && canImport(_Builtin_intrinsics.arm.neon) && !MIMEOGRAPH_WITHOUT_VECTORS
        private static let width = 16

        @inline(__always)
        private static func block(_ bytes: PropertyListBytes, at offset: Int) -> SIMD16<UInt8> {
            vreinterpretq_u8_u64(SIMD2(bytes.word(at: offset), bytes.word(at: offset &+ 8)))
        }

        @inline(__always)
        private static func startTags(_ bytes: PropertyListBytes, at offset: Int) -> Int {
            let signs = vceqq_u8(block(bytes, at: offset), vdupq_n_u8(0x3C))
            let slashes = vceqq_u8(block(bytes, at: offset &+ 1), vdupq_n_u8(0x2F))
            // Counts one for each mark.
            return Int(vaddvq_u8(vandq_u8(vbicq_u8(signs, slashes), vdupq_n_u8(1))))
        }

        @inline(__always)
        private static func plainLength(_ bytes: PropertyListBytes, at offset: Int) -> Int {
            let block = block(bytes, at: offset)
            let signs = vorrq_u8(vceqq_u8(block, vdupq_n_u8(0x3C)), vceqq_u8(block, vdupq_n_u8(0x26)))
            let marks = vorrq_u8(signs, vcltq_s8(vreinterpretq_s8_u8(block), vdupq_n_s8(0x20)))
            // Keeps the middle eight bits of each sixteen, which are four bits for each byte.
            let narrow = vmovn_u16(vshlq_u16(vreinterpretq_u16_u8(marks), vdupq_n_s16(-4)))
            return vreinterpretq_u64_u8(vcombine_u8(narrow, narrow))[0].trailingZeroBitCount &>> 2
        }
    #else
        private static let width = 8

        @inline(__always)
        private static func startTags(_ bytes: PropertyListBytes, at offset: Int) -> Int {
            let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
            let signs = bytes.word(at: offset) ^ 0x3C3C_3C3C_3C3C_3C3C
            let others = bytes.word(at: offset &+ 1) ^ 0x2F2F_2F2F_2F2F_2F2F
            // The highest bit of each byte that is not a less-than sign, and of each byte without a slash after it.
            let noSigns = (signs & low) &+ low | signs
            let noSlashes = (others & low) &+ low | others
            return (~noSigns & noSlashes & ~low).nonzeroBitCount
        }

        @inline(__always)
        private static func plainLength(_ bytes: PropertyListBytes, at offset: Int) -> Int {
            let ones: UInt64 = 0x0101_0101_0101_0101
            let word = bytes.word(at: offset)
            let signs = (word ^ (ones &* 0x3C)) &- ones
            let ampersands = (word ^ (ones &* 0x26)) &- ones
            let controls = word &- ones &* 0x20
            // Subtracting 1 from a zero byte sets its highest bit; only the lowest mark is exact.
            let marks = ((signs | ampersands | controls) & ~word | word) & (ones &* 0x80)
            return marks == 0 ? width : marks.trailingZeroBitCount &>> 3
        }
    #endif
}
