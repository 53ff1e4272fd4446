/// A string that is compared and hashed by its UTF-8 bytes, as formats compare keys. Swift's own `==` also normalizes.
@usableFromInline
package struct ByteEqualString: Hashable, Sendable {
    @usableFromInline package let text: String

    @inlinable
    package init(_ text: String) { self.text = text }

    @inlinable
    package static func == (left: ByteEqualString, right: ByteEqualString) -> Bool {
        // Most keys differ in their length, which is fast to compare.
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        // The string's own hash is the same for all spellings of one text, and a peer could send thousands of them.
        // SAFETY: the buffer is only read, during the call.
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isDone == nil { unsafe Array(text.utf8).withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
        hasher.combine(0xFF as UInt8)
    }
}

extension ByteEqualString: ExpressibleByStringLiteral {
    /// Makes a key from a literal, so that `switch ByteEqualString(text) { case "none": … }` compares bytes.
    @usableFromInline package init(stringLiteral text: String) { self.text = text }
}

extension UnsafeRawBufferPointer {
    /// Whether `count` bytes from an offset equal the bytes of another buffer from its own offset.
    ///
    /// It compares eight bytes at a time, and the last step may overlap the one before it. Names of members are too short for
    /// `memcmp` to pay off.
    ///
    /// It is unsafe because it does not check that both buffers have `count` bytes.
    @unsafe @inlinable @inline(__always)
    package func isEqual(at start: Int, to other: UnsafeRawBufferPointer, at otherStart: Int, count: Int) -> Bool {
        @inline(__always)
        func same<Word: BitwiseCopyable & Equatable>(_ type: Word.Type, _ offset: Int) -> Bool {
            // SAFETY: each offset is at least the load's width before the end of both buffers.
            unsafe self.loadUnaligned(fromByteOffset: start &+ offset, as: type)
                == other.loadUnaligned(fromByteOffset: otherStart &+ offset, as: type)
        }
        if count >= 8 {
            var offset = 0
            while offset < count &- 8 {
                if !same(UInt64.self, offset) { return false }
                offset &+= 8
            }
            return same(UInt64.self, count &- 8)
        }
        if count >= 4 { return same(UInt32.self, 0) && same(UInt32.self, count &- 4) }
        if count >= 2 { return same(UInt16.self, 0) && same(UInt16.self, count &- 2) }
        return count == 0 || same(UInt8.self, 0)
    }
}
