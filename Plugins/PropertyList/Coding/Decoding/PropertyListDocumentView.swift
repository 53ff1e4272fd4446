import Mimeograph
import MimeographTree

/// A document's tape and bytes, as the decoder reads them.
typealias PropertyListDocumentView = TapeView<PropertyListWord>

extension PropertyListDocumentView {
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
    private func isNullString(_ word: PropertyListWord) -> Bool {
        (eightBytes(at: word.offset) ?? 0) & 0xFF_FFFF_FFFF == 0x6C_6C_75_6E_24
    }

    /// The highest 32 bits of the word of a string in UTF-8 that is so many bytes long.
    @inline(__always)
    private static func string(ofLength length: Int) -> UInt64 {
        PropertyListWord.Tag.string.rawValue &<< 28 | UInt64(truncatingIfNeeded: length)
    }

    /// Eight bytes at an offset, the first in the highest bits; 0 where the document has no such bytes.
    @inline(__always)
    func word64(at offset: Int) -> UInt64 { eightBytes(at: offset)?.byteSwapped ?? 0 }

    /// The text that the word of a string in UTF-8 names; empty where the document has no such bytes.
    @inline(__always)
    func string(_ word: PropertyListWord) -> String { utf8String(of: word) }

    /// The index of the value of the first member of that name, among those that begin from `start` on and before `end`;
    /// keys in UTF-16 are passed over.
    @inline(__always)
    func value(of name: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        // One comparison for kind and length. A name too long for a word is no key's.
        guard name.count <= PropertyListWord.maximumPayload else { return nil }
        let wanted = PropertyListDocumentView.string(ofLength: name.count)
        var current = start
        while current < end {
            let word = word(at: current)
            if word.bits &>> 32 == wanted, unsafe bytesMatch(word, name) { return current &+ 1 }
            current = index(after: current &+ 1)
        }
        return nil
    }
}
