/// Strings of up to 15 bytes, which the standard library keeps in the string itself.
///
/// It makes one from bytes through four calls and a loop over them; here it is put together from two loads. The layout is that of every
/// 64-bit system with the lowest byte first, since Swift 5.0: the text, zeros, and in the last byte its length with a mark, which is another
/// one where the text is ASCII. That the library in use has this layout is checked once, by strings that it made; where it has not, all
/// strings are made by the library.
@usableFromInline
package enum SmallText {
    /// Whether strings have the layout.
    @usableFromInline
    static let isKnown: Bool = {
        guard MemoryLayout<String>.size == 16, MemoryLayout<Int>.size == 8, 1.littleEndian == 1 else { return false }
        let samples = [
            "", "a", "ab", "abc", "abcd", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghijklmno", "\0", "\u{7F}",
        ]
        let others = ["é", "aé", "\u{0}é", "日本", "日本語", "abcdefé", "abcdefgé", "abcdefghijklmé", "\u{1F600}"]
        return (samples + others).allSatisfy { sample in
            // Made from bytes, so that the string is one of the library, and not of the compiler.
            var text = String(decoding: Array(sample.utf8), as: UTF8.self)
            return text.withUTF8 { utf8 in
                // SAFETY: only the bits are looked at, so that nothing is a string that might be none; both types have 16 bytes.
                unsafe words(utf8) == unsafeBitCast(String(decoding: utf8, as: UTF8.self), to: SIMD2<UInt64>.self)
            }
        }
    }()

    /// The string of at most 15 bytes of valid UTF-8.
    @unsafe @inlinable @inline(__always)
    static func string(_ utf8: UnsafeBufferPointer<UInt8>) -> String {
        var words = unsafe words(utf8)
        // SAFETY: these are the bits that the library makes of such bytes, which was checked. The string is moved, so that no reference is
        // counted that is none.
        return unsafe withUnsafeMutableBytes(of: &words) { bytes in
            unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: String.self).move()
        }
    }

    /// Its two words.
    @unsafe @inlinable @inline(__always)
    static func words(_ utf8: UnsafeBufferPointer<UInt8>) -> SIMD2<UInt64> {
        let count = utf8.count
        var (low, high): (UInt64, UInt64) = (0, 0)
        if let first = unsafe utf8.baseAddress.map({ unsafe UnsafeRawPointer($0) }) {
            // SAFETY: all loads are within the count, and need no alignment. They overlap, so that none reads beyond it.
            if count >= 8 {
                low = unsafe first.loadUnaligned(as: UInt64.self)
                let end = unsafe first.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
                high = end >> UInt64(128 &- 8 &* count)
            } else if count >= 4 {
                low = UInt64(unsafe first.loadUnaligned(as: UInt32.self))
                low |=
                    UInt64(unsafe first.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
                    &<< UInt64(8 &* count &- 32)
            } else if count > 0 {
                low = UInt64(unsafe first.load(as: UInt8.self))
                low |=
                    UInt64(unsafe first.load(fromByteOffset: count &>> 1, as: UInt8.self))
                    &<< UInt64(8 &* (count &>> 1))
                low |=
                    UInt64(unsafe first.load(fromByteOffset: count &- 1, as: UInt8.self)) &<< UInt64(8 &* (count &- 1))
            }
        }
        let isASCII = (low | high) & 0x8080_8080_8080_8080 == 0
        return SIMD2(low, high | UInt64(count | (isASCII ? 0xE0 : 0xA0)) &<< 56)
    }
}
