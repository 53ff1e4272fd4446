// Sixteen bytes at a time.
//
// A block answers how many of its first bytes are plain text of a string, spaces, or characters of three bytes. On x86-64
// that takes the vector instructions that every such processor has (SSE2), by way of the compiler's own module of
// intrinsics: a comparison gives 0xFF for each byte that matches, one instruction collects the highest bits of all of
// them in a word, and the number of trailing zeros in it is the place of the first. Swift's own vector types would do,
// but their masks compile to loops.
//
// For `name":` and ten more bytes the comparison with a quotation mark gives the word 0b1_0000, and so a length of 4.
// (Bytes below 0x20 and from 0x80 on are one comparison together: as signed numbers both are less than 0x20.)

#if arch(x86_64) && canImport(_Builtin_intrinsics)
    import _Builtin_intrinsics.intel

    typealias JSONBlock = JSONVectorBlock

    /// A block in one vector register.
    struct JSONVectorBlock {
        private let bytes: SIMD2<Int64>

        @inline(__always)
        init(_ source: JSONBytes, at offset: Int) {
            bytes = source.load(SIMD2<Int64>.self, at: offset)
        }

        /// The same byte sixteen times.
        @inline(__always)
        private static func all(_ byte: UInt8) -> SIMD2<Int64> {
            SIMD2(repeating: Int64(byte) &* 0x0101_0101_0101_0101)
        }

        /// A bit for each byte whose highest bit is set.
        @inline(__always)
        private static func highBits(_ bytes: SIMD2<Int64>) -> UInt32 {
            UInt32(bitPattern: _mm_movemask_epi8(bytes))
        }

        /// How many bytes come before the first that is no plain text, 16 where there is none.
        @inline(__always)
        var plainLength: Int { (marks | 0x1_0000).trailingZeroBitCount }

        /// How many spaces it begins with, up to 16.
        @inline(__always)
        var spaceLength: Int {
            (~JSONVectorBlock.highBits(_mm_cmpeq_epi8(bytes, JSONVectorBlock.all(0x20)))).trailingZeroBitCount
        }

        /// A bit for each space in 32 bytes.
        @inline(__always)
        static func spaces(_ source: JSONBytes, at offset: Int) -> UInt32 {
            let low = highBits(_mm_cmpeq_epi8(JSONVectorBlock(source, at: offset).bytes, all(0x20)))
            return low | highBits(_mm_cmpeq_epi8(JSONVectorBlock(source, at: offset &+ 16).bytes, all(0x20))) &<< 16
        }

        /// A bit for each of 32 bytes that is no plain text: a quotation mark, a backslash, a control character or a byte
        /// outside of ASCII.
        @inline(__always)
        static func marks(_ source: JSONBytes, at offset: Int) -> UInt32 {
            JSONVectorBlock(source, at: offset).marks | JSONVectorBlock(source, at: offset &+ 16).marks &<< 16
        }

        /// Whether the first `length` of 64 bytes, at least 1, are the same at both offsets.
        @inline(__always)
        static func areEqual(_ source: JSONBytes, at offset: Int, and other: Int, length: UInt32) -> Bool {
            let first = equal(source, at: offset, and: other) | equal(source, at: offset &+ 16, and: other &+ 16) &<< 16
            if length <= 32 { return first | ((UInt32.max &<< 1) &<< (length &- 1)) == UInt32.max }
            let last =
                equal(source, at: offset &+ 32, and: other &+ 32)
                | equal(source, at: offset &+ 48, and: other &+ 48) &<< 16
            return first == UInt32.max && last | ((UInt32.max &<< 1) &<< (length &- 33)) == UInt32.max
        }

        /// A bit for each of sixteen bytes that is the same at both offsets.
        @inline(__always)
        private static func equal(_ source: JSONBytes, at offset: Int, and other: Int) -> UInt32 {
            highBits(
                _mm_cmpeq_epi8(JSONVectorBlock(source, at: offset).bytes, JSONVectorBlock(source, at: other).bytes)
            )
        }

        /// A bit for each byte that is no plain text.
        @inline(__always)
        var marks: UInt32 {
            let quotes = _mm_cmpeq_epi8(bytes, JSONVectorBlock.all(0x22))
            let backslashes = _mm_cmpeq_epi8(bytes, JSONVectorBlock.all(0x5C))
            let others = _mm_cmplt_epi8(bytes, JSONVectorBlock.all(0x20))
            return JSONVectorBlock.highBits(quotes | backslashes | others)
        }

        /// How many digits it begins with, and the numbers that the first eight and the other eight bytes are, with zeros for
        /// what is no digit or comes after.
        ///
        /// Neighbours are multiplied and added: 6 1 3 6 to 61 36, that to 6136, and that to eight digits.
        @inline(__always)
        var digits: (length: Int, first: UInt64, second: UInt64) {
            let values = _mm_sub_epi8(bytes, JSONVectorBlock.all(0x30))
            let areDigits = _mm_cmpeq_epi8(_mm_min_epu8(values, JSONVectorBlock.all(9)), values)
            let length = (~JSONVectorBlock.highBits(areDigits)).trailingZeroBitCount
            let places = SIMD2<Int64>(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
            let wanted = _mm_cmpgt_epi8(SIMD2(repeating: Int64(length) &* 0x0101_0101_0101_0101), places)
            // In 16 bits, times 256 × 10 + 1 puts ten times the lower byte plus the upper in the upper.
            let tens = SIMD2<Int64>(repeating: 0x0A01_0A01_0A01_0A01)
            let pairs = _mm_srli_epi16(_mm_mullo_epi16(values & wanted, tens), 8)
            let fours = _mm_madd_epi16(pairs, SIMD2(repeating: 0x0001_0064_0001_0064))
            let eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), SIMD2(repeating: 0x0001_2710_0001_2710))
            let both = UInt64(bitPattern: eights[0])
            return (length, both & 0xFFFF_FFFF, both &>> 32)
        }

        /// Whether it begins with four valid characters of three bytes each, none of which needs a closer look.
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
#else
    typealias JSONBlock = JSONPortableBlock
