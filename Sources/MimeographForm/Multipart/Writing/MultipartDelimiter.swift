// Eight offsets at a time.
//
// A delimiter is CR LF, two dashes and the boundary. The word of eight bytes at an offset, and the word at the offset where the
// delimiter's last byte would be, are compared with CR and with that last byte: `(a ^ CR…) | (b ^ last…)` has a zero byte
// where both match, which text rarely has, so that nearly all bytes are looked at twice and never again.
//
// No text makes this slow. A boundary holds no CR, so two offsets where a first part of the delimiter stands never overlap,
// and what is compared at all candidates together is less than what is searched.

import Mimeograph

/// Finds where a boundary's delimiter stands.
package struct MultipartDelimiter: Sendable {
    /// CR LF, two dashes, the boundary.
    package let bytes: [UInt8]

    /// The delimiter of a boundary that is to be sent.
    package init(_ boundary: MultipartBoundary) { bytes = boundary.delimiter }

    /// The delimiter of a boundary that was received; nil where it is empty, longer than 70 bytes, or holds what a field
    /// cannot hold.
    package init?(receivedBoundary text: String) {
        guard (1...MultipartBoundary.maximumLength).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        bytes = Array("\r\n--\(text)".utf8)
    }

    /// Where a delimiter, or the beginning of one at the end of what there is, stands.
    package struct Match: Equatable {
        /// The offset of its first byte; the number of bytes where there is none.
        package let offset: Int
        /// How many of its bytes are there: all of them, fewer at the end, 0 where there is none.
        package let length: Int
        /// Whether all of its bytes are there.
        package let isWhole: Bool
    }

    /// The first delimiter from an offset on.
    package func first(in text: Span<UInt8>, from start: Int) -> Match {
        // SAFETY: each search reads inside the two buffers only, which live through the closures.
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
        // SAFETY: a word at `offset + length - 1 + 24` ends at `offset + length + 31`, which the loop holds to the count.
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
            // The words in turn, so that the first match is found first; then the one after them.
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

    /// The highest bit of each of eight offsets that can be the beginning of a delimiter. Above the first it may be set in
    /// vain.
    @inline(__always)
    private static func marks(_ text: UnsafeRawPointer, _ length: Int, _ first: UInt64, _ last: UInt64) -> UInt64 {
        // SAFETY: the caller holds both words to the text.
        let one = unsafe UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) ^ first
        let other = unsafe UInt64(littleEndian: (text + (length &- 1)).loadUnaligned(as: UInt64.self)) ^ last
        let difference = one | other
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }

    /// How many bytes of the delimiter stand at an offset.
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
