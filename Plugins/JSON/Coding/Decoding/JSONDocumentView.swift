import Mimeograph
import MimeographTree

/// A document's tape and bytes, as the decoder reads them.
typealias JSONDocumentView = TapeView<JSONWord>

extension JSONDocumentView {
    /// A document of what is viewed, with memory of its own.
    func document() -> JSONDocument {
        let (bytes, tape) = copies()
        return JSONDocument(bytes: bytes, tape: tape)
    }

    /// Whether the value at an index has that tag.
    @inline(__always)
    func has(_ tag: JSONWord.Tag, at index: Int) -> Bool { bits(at: index) &>> 60 == tag.rawValue }

    /// The text that the word of a string or of a number with a text names; empty where the document has no such bytes.
    @inline(__always)
    func string(_ word: JSONWord) -> String { utf8String(of: word) }

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
        unsafe bytesMatch(word(at: index), name)
    }

    /// A fingerprint, made of the length, the first eight and the last eight bytes: most different strings have different
    /// ones, and equal strings have the same.
    @inline(__always)
    func fingerprint(of word: JSONWord) -> UInt32 {
        let (start, count) = (word.offset, word.payload)
        // There is padding behind the text, so that this holds for all strings.
        guard eightBytes(at: start &+ count) != nil, var mixed = eightBytes(at: start) else { return 0 }
        if count >= 8 {
            mixed ^= (eightBytes(at: start &+ count &- 8) ?? 0) &* 0x9E37_79B9_7F4A_7C15
        } else {
            mixed &= (1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1
        }
        mixed = (mixed ^ mixed &>> 29 &+ UInt64(truncatingIfNeeded: count)) &* 0xBF58_476D_1CE4_E5B9
        return UInt32(truncatingIfNeeded: mixed &>> 32)
    }
}
