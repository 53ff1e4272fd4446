public import Mimeograph

/// A view of a document's tape and bytes, which reads them without counting references.
///
/// Reading through the arrays costs a retain and a release of the tape for each member, which was a tenth of the time of
/// decoding. An index outside the tape reads as null, whose word is 0.
///
/// For `{"ab":null}` as JSON the words are an object that ends at 3, a string at offset 2, and null. So `word(at: 1)` is the word
/// of the name, `index(after: 0)` is 3, and `bits(at: 3)` is 0.
@safe
@usableFromInline
package struct TapeView {
    @usableFromInline package let words: UnsafeBufferPointer<UInt64>
    @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>

    /// Views a document. Code that keeps the view must keep the document too.
    @inlinable
    package init(_ document: TapeDocument) {
        // SAFETY: both arrays are constants of a class, so their elements stay in place as long as the document lives. Code with
        // a view keeps the document for longer.
        unsafe words = document.tape.withUnsafeBufferPointer { unsafe $0 }
        unsafe bytes = document.bytes.withUnsafeBufferPointer { unsafe $0 }
    }

    /// Views memory of the same kind. Code that keeps the view must keep the memory too.
    @unsafe @inlinable
    package init(_ words: UnsafeBufferPointer<UInt64>, _ bytes: UnsafeBufferPointer<UInt8>) {
        // SAFETY: the caller guarantees that both stay valid.
        unsafe self.words = words
        unsafe self.bytes = bytes
    }

    /// Creates an empty view.
    init() { unsafe self.init(UnsafeBufferPointer(start: nil, count: 0), UnsafeBufferPointer(start: nil, count: 0)) }

    /// Returns copies of the words and bytes, which stay valid when the memory is freed.
    package func copies() -> (bytes: [UInt8], tape: [UInt64]) {
        // Not `Array(bytes)`, which looks up its type to allocate memory: a third of the time for a small text.
        var copies: (bytes: [UInt8], tape: [UInt64]) = ([], [])
        // SAFETY: both are read during the calls only.
        unsafe copies.bytes.reserveCapacity(bytes.count)
        unsafe copies.bytes.append(contentsOf: bytes)
        unsafe copies.tape.reserveCapacity(words.count)
        unsafe copies.tape.append(contentsOf: words)
        return copies
    }

    /// Returns the word at an index; null if there is none.
    @inlinable @inline(__always)
    package func word(at index: Int) -> TapeWord { TapeWord(bits: bits(at: index)) }

    /// Returns the 64 bits at an index; 0, which is the word of null, if there are none.
    @inlinable @inline(__always)
    package func bits(at index: Int) -> UInt64 {
        // SAFETY: the index was compared with the count.
        unsafe UInt(bitPattern: index) < UInt(bitPattern: words.count) ? words[index] : 0
    }

    /// Returns the index of the word after the value that begins at `index`.
    @inlinable @inline(__always)
    package func index(after index: Int) -> Int { word(at: index).end(from: index) }
}

// MARK: - Bytes

extension TapeView {
    /// Whether the document has the bytes of a word. It always has them; this is a safety check.
    @inlinable @inline(__always)
    package func hasBytes(of word: TapeWord) -> Bool { unsafe word.offset &+ word.payload <= bytes.count }

    /// Returns the UTF-8 text of a word; empty if the document does not have its bytes.
    @inlinable @inline(__always)
    package func utf8String(of word: TapeWord) -> String {
        guard hasBytes(of: word) else { return "" }
        // SAFETY: the bytes are the document's. They are valid UTF-8, because the parsers accept nothing else.
        let text = unsafe UnsafeBufferPointer(
            start: bytes.baseAddress.map { unsafe $0 + word.offset },
            count: word.payload
        )
        return unsafe String(validated: text)
    }

    /// Whether the bytes of two words are equal.
    @inlinable
    package func bytesMatch(_ left: TapeWord, _ right: TapeWord) -> Bool {
        guard left.payload == right.payload, hasBytes(of: left), hasBytes(of: right) else { return false }
        // SAFETY: both have that many bytes from there on.
        return unsafe UnsafeRawBufferPointer(bytes)
            .isEqual(at: left.offset, to: UnsafeRawBufferPointer(bytes), at: right.offset, count: left.payload)
    }

