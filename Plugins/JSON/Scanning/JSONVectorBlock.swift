import MimeographTree

// The compiler's own module of intrinsics. A comparison gives 0xFF for each byte that matches. One instruction collects the
// highest bits of all bytes in a word, and the number of its trailing zeros is the index of the first match. Swift's own vector
// types would work, but their masks compile to loops.
//
// For `name":` and ten more bytes the comparisons give the word 0b1_0000, and so a length of 4.

#if arch(x86_64) && canImport(_Builtin_intrinsics)
    import _Builtin_intrinsics.intel

    /// A block in one vector register.
    struct JSONVectorBlock: JSONBlockOperations {
        private let bytes: SIMD2<Int64>

        @inline(__always)
        init(_ source: JSONBytes, at offset: Int) {
            bytes = source.load(SIMD2<Int64>.self, at: offset)
        }

        /// Returns a vector of the same byte sixteen times.
        @inline(__always)
        private static func all(_ byte: UInt8) -> SIMD2<Int64> {
            SIMD2(repeating: Int64(byte) &* 0x0101_0101_0101_0101)
        }

        /// Returns a bit for each byte whose highest bit is set.
        @inline(__always)
        private static func highBits(_ bytes: SIMD2<Int64>) -> UInt32 {
            UInt32(bitPattern: _mm_movemask_epi8(bytes))
        }

        @inline(__always)
        var plainLength: Int { (marks | 0x1_0000).trailingZeroBitCount }

        @inline(__always)
        var spaceLength: Int {
            (~JSONVectorBlock.highBits(_mm_cmpeq_epi8(bytes, JSONVectorBlock.all(0x20)))).trailingZeroBitCount
        }

        @inline(__always)
        static func areSpaces(_ source: JSONBytes, at offset: Int, mask: UInt32) -> Bool {
            let low = highBits(_mm_cmpeq_epi8(JSONVectorBlock(source, at: offset).bytes, all(0x20)))
            let high = highBits(_mm_cmpeq_epi8(JSONVectorBlock(source, at: offset &+ 16).bytes, all(0x20)))
            return (low | high &<< 16) & mask == mask
        }

        @inline(__always)
        static func plainEnd(_ source: JSONBytes, from start: Int) -> Int {
            var cursor = start
            while true {
                let low = JSONVectorBlock(source, at: cursor).marks
                let marks = low | JSONVectorBlock(source, at: cursor &+ 16).marks &<< 16
                if marks != 0 { return cursor &+ marks.trailingZeroBitCount }
                cursor &+= 32
            }
        }

        @inline(__always)
        static func areEqual(_ source: JSONBytes, at offset: Int, and other: Int, length: UInt32) -> Bool {
            let first = equal(source, at: offset, and: other) | equal(source, at: offset &+ 16, and: other &+ 16) &<< 16
            if length <= 32 { return first | ((UInt32.max &<< 1) &<< (length &- 1)) == UInt32.max }
            let last =
                equal(source, at: offset &+ 32, and: other &+ 32)
                | equal(source, at: offset &+ 48, and: other &+ 48) &<< 16
            return first == UInt32.max && last | ((UInt32.max &<< 1) &<< (length &- 33)) == UInt32.max
        }

        /// Returns a bit for each of sixteen bytes that is equal at both offsets.
        @inline(__always)
        private static func equal(_ source: JSONBytes, at offset: Int, and other: Int) -> UInt32 {
            highBits(
                _mm_cmpeq_epi8(JSONVectorBlock(source, at: offset).bytes, JSONVectorBlock(source, at: other).bytes)
            )
        }

        /// A bit for each byte that is not plain text.
        @inline(__always)
        private var marks: UInt32 {
            // With their second lowest bit inverted, exactly a quotation mark, the control characters and, as signed numbers,
            // bytes outside of ASCII are less than 0x21.
            let changed = bytes ^ JSONVectorBlock.all(0x02)
            let others = _mm_cmplt_epi8(changed, JSONVectorBlock.all(0x21))
            let backslashes = _mm_cmpeq_epi8(changed, JSONVectorBlock.all(0x5C ^ 0x02))
            return JSONVectorBlock.highBits(others | backslashes)
        }

        /// Neighbors are multiplied and added: 6 1 3 6 become 61 36, then 6136, then eight digits.
        @inline(__always)
        var digits: (length: Int, first: UInt64, second: UInt64) {
            let values = _mm_sub_epi8(bytes, JSONVectorBlock.all(0x30))
            let areDigits = _mm_cmpeq_epi8(_mm_min_epu8(values, JSONVectorBlock.all(9)), values)
            let length = (~JSONVectorBlock.highBits(areDigits)).trailingZeroBitCount
            let indices = SIMD2<Int64>(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
            let wanted = _mm_cmpgt_epi8(SIMD2(repeating: Int64(length) &* 0x0101_0101_0101_0101), indices)
            // In 16 bits, the factor 256 × 10 + 1 puts ten times the lower byte plus the upper byte into the upper byte.
            let tens = SIMD2<Int64>(repeating: 0x0A01_0A01_0A01_0A01)
            let pairs = _mm_srli_epi16(_mm_mullo_epi16(values & wanted, tens), 8)
            let fours = _mm_madd_epi16(pairs, SIMD2(repeating: 0x0001_0064_0001_0064))
            let eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), SIMD2(repeating: 0x0001_2710_0001_2710))
            let both = UInt64(bitPattern: eights[0])
            return (length, both & 0xFFFF_FFFF, both &>> 32)
        }

        @inline(__always)
        var beginsWithFourTriples: Bool {
            let kinds = SIMD2<Int64>(
                Int64(bitPattern: 0xC0F0_C0C0_F0C0_C0F0),
                Int64(bitPattern: 0x0000_0000_C0C0_F0C0)
            )
            let wanted = SIMD2<Int64>(
                Int64(bitPattern: 0x80E0_8080_E080_80E0),
                Int64(bitPattern: 0x0000_0000_8080_E080)
            )
            let matches = _mm_cmpeq_epi8(bytes & kinds, wanted)
            let special =
                _mm_cmpeq_epi8(bytes, JSONVectorBlock.all(0xE0)) | _mm_cmpeq_epi8(bytes, JSONVectorBlock.all(0xED))
            return JSONVectorBlock.highBits(matches & ~special) & 0xFFF == 0xFFF
        }
    }
#endif
