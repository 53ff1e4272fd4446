import Mimeograph

/// A document's tape and bytes, read without counting references to them.
///
/// Reading through the arrays costs a retain and a release of the tape for each member. This is the only file of the decoder
/// that holds pointers. An index outside of the tape, such as ``PropertyListDecodingContext/absent``, reads as null.
@safe
struct PropertyListDocumentView {
    private let words: UnsafeBufferPointer<UInt64>
    private let bytes: UnsafeBufferPointer<UInt8>

    /// Views a document, which whoever keeps the view must keep too.
    init(_ document: PropertyListDocument) {
        // SAFETY: both arrays are constants of a class, so that their elements stay where they are as long as the
        // document lives, and the only owner of a view holds the document beside it.
        unsafe words = document.tape.withUnsafeBufferPointer { unsafe $0 }
        unsafe bytes = document.bytes.withUnsafeBufferPointer { unsafe $0 }
    }

    /// The word at an index; null where there is none.
    @inline(__always)
    func word(at index: Int) -> PropertyListWord { PropertyListWord(bits: bits(at: index)) }

    /// The 64 bits at an index; 0, which is null's word, where there are none.
    @inline(__always)
    func bits(at index: Int) -> UInt64 {
        // SAFETY: the index was compared with the count.
        unsafe UInt(bitPattern: index) < UInt(bitPattern: words.count) ? words[index] : 0
    }

    /// The index of the word that stands for the value at an index: another one for a container that came before.
    @inline(__always)
    func resolved(_ index: Int) -> Int {
        let bits = bits(at: index)
        if bits &>> 60 == PropertyListWord.Tag.shared.rawValue { return Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
        return index
    }

    /// The index of the word after the value that begins at `index`.
    @inline(__always)
    func index(after index: Int) -> Int {
        let bits = bits(at: index)
        let tag = bits &>> 60
        if tag == PropertyListWord.Tag.array.rawValue || tag == PropertyListWord.Tag.dictionary.rawValue {
            return Int(truncatingIfNeeded: bits & 0xFFFF_FFFF)
        }
        return index &+ 1
    }

    /// Whether the value at an index has that tag.
    @inline(__always)
    func has(_ tag: PropertyListWord.Tag, at index: Int) -> Bool { bits(at: index) &>> 60 == tag.rawValue }

    /// Whether a value is null, or the string that stands for it.
    @inline(__always)
    func isNull(at index: Int) -> Bool {
        let bits = bits(at: index)
        if bits &>> 32 == PropertyListDocumentView.string(ofLength: 5) {
            return isNullString(PropertyListWord(bits: bits))
        }
        return bits &>> 60 == PropertyListWord.Tag.null.rawValue
    }

    /// Whether five bytes are `$null`.
    private func isNullString(_ word: PropertyListWord) -> Bool { word64(at: word.low) &>> 24 == 0x24_6E_75_6C_6C }

    /// The highest 32 bits of the word of a string in UTF-8 that is so many bytes long.
    @inline(__always)
    private static func string(ofLength length: Int) -> UInt64 {
        PropertyListWord.Tag.string.rawValue &<< 28 | UInt64(truncatingIfNeeded: length)
    }

    /// Eight bytes at an offset, the first in the highest bits; 0 where the document has no such bytes.
    @inline(__always)
    func word64(at offset: Int) -> UInt64 {
        guard unsafe offset &+ 8 <= bytes.count else { return 0 }
        // SAFETY: offsets are 32 bits of a word, so not negative, and the eight bytes lie in the buffer.
        return unsafe UInt64(
            bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        )
    }

    /// The text that the word of a string in UTF-8 names; empty where the document has no such bytes.
    @inline(__always)
    func string(_ word: PropertyListWord) -> String {
        guard has(word) else { return "" }
        // SAFETY: the bytes are the document's. They are valid UTF-8, because the readers let nothing else in.
        let text = unsafe UnsafeBufferPointer(start: bytes.baseAddress.map { unsafe $0 + word.low }, count: word.aux)
        return unsafe String(validated: text)
    }

    /// Whether the document has the bytes that a word names. It has; this makes sure of it.
    @inline(__always)
    private func has(_ word: PropertyListWord) -> Bool { unsafe word.low &+ word.aux <= bytes.count }
}

// MARK: - The way through the values

extension PropertyListDocumentView: TreeDocumentView {
    @inline(__always)
    func array(at index: Int) -> TreeExtent? { extent(.array, at: index) }

    @inline(__always)
    func object(at index: Int) -> TreeExtent? { extent(.dictionary, at: index) }

    @inline(__always)
    private func extent(_ tag: PropertyListWord.Tag, at index: Int) -> TreeExtent? {
        let word = word(at: index)
        guard word.bits &>> 60 == tag.rawValue else { return nil }
        // A reader refuses what is larger than a word can say.
        return TreeExtent(end: word.low, count: word.aux, mostCounted: .max)
    }
}

// MARK: - Names

extension PropertyListDocumentView {
    /// The index of the value of the first member of that name, among those that begin from `start` on and before `end`;
    /// keys in UTF-16 are passed over.
    @inline(__always)
    func value(of name: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        let name = UnsafeRawBufferPointer(name)
        // One comparison for kind and length. A name too long for a word is no key's.
        guard name.count <= PropertyListWord.maximumAux else { return nil }
        let wanted = PropertyListDocumentView.string(ofLength: name.count)
        var current = start
        while current < end {
            let word = word(at: current)
            if word.bits &>> 32 == wanted, has(word), unsafe areEqual(word.low, name) { return current &+ 1 }
            current = index(after: current &+ 1)
        }
        return nil
    }

    /// Compares in steps of eight bytes; the last step, or the two halves of a short text, may overlap what was seen.
    @inline(__always)
    private func areEqual(_ start: Int, _ other: UnsafeRawBufferPointer) -> Bool {
        let bytes = unsafe UnsafeRawBufferPointer(bytes)
        let count = other.count
        @inline(__always)
        func same<Word: BitwiseCopyable & Equatable>(_ type: Word.Type, _ offset: Int) -> Bool {
            // SAFETY: each offset is at least the load's width before the end of both.
            unsafe bytes.loadUnaligned(fromByteOffset: start &+ offset, as: type)
                == other.loadUnaligned(fromByteOffset: offset, as: type)
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
