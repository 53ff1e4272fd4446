/// A fast initializer of strings of up to 15 bytes, which the standard library stores inline.
///
/// The standard library makes such a string with four calls and a loop; this makes it with two loads. The layout is that of all
/// little-endian 64-bit systems since Swift 5.0: the text, zeros, and a last byte with the length and a mark, which differs for
/// ASCII. One check compares the layout with strings that the library made. If they differ, the library makes all strings.
@usableFromInline
package enum SmallText {
    /// Whether strings have the expected layout.
    @usableFromInline
    static let isKnown: Bool = {
        guard MemoryLayout<String>.size == 16, MemoryLayout<Int>.size == 8, 1.littleEndian == 1 else { return false }
        let samples = [
            "", "a", "ab", "abc", "abcd", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghijklmno", "\0", "\u{7F}",
        ]
        let others = ["é", "aé", "\u{0}é", "日本", "日本語", "abcdefé", "abcdefgé", "abcdefghijklmé", "\u{1F600}"]
        return (samples + others).allSatisfy { sample in
            // Made from bytes, so that the library makes the string, not the compiler.
            var text = String(decoding: Array(sample.utf8), as: UTF8.self)
            return text.withUTF8 { utf8 in
                // SAFETY: only bits are compared, so no invalid string is made; both types have 16 bytes.
                unsafe words(utf8) == unsafeBitCast(String(decoding: utf8, as: UTF8.self), to: SIMD2<UInt64>.self)
            }
        }
    }()

    /// Makes a string of at most 15 bytes of valid UTF-8.
    @unsafe @inlinable @inline(__always)
    static func string(_ utf8: UnsafeBufferPointer<UInt8>) -> String {
        var words = unsafe words(utf8)
        // SAFETY: `isKnown` has checked that the library makes these bits of such bytes. The string is moved, so nothing retains
        // a reference that it does not have.
        return unsafe withUnsafeMutableBytes(of: &words) { bytes in
            unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: String.self).move()
        }
    }

    /// Returns the two words of the string.
    @unsafe @inlinable @inline(__always)
    static func words(_ utf8: UnsafeBufferPointer<UInt8>) -> SIMD2<UInt64> {
        let count = utf8.count
        var (low, high): (UInt64, UInt64) = (0, 0)
        if let first = unsafe utf8.baseAddress.map({ unsafe UnsafeRawPointer($0) }) {
            // SAFETY: all loads are within the count and need no alignment. They may overlap.
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
