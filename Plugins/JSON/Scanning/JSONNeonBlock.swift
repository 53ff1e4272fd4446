import MimeographTree

// The vector instructions of arm64, from the compiler's own module of intrinsics.
//
// As on x86-64, a comparison gives 0xFF for each byte that matches, but no instruction collects the highest bits of all bytes.
// The closest one takes the middle eight bits of each sixteen, which leaves four bits for each byte in a word of 64. The number
// of its trailing zeros, divided by four, is the index of the first match.
//
// For `name":` and ten more bytes the comparison with a quotation mark gives the word 0xF_0000 and so a length of 4. (With bit 1
// flipped, 0x22 becomes 0x20, and bytes below 0x20 stay below it. So one comparison finds all of these and bytes from 0x80: as
// signed numbers they are less than 0x21.)

#if arch(arm64) && canImport(_Builtin_intrinsics.arm.neon)
    import _Builtin_intrinsics.arm.neon

    /// A block in one vector register, with instructions that every arm64 processor has (NEON).
    struct JSONNeonBlock: JSONBlockOperations {
        typealias Bytes = SIMD16<UInt8>

        private let bytes: Bytes

        @inline(__always)
        init(_ source: JSONBytes, at offset: Int) { bytes = JSONNeonBlock.load(source, at: offset) }

        @inline(__always)
        private static func load(_ source: JSONBytes, at offset: Int) -> Bytes { source.load(Bytes.self, at: offset) }

        /// Returns four bits for each byte, all equal if `bytes` has only 0 and 0xFF.
        @inline(__always)
        private static func nibbles(_ bytes: Bytes) -> UInt64 {
            // A left shift by a negative number is a right shift: the other intrinsics are macros, which Swift cannot call. The
            // compiler makes one instruction of both.
            let narrow = vmovn_u16(vshlq_u16(vreinterpretq_u16_u8(bytes), vdupq_n_s16(-4)))
            return vreinterpretq_u64_u8(vcombine_u8(narrow, narrow))[0]
        }

        /// Returns 0xFF for each byte that is not plain text, otherwise 0.
        @inline(__always)
        private static func marks(_ bytes: Bytes) -> Bytes {
            let flipped = vreinterpretq_s8_u8(veorq_u8(bytes, vdupq_n_u8(2)))
            return vorrq_u8(vcltq_s8(flipped, vdupq_n_s8(0x21)), vceqq_u8(bytes, vdupq_n_u8(0x5C)))
        }

        @inline(__always)
        var plainLength: Int { JSONNeonBlock.nibbles(JSONNeonBlock.marks(bytes)).trailingZeroBitCount &>> 2 }

        @inline(__always)
        static func plainEnd(_ source: JSONBytes, from start: Int) -> Int {
            // Two bits for each of 32 bytes: each mark keeps those of its position among four, and neighbors are added twice.
            let kept = vreinterpretq_u8_u32(vdupq_n_u32(0xC030_0C03))
            var cursor = start
            while true {
                let low = vandq_u8(marks(load(source, at: cursor)), kept)
                let high = vandq_u8(marks(load(source, at: cursor &+ 16)), kept)
                let pairs = vpaddq_u8(low, high)
                let marks = vreinterpretq_u64_u8(vpaddq_u8(pairs, pairs))[0]
                if marks != 0 { return cursor &+ marks.trailingZeroBitCount &>> 1 }
                cursor &+= 32
            }
        }

        @inline(__always)
        var spaceLength: Int {
            (~JSONNeonBlock.nibbles(vceqq_u8(bytes, vdupq_n_u8(0x20)))).trailingZeroBitCount &>> 2
        }

        @inline(__always)
        static func areSpaces(_ source: JSONBytes, at offset: Int, mask: UInt32) -> Bool {
            let length = UInt32(truncatingIfNeeded: (~mask).trailingZeroBitCount)
            let spaces = vdupq_n_u8(0x20)
            let low = veorq_u8(load(source, at: offset), spaces)
            let high = veorq_u8(load(source, at: offset &+ 16), spaces)
            return areZero(low, high, length: length)
        }

        @inline(__always)
        static func areEqual(_ source: JSONBytes, at offset: Int, and other: Int, length: UInt32) -> Bool {
            if length <= 32 { return areEqualHalves(source, at: offset, and: other, length: length) }
            return areEqualHalves(source, at: offset, and: other, length: 32)
                && areEqualHalves(source, at: offset &+ 32, and: other &+ 32, length: length &- 32)
        }

        /// Returns the same for up to 32 bytes.
        @inline(__always)
        private static func areEqualHalves(
            _ source: JSONBytes,
            at offset: Int,
            and other: Int,
            length: UInt32
        ) -> Bool {
            let low = veorq_u8(load(source, at: offset), load(source, at: other))
            let high = veorq_u8(load(source, at: offset &+ 16), load(source, at: other &+ 16))
            return areZero(low, high, length: length)
        }

        /// The numbers from 0 to 15.
        @inline(__always)
        private static var indices: Bytes {
            vreinterpretq_u8_u64(SIMD2<UInt64>(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908))
        }

        /// Whether the first `length` of 32 bytes are zero.
        @inline(__always)
        private static func areZero(_ low: Bytes, _ high: Bytes, length: UInt32) -> Bool {
            let lengths = vdupq_n_u8(UInt8(truncatingIfNeeded: length))
            let first = vandq_u8(low, vcgtq_u8(lengths, indices))
            let second = vandq_u8(high, vcgtq_u8(lengths, vaddq_u8(indices, vdupq_n_u8(16))))
            let both = vorrq_u8(first, second)
            return vreinterpretq_u64_u8(vpmaxq_u8(both, both))[0] == 0
        }

        /// Neighbors are multiplied and added: 6 1 3 6 become 61 36, then 6136, then eight digits.
        @inline(__always)
        var digits: (length: Int, first: UInt64, second: UInt64) {
            let values = vsubq_u8(bytes, vdupq_n_u8(0x30))
            let others = JSONNeonBlock.nibbles(vcgtq_u8(values, vdupq_n_u8(9)))
            let length = others.trailingZeroBitCount &>> 2
            let wanted = vcgtq_u8(vdupq_n_u8(UInt8(truncatingIfNeeded: length)), JSONNeonBlock.indices)
            // The first of two neighbors is the lower half of the pair.
            let tens = vmulq_u8(vandq_u8(values, wanted), vreinterpretq_u8_u16(vdupq_n_u16(0x010A)))
            let hundreds = vmulq_u16(vpaddlq_u8(tens), vreinterpretq_u16_u32(vdupq_n_u32(0x0001_0064)))
            let tenThousands = vmulq_u32(
                vpaddlq_u16(hundreds),
                vreinterpretq_u32_u64(vdupq_n_u64(0x0000_0001_0000_2710))
            )
            let both = vpaddlq_u32(tenThousands)
            return (length, both[0], both[1])
        }

        @inline(__always)
        var beginsWithFourTriples: Bool {
            let kinds = vreinterpretq_u8_u64(SIMD2<UInt64>(0xC0F0_C0C0_F0C0_C0F0, 0x0000_0000_C0C0_F0C0))
            let wanted = vreinterpretq_u8_u64(SIMD2<UInt64>(0x80E0_8080_E080_80E0, 0x0000_0000_8080_E080))
            let matches = vceqq_u8(vandq_u8(bytes, kinds), wanted)
            let special = vorrq_u8(vceqq_u8(bytes, vdupq_n_u8(0xE0)), vceqq_u8(bytes, vdupq_n_u8(0xED)))
            return ~JSONNeonBlock.nibbles(vbicq_u8(matches, special)) &<< 16 == 0
        }
    }
#endif
