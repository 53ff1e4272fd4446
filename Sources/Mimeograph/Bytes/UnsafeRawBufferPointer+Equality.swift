extension UnsafeRawBufferPointer {
    /// Whether so many bytes from an offset on are those of another buffer, from an offset of its own on.
    ///
    /// Compares in steps of eight bytes; the last step, or the two halves of a short text, may overlap what was seen. The names
    /// of members, for which it is meant, are too short for a call of `memcmp` to be worth it.
    ///
    /// Unsafe, because both buffers must have as many bytes, which nobody checks.
    @unsafe @inlinable @inline(__always)
    package func isEqual(at start: Int, to other: UnsafeRawBufferPointer, at otherStart: Int, count: Int) -> Bool {
        @inline(__always)
        func same<Word: BitwiseCopyable & Equatable>(_ type: Word.Type, _ offset: Int) -> Bool {
            // SAFETY: each offset is at least the load's width before the end of both.
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
