// Sixty-four bytes at a time.
//
// A block reports delimiters, quotes and line ends in one word, which has a bit for each byte, the first in the lowest bit. So
// the fields of a row are found by moving from bit to bit, without reading the bytes in between. For `Ada,36⏎` the word is
// 0b100_1000.

#if arch(x86_64) && canImport(_Builtin_intrinsics) && !MIMEOGRAPH_WITHOUT_VECTORS
    typealias CSVBlock = CSVVectorBlock
#else
    typealias CSVBlock = CSVPortableBlock
#endif

/// The bytes that a scan searches for, each repeated to fill a part of a block.
struct CSVMarks<Part> {
    let delimiter: Part
    let quote: Part
    let lineFeed: Part
    let carriageReturn: Part
}

/// The operations of every kind of block.
protocol CSVBlockOperations {
    associatedtype Part

    /// Loads 64 bytes, which must exist.
    @unsafe init(_ bytes: UnsafeRawPointer)

    /// Returns the bytes with which ``marked(by:)`` compares.
    static func marks(delimiter: UInt8, quote: UInt8) -> CSVMarks<Part>

    /// Returns a bit for each byte that is one of the four.
    func marked(by marks: CSVMarks<Part>) -> UInt64

    /// Returns a bit for each byte that equals this one.
    func marked(by mark: Part) -> UInt64

    /// Whether a byte is beyond ASCII.
    var hasHighBits: Bool { get }
}

#if arch(x86_64) && canImport(_Builtin_intrinsics)
    import _Builtin_intrinsics.intel

    /// A block in four vector registers, with instructions that every x86-64 processor has (SSE2).
    struct CSVVectorBlock: CSVBlockOperations {
        typealias Part = SIMD2<Int64>

        private let parts: (Part, Part, Part, Part)

        @inline(__always)
        init(_ bytes: UnsafeRawPointer) {
            // SAFETY: the caller has 64 bytes, and any bytes make a vector.
            unsafe parts = (
                bytes.loadUnaligned(as: Part.self), bytes.loadUnaligned(fromByteOffset: 16, as: Part.self),
                bytes.loadUnaligned(fromByteOffset: 32, as: Part.self),
                bytes.loadUnaligned(fromByteOffset: 48, as: Part.self)
            )
        }

        /// Returns a vector of the same byte sixteen times.
        @inline(__always)
        private static func all(_ byte: UInt8) -> Part { Part(repeating: Int64(byte) &* 0x0101_0101_0101_0101) }

        @inline(__always)
        static func marks(delimiter: UInt8, quote: UInt8) -> CSVMarks<Part> {
            CSVMarks(delimiter: all(delimiter), quote: all(quote), lineFeed: all(0x0A), carriageReturn: all(0x0D))
        }

        @inline(__always)
        private func mask(_ part: Part, _ marks: CSVMarks<Part>) -> UInt64 {
            // Operators are avoided here, because the compiler splits them into halves.
            let fields = _mm_or_si128(_mm_cmpeq_epi8(part, marks.delimiter), _mm_cmpeq_epi8(part, marks.quote))
            let lines = _mm_or_si128(_mm_cmpeq_epi8(part, marks.lineFeed), _mm_cmpeq_epi8(part, marks.carriageReturn))
            return UInt64(UInt32(bitPattern: _mm_movemask_epi8(_mm_or_si128(fields, lines))))
        }

        @inline(__always)
        func marked(by marks: CSVMarks<Part>) -> UInt64 {
            mask(parts.0, marks) | mask(parts.1, marks) &<< 16 | mask(parts.2, marks) &<< 32
                | mask(parts.3, marks) &<< 48
        }

        @inline(__always)
        func marked(by mark: Part) -> UInt64 {
            func mask(_ part: Part) -> UInt64 {
                UInt64(UInt32(bitPattern: _mm_movemask_epi8(_mm_cmpeq_epi8(part, mark))))
            }
            return mask(parts.0) | mask(parts.1) &<< 16 | mask(parts.2) &<< 32 | mask(parts.3) &<< 48
        }

        @inline(__always)
        var hasHighBits: Bool {
            let all = _mm_or_si128(_mm_or_si128(parts.0, parts.1), _mm_or_si128(parts.2, parts.3))
            return _mm_movemask_epi8(all) != 0
        }
    }
#endif

/// A block in eight words, for all other processors. It is compiled everywhere, so that it is tested everywhere.
struct CSVPortableBlock: CSVBlockOperations {
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    private let words: SIMD8<UInt64>

    @inline(__always)
    init(_ bytes: UnsafeRawPointer) {
        // SAFETY: the caller has 64 bytes, and any bytes are words.
        words = unsafe bytes.loadUnaligned(as: SIMD8<UInt64>.self)
    }

    @inline(__always)
    static func marks(delimiter: UInt8, quote: UInt8) -> CSVMarks<UInt64> {
        CSVMarks(
            delimiter: ones &* UInt64(delimiter),
            quote: ones &* UInt64(quote),
            lineFeed: ones &* 0x0A,
            carriageReturn: ones &* 0x0D
        )
    }

    /// Returns the highest bit of each byte that is not zero.
    @inline(__always)
    private static func differences(_ word: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        // Adding 0x7F to seven bits sets the eighth unless they are zero, so that each mark is exact.
        return (word & low) &+ low | word
    }

    @inline(__always)
    func marked(by marks: CSVMarks<UInt64>) -> UInt64 {
        var mask: UInt64 = 0
        for index in 0..<8 {
            let word = UInt64(littleEndian: words[index])
            let fields = Self.differences(word ^ marks.delimiter) & Self.differences(word ^ marks.quote)
            let lines = Self.differences(word ^ marks.lineFeed) & Self.differences(word ^ marks.carriageReturn)
            mask |= Self.bits(fields & lines) &<< UInt64(index &* 8)
        }
        return mask
    }

    /// Returns a bit for each byte whose highest bit is not set.
    @inline(__always)
    private static func bits(_ differences: UInt64) -> UInt64 {
        let found = ~differences &>> 7 & ones
        // The factor moves the mark of byte n, bit 8n, to bit 56 + n.
        return (found &* 0x0102_0408_1020_4080) &>> 56
    }

    @inline(__always)
    func marked(by mark: UInt64) -> UInt64 {
        var mask: UInt64 = 0
        for index in 0..<8 {
            let word = UInt64(littleEndian: words[index])
            mask |= Self.bits(Self.differences(word ^ mark)) &<< UInt64(index &* 8)
        }
        return mask
    }

    @inline(__always)
    var hasHighBits: Bool {
        let high = words[0] | words[1] | words[2] | words[3] | words[4] | words[5] | words[6] | words[7]
        return high & (Self.ones &* 0x80) != 0
    }
}
