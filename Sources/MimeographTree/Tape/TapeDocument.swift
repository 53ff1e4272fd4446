public import Mimeograph

/// A document that was read: its own copy of the bytes, and a tape of words over them.
///
/// What is the same for every format with such a tape is here. A format says what its words mean, how long they are,
/// and what a value of one word alone is.
@usableFromInline
package protocol TapeDocument: AnyObject, Sendable {
    associatedtype Value: TreeValue where Value.Document == Self
    associatedtype Word: TapeWord

    /// What the words point into. Padding after the last string makes eight bytes at any offset of a string good.
    var bytes: [UInt8] { get }
    /// The words; word 0 begins the root value.
    var tape: [UInt64] { get }
    /// The string at an index.
    func string(at index: Int) -> String
    /// Whether the string at an index is `text`, scalar by scalar.
    func stringMatches(at index: Int, _ text: String) -> Bool
    /// Calls `body` with the tables of large containers, one caller at a time.
    func withLookups<Result: Sendable>(_ body: (inout TapeLookups) -> Result) -> Result
}

extension TapeDocument {
    /// The word at an index.
    @inlinable @inline(__always)
    package func word(at index: Int) -> Word { Word(bits: tape[index]) }

    /// The index of the word after the value that begins at another.
    @inlinable @inline(__always)
    package func index(after index: Int) -> Int { word(at: index).end(from: index) }

    /// The index of the word after a container.
    @inlinable
    package func end(ofContainerAt index: Int) -> Int { word(at: index).offset }

    /// The number of elements or members of a container, duplicate keys included.
    @inlinable
    package func count(ofContainerAt index: Int) -> Int {
        let word = word(at: index)
        if word.payload < Word.maximumPayload { return word.payload }
        // The word's count is saturated, so they have to be counted.
        let stride = word.isObject ? 1 : 0
        var count = 0
        var next = index + 1
        while next < word.offset {
            count += 1
            next = self.index(after: next + stride)
        }
        return count
    }

    /// The element at an index, which becomes that of the next.
    @inlinable @inline(__always)
    package func element(advancing index: inout Int) -> Value {
        let current = index
        index = self.index(after: current)
        return Value.scalarOrReference(self, at: current)
    }

    /// The member at an index, which becomes that of the next.
    @inlinable @inline(__always)
    package func member(advancing index: inout Int) -> (key: String, value: Value) {
        let current = index
        index = self.index(after: current &+ 1)
        return (string(at: current), Value.scalarOrReference(self, at: current &+ 1))
    }

    /// The value of the last member with that key; nil where there is none, or where no object is.
    @inlinable
    package func value(forKey key: String, inObjectAt object: Int) -> Value? {
        index(ofKey: key, inObjectAt: object).map { Value(self, at: $0) }
    }

    /// The index of the value of the last member with that key; nil where there is none, or where no object is.
    @inlinable
    package func index(ofKey key: String, inObjectAt object: Int) -> Int? {
        let word = word(at: object)
        guard word.isObject else { return nil }
        if word.payload >= TapeLookups.longestWalk { return self.index(ofKey: key, inLargeObjectAt: object) }
        return search(key, inObjectAt: object)
    }

    @inlinable
    func search(_ key: String, inObjectAt object: Int) -> Int? {
        let end = end(ofContainerAt: object)
        var found: Int?
        var index = object + 1
        while index < end {
            if stringMatches(at: index, key) { found = index + 1 }
            index = self.index(after: index + 1)
        }
        return found
    }
}

extension TapeDocument {
    /// Eight bytes of the document, as the machine loads them.
    @inlinable @inline(__always)
    package func eightBytes(at offset: Int) -> UInt64 {
        // SAFETY: offsets are those of words, and there is padding of more than eight bytes behind the last string. The load needs
        // no alignment. Debug builds check both.
        unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }

    /// The string whose UTF-8 a word names.
    @inlinable @inline(__always)
    package func utf8String(of word: Word) -> String {
        let range = word.offset..<word.offset &+ word.payload
        // SAFETY: the content of every string of a document is valid UTF-8.
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(validated: $0.extracting(range)) }
    }

    /// Whether the bytes that a word names are those of `text`; nothing is allocated.
    @inlinable
    package func bytesMatch(_ word: Word, _ text: String) -> Bool {
        guard text.utf8.count == word.payload else { return false }
        var text = text
        return text.withUTF8 { wanted in
            // SAFETY: both buffers hold `word.payload` bytes from their start on.
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe bytes.isEqual(at: word.offset, to: UnsafeRawBufferPointer(wanted), at: 0, count: word.payload)
            }
        }
    }

    /// Whether the strings at two indices are the same. No document has one string in two forms.
    @inlinable
    package func stringsMatch(at left: Int, _ right: Int) -> Bool {
        let left = word(at: left)
        let right = word(at: right)
        if left.bits == right.bits { return true }
        guard left.bits &>> 32 == right.bits &>> 32 else { return false }
        return bytes[left.offset..<left.offset + left.payload].elementsEqual(
            bytes[right.offset..<right.offset + right.payload]
        )
    }
}
