#if arch(arm64) && canImport(_Builtin_intrinsics.arm.neon)
    import _Builtin_intrinsics.arm.neon

    /// A block in four vector registers, with instructions that every arm64 processor has (NEON).
    struct JSONNeonWindowBlock: JSONWindowBlockOperations {
        typealias Part = SIMD16<UInt8>

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

        /// Returns a bit for each byte for which the test sets all bits.
        @inline(__always)
        private func mask(_ test: (Part) -> Part) -> UInt64 {
            // Each byte keeps the bit of its position among eight, and neighbors are added three times.
            let bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201))
            let first = vpaddq_u8(vandq_u8(test(parts.0), bits), vandq_u8(test(parts.1), bits))
            let second = vpaddq_u8(vandq_u8(test(parts.2), bits), vandq_u8(test(parts.3), bits))
            let both = vpaddq_u8(first, second)
            return vreinterpretq_u64_u8(vpaddq_u8(both, both))[0]
        }

        @inline(__always)
        func mask(of byte: UInt8) -> UInt64 {
            let wanted = vdupq_n_u8(byte)
            return mask { vceqq_u8($0, wanted) }
        }

        @inline(__always)
        func mask(ofFolded byte: UInt8) -> UInt64 {
            let wanted = vdupq_n_u8(byte)
            let bit = vdupq_n_u8(0x20)
            return mask { vceqq_u8(vorrq_u8($0, bit), wanted) }
        }

        @inline(__always)
        func contains(_ byte: UInt8) -> Bool {
            let wanted = vdupq_n_u8(byte)
            let first = vorrq_u8(vceqq_u8(parts.0, wanted), vceqq_u8(parts.1, wanted))
            let second = vorrq_u8(vceqq_u8(parts.2, wanted), vceqq_u8(parts.3, wanted))
            return vmaxvq_u8(vorrq_u8(first, second)) != 0
        }

        @inline(__always)
        var hasControls: Bool {
            vminvq_u8(vminq_u8(vminq_u8(parts.0, parts.1), vminq_u8(parts.2, parts.3))) < 0x20
        }
    }
#endif
