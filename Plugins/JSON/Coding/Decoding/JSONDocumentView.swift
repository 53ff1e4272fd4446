import Mimeograph

/// A document's tape and bytes, read without counting references to them.
///
/// Reading through the arrays costs a retain and a release of the tape for each member, which was a tenth of the time of
/// decoding. This is the only file of the decoder that holds pointers. An index outside of the tape, such as
/// ``JSONDecodingContext/absent``, reads as null.
@safe
struct JSONDocumentView {
    private let words: UnsafeBufferPointer<UInt64>
    private let bytes: UnsafeBufferPointer<UInt8>

    /// Views a document, which whoever keeps the view must keep too.
    init(_ document: JSONDocument) {
        // SAFETY: both arrays are constants of a class, so that their elements stay where they are as long as the
        // document lives, and the only owner of a view holds the document beside it.
        unsafe words = document.tape.withUnsafeBufferPointer { unsafe $0 }
        unsafe bytes = document.bytes.withUnsafeBufferPointer { unsafe $0 }
    }

    /// Views memory of the same kind, which whoever keeps the view must keep too.
    @unsafe
    init(_ words: UnsafeBufferPointer<UInt64>, _ bytes: UnsafeBufferPointer<UInt8>) {
        // SAFETY: the caller vouches for both.
        unsafe self.words = words
        unsafe self.bytes = bytes
    }

    /// A document of what is viewed, with memory of its own.
    func document() -> JSONDocument {
        // SAFETY: both are read during the call only.
        unsafe JSONDocument(bytes: Array(bytes), tape: Array(words))
    }

    /// The word at an index; null where there is none.
    @inline(__always)
    func word(at index: Int) -> JSONWord { JSONWord(bits: bits(at: index)) }

    /// The 64 bits at an index; 0, which is null's word, where there are none.
    @inline(__always)
    func bits(at index: Int) -> UInt64 {
        // SAFETY: the index was compared with the count.
        unsafe UInt(bitPattern: index) < UInt(bitPattern: words.count) ? words[index] : 0
    }

    /// The index of the word after the value that begins at `index`.
    @inline(__always)
    func index(after index: Int) -> Int {
        let bits = bits(at: index)
        let tag = bits &>> 60
        if tag >= JSONWord.Tag.array.rawValue { return Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
        let isLong =
            tag &- JSONWord.Tag.int64.rawValue <= JSONWord.Tag.bigNumber.rawValue &- JSONWord.Tag.int64.rawValue
        return index &+ (isLong ? 2 : 1)
    }

    /// Whether the value at an index has that tag.
    @inline(__always)
    func has(_ tag: JSONWord.Tag, at index: Int) -> Bool { bits(at: index) &>> 60 == tag.rawValue }

    /// The text that the word of a string or of a number with a text names; empty where the document has no such bytes.
    @inline(__always)
    func string(_ word: JSONWord) -> String {
        guard has(word) else { return "" }
        // SAFETY: the bytes are the document's. They are valid UTF-8, because the scanner let nothing else in and cuts
        // strings at quotation marks.
        let text = unsafe UnsafeBufferPointer(start: bytes.baseAddress.map { unsafe $0 + word.low }, count: word.aux)
        return unsafe String(validated: text)
    }

    /// Whether the document has the bytes that a string's word names. It has; this makes sure of it.
    @inline(__always)
    private func has(_ word: JSONWord) -> Bool { unsafe word.low &+ word.aux <= bytes.count }
}

// MARK: - The way through the values

extension JSONDocumentView: TreeDocumentView {
    @inline(__always)
    func resolved(_ index: Int) -> Int { index }

    @inline(__always)
    func array(at index: Int) -> TreeExtent? { extent(.array, at: index) }

    @inline(__always)
    func object(at index: Int) -> TreeExtent? { extent(.object, at: index) }

    @inline(__always)
    private func extent(_ tag: JSONWord.Tag, at index: Int) -> TreeExtent? {
        let word = word(at: index)
        guard word.bits &>> 60 == tag.rawValue else { return nil }
        return TreeExtent(end: word.low, count: word.aux, mostCounted: JSONWord.maximumAux)
    }
}

// MARK: - Names

extension JSONDocumentView {
    /// The index of the value of the first member of that name, among those that begin from `start` on and before `end`.
    @inline(__always)
    func value(of name: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        var current = start
        while current < end {
            if unsafe hasName(name, at: current) { return current &+ 1 }
            current = index(after: current &+ 1)
        }
        return nil
    }

    /// Whether the string at an index is that name.
    @inline(__always)
    func hasName(_ name: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let word = word(at: index)
        guard word.aux == name.count, has(word) else { return false }
        return unsafe areEqual(word.low, UnsafeRawBufferPointer(name), 0, name.count)
    }

    /// Whether two strings' words name the same bytes.
    func areEqual(_ left: JSONWord, _ right: JSONWord) -> Bool {
        guard left.aux == right.aux, has(left), has(right) else { return false }
        return unsafe areEqual(left.low, UnsafeRawBufferPointer(bytes), right.low, left.aux)
    }

    /// Compares in steps of eight bytes; the last step, or the two halves of a short text, may overlap what was seen.
    @inline(__always)
    private func areEqual(_ start: Int, _ other: UnsafeRawBufferPointer, _ otherStart: Int, _ count: Int) -> Bool {
        let bytes = unsafe UnsafeRawBufferPointer(bytes)
        @inline(__always)
        func same<Word: BitwiseCopyable & Equatable>(_ type: Word.Type, _ offset: Int) -> Bool {
            // SAFETY: each offset is at least the load's width before the end of both.
            unsafe bytes.loadUnaligned(fromByteOffset: start &+ offset, as: type)
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

    /// A number that most different strings have different ones of: made of the length, the first eight and the last
    /// eight bytes. Equal strings have the same.
    @inline(__always)
    func fingerprint(of word: JSONWord) -> UInt32 {
        let (start, count) = (word.low, word.aux)
        // There is padding behind the text, so that this holds for all strings.
        guard unsafe start &+ count &+ 8 <= bytes.count else { return 0 }
        // SAFETY: the loads are of the string and of no more than eight bytes behind its start.
        let bytes = unsafe UnsafeRawBufferPointer(bytes)
        var mixed = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
        if count >= 8 {
            let last = unsafe bytes.loadUnaligned(fromByteOffset: start &+ count &- 8, as: UInt64.self).littleEndian
            mixed ^= last &* 0x9E37_79B9_7F4A_7C15
        } else {
            mixed &= (1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1
        }
        mixed = (mixed ^ mixed &>> 29 &+ UInt64(truncatingIfNeeded: count)) &* 0xBF58_476D_1CE4_E5B9
        return UInt32(truncatingIfNeeded: mixed &>> 32)
    }
}
