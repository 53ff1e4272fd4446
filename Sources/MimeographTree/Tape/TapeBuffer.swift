import Mimeograph

/// A tape while it is written, seen through a pointer; debug builds check every index.
@safe
@usableFromInline
package struct TapeBuffer {
    @usableFromInline let base: UnsafeMutablePointer<UInt64>
    /// Words that there is room for.
    @usableFromInline package let capacity: Int

    /// Takes a buffer, which may be uninitialized, for as long as it is valid.
    @unsafe @inlinable
    package init(_ buffer: UnsafeMutableBufferPointer<UInt64>, base: UnsafeMutablePointer<UInt64>) {
        // SAFETY: the caller vouches for the buffer and that `base` is its base address.
        unsafe self.base = base
        capacity = buffer.count
    }

    /// A word that was written before, or the place of the next.
    ///
    /// Words are trivial, so that writing to uninitialized memory by assignment is as good as initializing it. Whoever reads
    /// or writes holds every index that comes from the input against the capacity before.
    @inlinable @inline(__always)
    package subscript(bits index: Int) -> UInt64 {
        get {
            assert(index >= 0 && index < capacity)
            // SAFETY: the index lies in the buffer, and its word was written.
            return unsafe base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < capacity)
            // SAFETY: the index lies in the buffer.
            unsafe base[index] = newValue
        }
    }
}
