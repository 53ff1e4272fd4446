public import MimeographTree

/// A tape while a scan of a binary format writes it; it grows as the input proves to need more.
///
/// The words lie in an array's memory, so that the finished tape is that array and needs no copy. Code that appends asks for
/// room first, once for all that it writes about one value.
///
/// For the array `[nil]` the calls are `append(TapeWord(.array, payload: 1))`, `append(TapeWord(.null))` and `close(at: 0)`.
@safe
@usableFromInline
package struct TapeBuilder: ~Copyable {
    private var storage: [UInt64] = []
    @usableFromInline var memory: UnsafeMutableBufferPointer<UInt64>
    /// Words that were written.
    @usableFromInline package private(set) var count = 0

    /// Makes room for what a body of so many bytes is likely to need.
    package init(forBytes count: Int) {
        unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
        // Typical values take four bytes and more for a word; others have the tape grow once or twice.
        grow(to: count / 4 + 32)
    }

    /// Makes sure of room for so many words; the tape grows to twice its size at least.
    @inlinable @inline(__always)
    package mutating func reserve(_ room: Int) {
        if unsafe memory.count &- count < room { grow(to: unsafe max(memory.count * 2, count + room)) }
    }

    @inline(never)
    @usableFromInline
    mutating func grow(to capacity: Int) {
        let old = unsafe UnsafeBufferPointer(rebasing: memory[..<count])
        var larger = unsafe UnsafeMutableBufferPointer<UInt64>(start: nil, count: 0)
        // SAFETY: words are trivial, and those behind the tape are never read as such and are cut off in the end. The
        // pointer is used as long as nothing else has the array, whose memory stays where it is.
        let array = unsafe [UInt64](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            _ = unsafe buffer.update(fromContentsOf: old)
            unsafe larger = buffer
            initialized = capacity
        }
        storage = array
        unsafe memory = larger
    }

    /// Gives the tape to the caller and is empty then.
    package mutating func finish() -> [UInt64] {
        var result = storage
        storage = []
        unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
        result.removeLast(result.count - count)
        count = 0
        return result
    }

    /// Appends 64 bits, for which there is room.
    @inlinable @inline(__always)
    package mutating func append(bits: UInt64) {
        assert(unsafe count < memory.count)
        // SAFETY: the caller has reserved the room, which the assertion states.
        unsafe memory[count] = bits
        count &+= 1
    }

    /// A word that was written.
    @inlinable @inline(__always)
    package subscript(index: Int) -> TapeWord {
        get {
            assert(index >= 0 && index < count)
            // SAFETY: the index is that of a word that was written, which the assertion states.
            return unsafe TapeWord(bits: memory[index])
        }
        set {
            assert(index >= 0 && index < count)
            // SAFETY: as above.
            unsafe memory[index] = newValue.bits
        }
    }
}

// MARK: - Values

extension TapeBuilder {
    @inlinable @inline(__always)
    package mutating func append(_ word: TapeWord) { append(bits: word.bits) }

    /// Appends an integer that stands at an offset of the body, of one word or two.
    @inlinable @inline(__always)
    package mutating func append(_ value: Int64, at offset: Int) {
        if TapeWord.isSmall(value) {
            append(TapeWord(smallInteger: value))
        } else {
            append(TapeWord(.int64, offset: offset))
            append(bits: UInt64(bitPattern: value))
        }
    }

    /// Appends an integer that stands at an offset of the body, of one word or two.
    @inlinable @inline(__always)
    package mutating func append(_ value: UInt64, at offset: Int) {
        if value > UInt64(Int64.max) {
            append(TapeWord(.uint64, offset: offset))
            append(bits: value)
        } else {
            append(Int64(bitPattern: value), at: offset)
        }
    }

    /// Appends a double that stands at an offset of the body.
    @inlinable @inline(__always)
    package mutating func append(double bits: UInt64, at offset: Int) {
        append(TapeWord(.double, offset: offset))
        append(bits: bits)
    }

    /// Begins an extension, whose end ``close(at:)`` tells.
    @inlinable @inline(__always)
    package mutating func append(_ kind: TapeWord.Extension, _ number: UInt64) {
        append(TapeWord(.extended, payload: kind.rawValue))
        append(bits: number)
    }

    /// Begins a map of so many members: an object, or an extension with an array of keys and values.
    @inlinable @inline(__always)
    package mutating func append(mapOf count: Int, isPairs: Bool) {
        if isPairs { append(.pairs, 0) }
        let payload = min(isPairs ? 2 &* count : count, TapeWord.maximumPayload)
        append(TapeWord(isPairs ? .array : .object, payload: payload))
    }

    /// Ends a container or an extension.
    ///
    /// - Parameters:
    ///   - index: Of its first word.
    ///   - items: Its elements, or its keys and values together, where its beginning did not tell; else nil.
    @inlinable @inline(__always)
    package mutating func close(at index: Int, items: Int? = nil) {
        var index = index
        if self[index].has(.extended) {
            self[index] = TapeWord(.extended, payload: self[index].payload, offset: count)
            if self[index].payload != TapeWord.Extension.pairs.rawValue { return }
            index &+= 2
        }
        let word = self[index]
        let payload = items.map { min(word.isObject ? $0 / 2 : $0, TapeWord.maximumPayload) } ?? word.payload
        self[index] = TapeWord(word.isObject ? .object : .array, payload: payload, offset: count)
    }
}
