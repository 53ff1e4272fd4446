public import Mimeograph

/// A document's tape and bytes, read without counting references to them.
///
/// Reading through the arrays costs a retain and a release of the tape for each member, which was a tenth of the time of
/// decoding. An index outside of the tape reads as null, whose word is 0.
///
/// For `{"ab":null}` as JSON the words are those of an object that ends at 3, of a string at offset 2, and of null:
/// `word(at: 1)` is the name's, `index(after: 0)` is 3, and `bits(at: 3)` is 0.
@safe
@usableFromInline
package struct TapeView {
    @usableFromInline package let words: UnsafeBufferPointer<UInt64>
    @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>

    /// Views a document. Code that keeps the view must keep the document too.
    @inlinable
    package init(_ document: TapeDocument) {
        // SAFETY: both arrays are constants of a class, so that their elements stay where they are as long as the
        // document lives, and code that has a view holds the document for longer.
        unsafe words = document.tape.withUnsafeBufferPointer { unsafe $0 }
        unsafe bytes = document.bytes.withUnsafeBufferPointer { unsafe $0 }
    }

    /// Views memory of the same kind. Code that keeps the view must keep the memory too.
    @unsafe @inlinable
    package init(_ words: UnsafeBufferPointer<UInt64>, _ bytes: UnsafeBufferPointer<UInt8>) {
        // SAFETY: the caller vouches for both.
        unsafe self.words = words
        unsafe self.bytes = bytes
    }

    /// A view of nothing.
    init() { unsafe self.init(UnsafeBufferPointer(start: nil, count: 0), UnsafeBufferPointer(start: nil, count: 0)) }

    /// Copies of what is viewed, that are good for longer than the memory is.
    package func copies() -> (bytes: [UInt8], tape: [UInt64]) {
        // Not `Array(bytes)`, whose memory is asked for by code that looks its type up: a third of what a small text takes.
        var copies: (bytes: [UInt8], tape: [UInt64]) = ([], [])
        // SAFETY: both are read during the calls only.
        unsafe copies.bytes.reserveCapacity(bytes.count)
        unsafe copies.bytes.append(contentsOf: bytes)
        unsafe copies.tape.reserveCapacity(words.count)
        unsafe copies.tape.append(contentsOf: words)
        return copies
    }

    /// The word at an index; null where there is none.
    @inlinable @inline(__always)
    package func word(at index: Int) -> TapeWord { TapeWord(bits: bits(at: index)) }

    /// The 64 bits at an index; 0, which is null's word, where there are none.
    @inlinable @inline(__always)
    package func bits(at index: Int) -> UInt64 {
        // SAFETY: the index was compared with the count.
        unsafe UInt(bitPattern: index) < UInt(bitPattern: words.count) ? words[index] : 0
    }

    /// The index of the word after the value that begins at `index`.
    @inlinable @inline(__always)
    package func index(after index: Int) -> Int { word(at: index).end(from: index) }
}

// MARK: - Bytes

extension TapeView {
    /// Whether the document has the bytes that a word names. It has; this makes sure of it.
    @inlinable @inline(__always)
    package func hasBytes(of word: TapeWord) -> Bool { unsafe word.offset &+ word.payload <= bytes.count }

    /// The text that a word names, whose bytes are UTF-8; empty where the document has no such bytes.
    @inlinable @inline(__always)
    package func utf8String(of word: TapeWord) -> String {
        guard hasBytes(of: word) else { return "" }
        // SAFETY: the bytes are the document's. They are valid UTF-8, because the readers let nothing else in.
        let text = unsafe UnsafeBufferPointer(
            start: bytes.baseAddress.map { unsafe $0 + word.offset },
            count: word.payload
        )
        return unsafe String(validated: text)
    }

    /// Whether two words name the same bytes.
    @inlinable
    package func bytesMatch(_ left: TapeWord, _ right: TapeWord) -> Bool {
        guard left.payload == right.payload, hasBytes(of: left), hasBytes(of: right) else { return false }
        // SAFETY: both have so many bytes from there on.
        return unsafe UnsafeRawBufferPointer(bytes)
            .isEqual(at: left.offset, to: UnsafeRawBufferPointer(bytes), at: right.offset, count: left.payload)
    }

