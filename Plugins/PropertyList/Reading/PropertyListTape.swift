/// Words while they are written, seen through a pointer; debug builds check every index.
@safe
struct PropertyListTape {
    private let base: UnsafeMutablePointer<UInt64>
    /// Words that there is room for.
    let capacity: Int

    /// Takes a buffer, for as long as it is valid.
    @unsafe
    init(_ buffer: UnsafeMutableBufferPointer<UInt64>, base: UnsafeMutablePointer<UInt64>) {
        // SAFETY: the caller vouches for the buffer and that `base` is its base address.
        unsafe self.base = base
        capacity = buffer.count
    }

    /// A word that was written before, or the place of the next.
    ///
    /// Words are trivial, so that writing to uninitialized memory by assignment is as good as initializing it.
    @inline(__always)
    subscript(index: Int) -> PropertyListWord {
        get {
            assert(index >= 0 && index < capacity)
            // SAFETY: readers hold every index that comes from the input against the capacity before they use it.
            return unsafe PropertyListWord(bits: base[index])
        }
        nonmutating set {
            assert(index >= 0 && index < capacity)
            // SAFETY: as above.
            unsafe base[index] = newValue.bits
        }
    }
}
