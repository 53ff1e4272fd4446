public import MimeographTree

/// A tape that a scan of a binary format writes. It grows with the input.
///
/// The words are in an array's memory, so the finished tape is that array and needs no copy. Code that appends first reserves
/// room, once for all words of a value.
///
/// For the array `[nil]` the calls are `append(TapeWord(.array, payload: 1))`, `append(TapeWord(.null))` and `close(at: 0)`.
@safe
@usableFromInline
package struct TapeBuilder: ~Copyable {
    private var storage: [UInt64] = []
    @usableFromInline var memory: UnsafeMutableBufferPointer<UInt64>
    /// The number of words that were written.
    @usableFromInline package private(set) var count = 0

    /// Creates a tape with the room that a body of that many bytes is likely to need.
    package init(forBytes count: Int) {
        unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
        // Typical values take four or more bytes for each word. For other values, the tape grows once or twice.
        grow(to: count / 4 + 32)
    }

    /// Ensures that there is room for that many words. The tape grows to at least twice its size.
    @inlinable @inline(__always)
    package mutating func reserve(_ room: Int) {
        if unsafe memory.count &- count < room { grow(to: unsafe max(memory.count * 2, count + room)) }
    }

    @inline(never)
    @usableFromInline
    mutating func grow(to capacity: Int) {
        let old = unsafe UnsafeBufferPointer(rebasing: memory[..<count])
        var larger = unsafe UnsafeMutableBufferPointer<UInt64>(start: nil, count: 0)
        // SAFETY: words are trivial, and those after the tape are never read as words and are removed at the end. The pointer is
        // used only while nothing else has the array, whose memory stays in place.
        let array = unsafe [UInt64](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            _ = unsafe buffer.update(fromContentsOf: old)
            unsafe larger = buffer
            initialized = capacity
        }
        storage = array
        unsafe memory = larger
    }

    /// Returns the tape and empties the builder.
    package mutating func finish() -> [UInt64] {
        var result = storage
        storage = []
        unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
        result.removeLast(result.count - count)
        count = 0
        return result
    }

    /// Appends 64 bits. The caller has reserved room.
    @inlinable @inline(__always)
    package mutating func append(bits: UInt64) {
        assert(unsafe count < memory.count)
        // SAFETY: the caller has reserved the room, as the assertion states.
        unsafe memory[count] = bits
        count &+= 1
    }

    /// A word that was written.
    @inlinable @inline(__always)
    package subscript(index: Int) -> TapeWord {
        get {
            assert(index >= 0 && index < count)
            // SAFETY: the index is that of a word that was written, as the assertion states.
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

    /// Appends an integer from an offset of the body, in one or two words.
    @inlinable @inline(__always)
    package mutating func append(_ value: Int64, at offset: Int) {
        if TapeWord.isSmall(value) {
            append(TapeWord(smallInteger: value))
        } else {
            append(TapeWord(.int64, offset: offset))
            append(bits: UInt64(bitPattern: value))
        }
    }

    /// Appends an integer from an offset of the body, in one or two words.
    @inlinable @inline(__always)
    package mutating func append(_ value: UInt64, at offset: Int) {
        if value > UInt64(Int64.max) {
            append(TapeWord(.uint64, offset: offset))
            append(bits: value)
        } else {
            append(Int64(bitPattern: value), at: offset)
        }
    }

    /// Appends a double from an offset of the body.
    @inlinable @inline(__always)
    package mutating func append(double bits: UInt64, at offset: Int) {
        append(TapeWord(.double, offset: offset))
        append(bits: bits)
    }

    /// Begins an extension; ``close(at:items:)`` sets its end.
    @inlinable @inline(__always)
    package mutating func append(_ kind: TapeWord.Extension, _ number: UInt64) {
        append(TapeWord(.extended, payload: kind.rawValue))
        append(bits: number)
    }

    /// Begins a map of that many members: an object, or an extension with an array of keys and values.
    @inlinable @inline(__always)
    package mutating func append(mapOf count: Int, isPairs: Bool) {
        if isPairs { append(.pairs, 0) }
        let payload = min(isPairs ? 2 &* count : count, TapeWord.maximumPayload)
        append(TapeWord(isPairs ? .array : .object, payload: payload))
    }

    /// Ends a container or an extension.
    ///
    /// - Parameters:
    ///   - index: The index of its first word.
    ///   - items: The number of elements, or of keys and values, if its beginning did not have it; otherwise nil.
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