    /// Calls `body` with the bytes that a word names; with none where the document has no such bytes.
    @inlinable @inline(__always)
    package func withBytes(of word: TapeWord, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard hasBytes(of: word) else { return }
        // SAFETY: the range lies in the buffer.
        unsafe body(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[word.offset..<word.offset + word.payload])
        )
    }

    /// Eight bytes at an offset, the first in the lowest bits; nil where the document has no such bytes.
    @inlinable @inline(__always)
    package func eightBytes(at offset: Int) -> UInt64? {
        guard offset >= 0, unsafe offset &+ 8 <= bytes.count else { return nil }
        // SAFETY: the eight bytes lie in the buffer.
        return unsafe UnsafeRawBufferPointer(bytes)
            .loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
    }
}

// MARK: - The way through the values

extension TapeView {
    /// Whether the value at an index has that tag.
    @inlinable @inline(__always)
    package func has(_ tag: TapeWord.Tag, at index: Int) -> Bool { word(at: index).has(tag) }

    /// The index of the value that is meant at one: another, where the value is shared and written down elsewhere.
    @inlinable @inline(__always)
    package func resolved(_ index: Int) -> Int { word(at: index).target(from: index) }

    /// The index of what the tags at an index are about; the index itself where there is no tag.
    package func untagged(_ index: Int) -> Int {
        var index = index
        while word(at: index).has(.extended), word(at: index).payload == TapeWord.Extension.tag.rawValue {
            index = resolved(index + 2)
        }
        return index
    }

    /// The array at an index, tagged or not; nil where that is none.
    @inline(__always)
    package func array(at index: Int) -> TapeExtent? {
        let index = word(at: index).isArray ? index : untagged(index)
        let word = word(at: index)
        return word.isArray ? TapeExtent(start: index &+ 1, end: word.offset, count: word.payload) : nil
    }

    /// The same for an object.
    @inline(__always)
    func object(at index: Int) -> TapeExtent? {
        let index = word(at: index).isObject ? index : untagged(index)
        let word = word(at: index)
        return word.isObject ? TapeExtent(start: index &+ 1, end: word.offset, count: word.payload) : nil
    }
}

// MARK: - Names

extension TapeView {
    /// The index of the value of the first member of that name, among those that begin from `start` on and before `end`;
    /// names in UTF-16 are passed over.
    @inline(__always)
    func value(of name: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        var current = start
        while current < end {
            if unsafe hasName(name, at: current) { return current &+ 1 }
            current = index(after: current &+ 1)
        }
        return nil
    }

    /// Whether the string at an index is that name, and in UTF-8.
    @inlinable @inline(__always)
    package func hasName(_ name: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        // One comparison for the kind and the length. A name too long for a word is no member's.
        let word = word(at: index)
        let wanted = TapeWord(.string, payload: name.count).bits
        guard (word.bits ^ wanted) &>> 32 == 0, hasBytes(of: word) else { return false }
        // SAFETY: both have so many bytes from there on, unless the name is longer than any word tells.
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

/// A tape while it is written, seen through a pointer; debug builds check every index.
@safe
@usableFromInline
package struct TapeBuffer {
    @usableFromInline let base: UnsafeMutablePointer<UInt64>
    /// Words that there is room for.
    @usableFromInline package let capacity: Int

    /// Views a buffer, which may be uninitialized, for as long as it is valid.
    @unsafe @inlinable
    package init(_ buffer: UnsafeMutableBufferPointer<UInt64>, base: UnsafeMutablePointer<UInt64>) {
        // SAFETY: the caller vouches for the buffer and that `base` is its base address.
        unsafe self.base = base
        capacity = buffer.count
    }

    /// A word that was written before, or the next one.
    ///
    /// Words are trivial, so that writing to uninitialized memory by assignment is as good as initializing it. The code
    /// that reads or writes compares every index that comes from the input with the capacity first.
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