    /// Calls `body` with the bytes of a word, unless the document does not have them.
    @inlinable @inline(__always)
    package func withBytes(of word: TapeWord, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard hasBytes(of: word) else { return }
        // SAFETY: the range lies in the buffer.
        unsafe body(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[word.offset..<word.offset + word.payload])
        )
    }

    /// Returns eight bytes at an offset, with the first in the lowest bits; nil if the document does not have them.
    @inlinable @inline(__always)
    package func eightBytes(at offset: Int) -> UInt64? {
        guard offset >= 0, unsafe offset &+ 8 <= bytes.count else { return nil }
        // SAFETY: the eight bytes lie in the buffer.
        return unsafe UnsafeRawBufferPointer(bytes)
            .loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
    }
}

// MARK: - Moving through the values

extension TapeView {
    /// Whether the value at an index has that tag.
    @inlinable @inline(__always)
    package func has(_ tag: TapeWord.Tag, at index: Int) -> Bool { word(at: index).has(tag) }

    /// Returns the index of the value for an index. If the word refers to a shared value elsewhere, this is the index of that
    /// value.
    @inlinable @inline(__always)
    package func resolved(_ index: Int) -> Int { word(at: index).target(from: index) }

    /// Returns the index of the content of the tags at an index; the index itself without a tag.
    package func untagged(_ index: Int) -> Int {
        var index = index
        while word(at: index).has(.extended), word(at: index).payload == TapeWord.Extension.tag.rawValue {
            index = resolved(index + 2)
        }
        return index
    }

    /// Returns the array at an index, with or without tags; nil if there is none.
    @inline(__always)
    package func array(at index: Int) -> TapeExtent? {
        let index = word(at: index).isArray ? index : untagged(index)
        let word = word(at: index)
        return word.isArray ? TapeExtent(start: index &+ 1, end: word.offset, count: word.payload) : nil
    }

    /// Does the same for an object.
    @inline(__always)
    func object(at index: Int) -> TapeExtent? {
        let index = word(at: index).isObject ? index : untagged(index)
        let word = word(at: index)
        return word.isObject ? TapeExtent(start: index &+ 1, end: word.offset, count: word.payload) : nil
    }
}

// MARK: - Names

extension TapeView {
    /// Returns the index of the value of the first member with that name, among the members that begin in `start..<end`. Names in
    /// UTF-16 are skipped.
    @inline(__always)
    func value(of name: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        var current = start
        while current < end {
            if unsafe hasName(name, at: current) { return current &+ 1 }
            current = index(after: current &+ 1)
        }
        return nil
    }

    /// Whether the string at an index is that name in UTF-8.
    @inlinable @inline(__always)
    package func hasName(_ name: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        // One comparison for the kind and the length. No member has a name that is too long for a word.
        let word = word(at: index)
        let wanted = TapeWord(.string, payload: name.count).bits
        guard (word.bits ^ wanted) &>> 32 == 0, hasBytes(of: word) else { return false }
        // SAFETY: both have that many bytes from there on, unless the name is too long for a word.
        return unsafe name.count <= TapeWord.maximumPayload
            && UnsafeRawBufferPointer(bytes)
                .isEqual(at: word.offset, to: UnsafeRawBufferPointer(name), at: 0, count: name.count)
    }
}

/// The range of words of the array or object at an index.
package struct TapeExtent {
    /// The index of its first element, or of its first name.
    package let start: Int
    /// The index after its last element.
    let end: Int
    /// The number of elements or members; if it is ``TapeWord/maximumPayload``, there may be more.
    package let count: Int
}

/// A tape while it is written, accessed through a pointer. Debug builds check every index.
@safe
@usableFromInline
package struct TapeBuffer {
    @usableFromInline let base: UnsafeMutablePointer<UInt64>
    /// The number of words that there is room for.
    @usableFromInline package let capacity: Int

    /// Views a buffer, which may be uninitialized, while it is valid.
    @unsafe @inlinable
    package init(_ buffer: UnsafeMutableBufferPointer<UInt64>, base: UnsafeMutablePointer<UInt64>) {
        // SAFETY: the caller guarantees that the buffer is valid and that `base` is its base address.
        unsafe self.base = base
        capacity = buffer.count
    }

    /// A word that was written before, or the next one.
    ///
    /// Words are trivial, so assigning to uninitialized memory is as good as initializing it. Code that reads or writes first
    /// compares every index from the input with the capacity.
    @inlinable @inline(__always)
    package subscript(bits index: Int) -> UInt64 {
        get {
            assert(index >= 0 && index < capacity)
            // SAFETY: the index is in the buffer, and its word was written.
            return unsafe base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < capacity)
            // SAFETY: the index is in the buffer.
            unsafe base[index] = newValue
        }
    }
}
