// Sixty-four bytes at a time.
//
// A block answers questions about its bytes with a word that has a bit for each byte, the first in the lowest bit. A few
// operations on words then serve all bytes at once: counting bytes is counting bits. Counting quotation marks modulo two
// separates the bytes in strings from those outside.
//
// For the eight bytes `["]",12]` (a block has 64) the mask of quotation marks is 0b0000_1010, read from the right. With each bit
// exclusive-ored with all bits below it, it is 0b0000_0110: the bytes in the string, and its opening mark. Among the closing
// brackets, 0b1000_0100, only the last is outside of the string.

#if arch(x86_64) && canImport(_Builtin_intrinsics) && !MIMEOGRAPH_WITHOUT_VECTORS
    typealias JSONWindowBlock = JSONVectorWindowBlock
#elseif arch(arm64) && canImport(_Builtin_intrinsics.arm.neon) && !MIMEOGRAPH_WITHOUT_VECTORS
    typealias JSONWindowBlock = JSONNeonWindowBlock
#else
    typealias JSONWindowBlock = JSONPortableWindowBlock
#endif

/// The operations of every kind of block, like ``JSONBlockOperations`` for smaller ones.
protocol JSONWindowBlockOperations {
    /// Loads the 64 bytes at an offset, which must exist.
    init(_ bytes: RawSpan, at offset: Int)

    /// Returns a bit for each byte with this value.
    func mask(of byte: UInt8) -> UInt64

    /// Returns a bit for each byte that has this value once bit 5 is set.
    func mask(ofFolded byte: UInt8) -> UInt64

    /// Whether a byte has this value.
    func contains(_ byte: UInt8) -> Bool

    /// Whether there is a control character.
    var hasControls: Bool { get }
}

#if arch(x86_64) && canImport(_Builtin_intrinsics)
    import _Builtin_intrinsics.intel

    /// A block in four vector registers, with instructions that every x86-64 processor has (SSE2).
    struct JSONVectorWindowBlock: JSONWindowBlockOperations {
        typealias Part = SIMD2<Int64>

        private let parts: (Part, Part, Part, Part)

        @inline(__always)
        init(_ bytes: RawSpan, at offset: Int) {
            precondition(offset >= 0 && offset <= bytes.byteCount &- 64)
            // SAFETY: the 64 bytes from the offset lie in the span, as checked above, and any bytes make a vector.
            unsafe parts = (
                bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Part.self),
                bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset &+ 16, as: Part.self),
                bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset &+ 32, as: Part.self),
                bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset &+ 48, as: Part.self)
            )
        }

        /// Returns a vector of the same byte sixteen times.
        @inline(__always)
        private static func all(_ byte: UInt8) -> Part { Part(repeating: Int64(byte) &* 0x0101_0101_0101_0101) }

        /// Returns a bit for each byte for which the test sets all bits.
        @inline(__always)
        private func mask(_ test: (Part) -> Part) -> UInt64 {
            let first = UInt64(UInt32(bitPattern: _mm_movemask_epi8(test(parts.0))))
            let second = UInt64(UInt32(bitPattern: _mm_movemask_epi8(test(parts.1))))
            let third = UInt64(UInt32(bitPattern: _mm_movemask_epi8(test(parts.2))))
            let fourth = UInt64(UInt32(bitPattern: _mm_movemask_epi8(test(parts.3))))
            return first | second &<< 16 | third &<< 32 | fourth &<< 48
        }

        @inline(__always)
        func mask(of byte: UInt8) -> UInt64 {
            let wanted = JSONVectorWindowBlock.all(byte)
            return mask { _mm_cmpeq_epi8($0, wanted) }
        }

        @inline(__always)
        func mask(ofFolded byte: UInt8) -> UInt64 {
            let wanted = JSONVectorWindowBlock.all(byte)
            let bit = JSONVectorWindowBlock.all(0x20)
            return mask { _mm_cmpeq_epi8($0 | bit, wanted) }
        }

        @inline(__always)
        func contains(_ byte: UInt8) -> Bool {
            let wanted = JSONVectorWindowBlock.all(byte)
            let first = _mm_cmpeq_epi8(parts.0, wanted) | _mm_cmpeq_epi8(parts.1, wanted)
            let second = _mm_cmpeq_epi8(parts.2, wanted) | _mm_cmpeq_epi8(parts.3, wanted)
            return _mm_movemask_epi8(first | second) != 0
        }

        @inline(__always)
        var hasControls: Bool {
            let least = _mm_min_epu8(_mm_min_epu8(parts.0, parts.1), _mm_min_epu8(parts.2, parts.3))
            let most = JSONVectorWindowBlock.all(0x1F)
            return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(least, most), most)) != 0
        }
    }
#endif

/// A block in eight words, for all other processors. It is compiled everywhere, so that it is tested everywhere.
struct JSONPortableWindowBlock: JSONWindowBlockOperations {
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    private let words: SIMD8<UInt64>

    @inline(__always)
    init(_ bytes: RawSpan, at offset: Int) {
        // SAFETY: any bytes are words, and the load checks that they lie in the span.
        words = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
    }

    @inline(__always)
    private func mask(of byte: UInt8, setting set: UInt8) -> UInt64 {
        var mask: UInt64 = 0
        for index in 0..<8 {
            let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
            let word = UInt64(littleEndian: words[index]) | JSONPortableWindowBlock.ones &* UInt64(set)
            let other = word ^ (JSONPortableWindowBlock.ones &* UInt64(byte))
            // Adding 0x7F to seven bits sets the eighth unless they are zero, so that each mark is exact.
            let marks = ~(((other & low) &+ low) | other | low) &>> 7
            // The factor moves the mark of byte n, bit 8n, to bit 56 + n.
            let bits = (marks &* 0x0102_0408_1020_4080) &>> 56
            mask |= bits &<< UInt64(index &* 8)
        }
        return mask
    }

    @inline(__always)
    func mask(of byte: UInt8) -> UInt64 { mask(of: byte, setting: 0) }

    @inline(__always)
    func mask(ofFolded byte: UInt8) -> UInt64 { mask(of: byte, setting: 0x20) }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool { mask(of: byte) != 0 }

    @inline(__always)
    var hasControls: Bool {
        var marks: UInt64 = 0
        for index in 0..<8 {
            // A borrow can mark only a byte above one that is already marked.
            marks |= (words[index] &- JSONPortableWindowBlock.ones &* 0x20) & ~words[index]
        }
        return marks & (JSONPortableWindowBlock.ones &* 0x80) != 0
    }
}
