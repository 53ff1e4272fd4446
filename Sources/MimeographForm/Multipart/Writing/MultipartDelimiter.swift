// A search that compares eight offsets at a time.
//
// A delimiter is CR LF, two dashes and the boundary. The search compares the eight-byte word at an offset with CR. It also
// compares the word at the offset of the delimiter's last byte with that byte. `(a ^ CR…) | (b ^ last…)` has a zero byte if both
// match. This is rare in text, so nearly every byte is read only twice.
//
// No text makes this slow. A boundary contains no CR, so partial matches at two offsets never overlap, and comparing all
// candidates reads fewer bytes than the text has.

import Mimeograph

/// A search for the delimiter of a boundary.
package struct MultipartDelimiter: Sendable {
    /// CR LF, two dashes and the boundary.
    package let bytes: [UInt8]

    /// Makes the delimiter of a boundary for sending.
    package init(_ boundary: MultipartBoundary) { bytes = boundary.delimiter }

    /// Makes the delimiter of a received boundary; nil if it is empty, longer than 70 bytes, or not printable ASCII.
    package init?(receivedBoundary text: String) {
        guard (1...MultipartBoundary.maximumLength).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        bytes = Array("\r\n--\(text)".utf8)
    }

    /// A delimiter, or the beginning of a delimiter at the end of the text.
    package struct Match: Equatable {
        /// The offset of the first byte, or the length of the text without a match.
        package let offset: Int
        /// The number of matching bytes: all of them, fewer at the end of the text, or 0 if there is no match.
        package let length: Int
        /// Whether the delimiter is complete.
        package let isWhole: Bool
    }

    /// Returns the first delimiter at or after an offset.
    package func first(in text: Span<UInt8>, from start: Int) -> Match {
        // SAFETY: each search reads only inside the two buffers, which live until the closures end.
        unsafe text.withUnsafeBytes { text in
            unsafe bytes.withUnsafeBytes { delimiter in
                unsafe Self.first(of: delimiter, in: text, from: start)
            }
        }
    }

    private static func first(
        of delimiter: UnsafeRawBufferPointer,
        in text: UnsafeRawBufferPointer,
        from start: Int
    ) -> Match {
        let length = delimiter.count
        guard let base = text.baseAddress, length > 0 else {
            return Match(offset: text.count, length: 0, isWhole: false)
        }
        var offset = start
        // SAFETY: a word at `offset + length - 1 + 24` ends at `offset + length + 31`, which the loop keeps within the text.
        let first = unsafe UInt64(delimiter[0]) &* 0x0101_0101_0101_0101
        let last = unsafe UInt64(delimiter[length - 1]) &* 0x0101_0101_0101_0101
        while offset + length + 31 <= text.count {
            var marks = unsafe Self.marks(base + offset, length, first, last)
            let second = unsafe Self.marks(base + offset + 8, length, first, last)
            let third = unsafe Self.marks(base + offset + 16, length, first, last)
            let fourth = unsafe Self.marks(base + offset + 24, length, first, last)
            if marks | second | third | fourth == 0 {
                offset &+= 32
                continue
            }
            // Checks the words in order to find the first match first, and then moves past them.
            var words = (second, third, fourth)
            for _ in 0..<4 {
                while marks != 0 {
                    let candidate = offset &+ marks.trailingZeroBitCount / 8
                    if unsafe matches(delimiter, text, at: candidate) == length {
                        return Match(offset: candidate, length: length, isWhole: true)
                    }
                    marks &= marks &- 1
                }
                marks = words.0
                words = (words.1, words.2, 0)
                offset &+= 8
            }
        }
        while offset < text.count {
            if unsafe text[offset] == delimiter[0] {
                let count = unsafe matches(delimiter, text, at: offset)
                if count == length || offset + count == text.count {
                    return Match(offset: offset, length: count, isWhole: count == length)
                }
            }
            offset += 1
        }
        return Match(offset: text.count, length: 0, isWhole: false)
    }

    /// Returns a word with the highest bit set in each byte where a delimiter may begin. Bits above the first may be false
    /// positives.
    @inline(__always)
    private static func marks(_ text: UnsafeRawPointer, _ length: Int, _ first: UInt64, _ last: UInt64) -> UInt64 {
        // SAFETY: the caller keeps both words within the text.
        let one = unsafe UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) ^ first
        let other = unsafe UInt64(littleEndian: (text + (length &- 1)).loadUnaligned(as: UInt64.self)) ^ last
        let difference = one | other
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }

    /// Returns the number of bytes of the delimiter that match at an offset.
    private static func matches(_ delimiter: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer, at offset: Int)
        -> Int
    {
        let end = min(delimiter.count, text.count - offset)
        var count = 0
        // SAFETY: `count` is less than the delimiter's count, and `offset + count` than the text's.
        while count < end, unsafe text[offset + count] == delimiter[count] { count += 1 }
        return count
    }
}
