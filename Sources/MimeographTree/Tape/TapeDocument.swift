public import Mimeograph
import Synchronization

/// A parsed document: its own copy of the bytes, and a tape of words over them.
///
/// It is immutable except for its tables, so it is shared freely. A value is a document and an index into its tape.
@usableFromInline
package final class TapeDocument: Sendable {
    /// The bytes to which the words refer. Padding after the last string allows loads of eight bytes at any offset of a string.
    @usableFromInline package let bytes: [UInt8]
    /// The words; word 0 begins the root value.
    @usableFromInline package let tape: [UInt64]
    /// The form of the document, if a format has several, in the format's own numbering.
    package let form: Int

    private let lookups = Mutex(TapeLookups())

    @usableFromInline
    package init(bytes: [UInt8], tape: [UInt64], form: Int = 0) {
        self.bytes = bytes
        self.tape = tape
        self.form = form
    }

    /// Calls `body` with the tables of large containers, for one caller at a time.
    func withLookups<Result: Sendable>(_ body: (inout TapeLookups) -> Result) -> Result {
        lookups.withLock { body(&$0) }
    }
}

extension TapeDocument {
    @inlinable @inline(__always)
    package func word(at index: Int) -> TapeWord { TapeWord(bits: tape[index]) }

    @inlinable @inline(__always)
    package func index(after index: Int) -> Int { word(at: index).end(from: index) }

    @inlinable
    package func end(ofContainerAt index: Int) -> Int { word(at: index).offset }

    /// Returns the number of elements or members of a container, including duplicate keys.
    @inlinable
    package func count(ofContainerAt index: Int) -> Int {
        let word = word(at: index)
        if word.payload < TapeWord.maximumPayload { return word.payload }
        // The word's count is saturated, so the values are counted.
        let stride = word.isObject ? 1 : 0
        var count = 0
        var next = index + 1
        while next < word.offset {
            count += 1
            next = self.index(after: next + stride)
        }
        return count
    }

    /// Returns the index of the value of the last member with that key; nil if there is none, or if the value is not an object.
    @usableFromInline
    package func index(ofKey key: String, inObjectAt object: Int) -> Int? {
        let word = word(at: object)
        guard word.isObject else { return nil }
        if word.payload >= TapeLookups.longestWalk { return self.index(ofKey: key, inLargeObjectAt: object) }
        return search(key, inObjectAt: object)
    }

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
    /// Returns eight bytes of the document, in the machine's byte order.
    @inlinable @inline(__always)
    package func eightBytes(at offset: Int) -> UInt64 {
        // SAFETY: offsets come from words, and padding of more than eight bytes follows the last string. The load needs no
        // alignment. Debug builds check both.
        unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }

    /// Returns the string of a word for UTF-8.
    @inlinable @inline(__always)
    package func utf8String(of word: TapeWord) -> String {
        let range = word.offset..<word.offset &+ word.payload
        // SAFETY: the content of every string of a document is valid UTF-8.
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(validated: $0.extracting(range)) }
    }

    /// Whether a word has the same bytes as `text`; nothing is allocated.
    @inlinable
    package func bytesMatch(_ word: TapeWord, _ text: String) -> Bool {
        guard text.utf8.count == word.payload else { return false }
        var text = text
        return text.withUTF8 { wanted in
            // SAFETY: both buffers have `word.payload` bytes from there on.
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe bytes.isEqual(at: word.offset, to: UnsafeRawBufferPointer(wanted), at: 0, count: word.payload)
            }
        }
    }

    /// Whether the strings at two indices are equal. No document has one string in two forms.
    package func stringsMatch(at left: Int, _ right: Int) -> Bool {
        withExtendedLifetime(self) { TapeView(self).keysMatch(word(at: left), word(at: right)) }
    }
}