#endif

/// A block in two words, for every other processor.
///
/// Subtracting 1 from a byte that is 0 sets its highest bit, so that `word ^ quotes` minus ones marks quotation marks, and
/// subtracting 0x20 marks control characters. A borrow can only mark bytes above one that is marked already, and the lowest
/// mark is the one that counts. It is compiled everywhere, so that it is tested everywhere.
struct JSONPortableBlock {
    private let first: UInt64
    private let second: UInt64

    @inline(__always)
    init(_ source: JSONBytes, at offset: Int) {
        first = source.word(at: offset)
        second = source.word(at: offset &+ 8)
    }

    /// How many bytes come before the first with a mark; only the lowest mark of each word is exact.
    @inline(__always)
    private func length(before marks: (UInt64) -> UInt64) -> Int {
        let low = marks(first)
        if low != 0 { return low.trailingZeroBitCount &>> 3 }
        return 8 &+ marks(second).trailingZeroBitCount &>> 3
    }

    /// As a vector block has it.
    @inline(__always)
    var plainLength: Int {
        length { word in
            let ones: UInt64 = 0x0101_0101_0101_0101
            let quotes = (word ^ (ones &* 0x22)) &- ones
            let backslashes = (word ^ (ones &* 0x5C)) &- ones
            let controls = word &- ones &* 0x20
            return (quotes | backslashes | controls | word) & (ones &* 0x80)
        }
    }

    /// As a vector block has it.
    @inline(__always)
    var spaceLength: Int { length { $0 ^ 0x2020_2020_2020_2020 } }

    /// As a vector block has it.
    @inline(__always)
    static func areEqual(_ source: JSONBytes, at offset: Int, and other: Int, length: UInt32) -> Bool {
        var position = 0
        var rest = Int(length)
        while rest >= 8 {
            if source.word(at: offset &+ position) != source.word(at: other &+ position) { return false }
            position &+= 8
            rest &-= 8
        }
        let difference = source.word(at: offset &+ position) ^ source.word(at: other &+ position)
        return difference & ((1 &<< UInt64(rest &* 8)) &- 1) == 0
    }

    /// As a vector block has it.
    @inline(__always)
    var beginsWithFourTriples: Bool {
        if first & 0xC0F0_C0C0_F0C0_C0F0 != 0x80E0_8080_E080_80E0 || second & 0xC0C0_F0C0 != 0x8080_E080 {
            return false
        }
        return !JSONPortableBlock.needsLook(first) && !JSONPortableBlock.needsLook(first &>> 24)
            && !JSONPortableBlock.needsLook(first &>> 48) && !JSONPortableBlock.needsLook(second &>> 8)
    }

    /// Whether the second byte of the character that begins here has narrower bounds than other continuation bytes.
    @inline(__always)
    private static func needsLook(_ word: UInt64) -> Bool {
        word & 0xFF == 0xE0 || word & 0xFF == 0xED
    }

    /// As a vector block has it.
    @inline(__always)
    var digits: (length: Int, first: UInt64, second: UInt64) {
        let (length, value) = JSONPortableBlock.digits(first)
        if length < 8 { return (length, value, 0) }
        let (rest, second) = JSONPortableBlock.digits(second)
        return (8 &+ rest, value, second)
    }

    /// The same of eight bytes.
    @inline(__always)
    private static func digits(_ word: UInt64) -> (length: Int, value: UInt64) {
        // What is below the digits borrows, what is above them carries into the highest bit. Only marks above the lowest
        // can be wrong.
        let values = word &- 0x3030_3030_3030_3030
        let marks = (values | (word &+ 0x4646_4646_4646_4646)) & 0x8080_8080_8080_8080
        // With the marks moved to the lowest bits, one less has all bits below the lowest mark.
        let lowest = marks &>> 7
        let digits = values & (lowest &- 1) & ~lowest
        let pairs = digits &* 10 &+ digits &>> 8
        let first = (pairs & 0x0000_00FF_0000_00FF) &* (100 &+ 1_000_000 &<< 32)
        let second = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* (1 &+ 10_000 &<< 32)
        return (marks.trailingZeroBitCount &>> 3, (first &+ second) &>> 32)
    }
}
