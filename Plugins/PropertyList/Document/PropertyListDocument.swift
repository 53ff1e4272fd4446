import Mimeograph
public import MimeographTree
import Synchronization

/// A property list that was read: its own copy of the bytes, and the tape over them.
///
/// Immutable but for its tables, so it is shared freely; a ``PropertyList`` value is a document and an index into its tape.
@usableFromInline
package final class PropertyListDocument: TapeDocument {
    @usableFromInline
    package typealias Value = PropertyList
    @usableFromInline
    package typealias Word = PropertyListWord

    /// The bytes that words of the tape point into, and some padding after them.
    @usableFromInline
    package let bytes: [UInt8]
    /// The tape; see ``PropertyListWord``. Word 0 is the root value.
    @usableFromInline
    package let tape: [UInt64]
    /// The format that it was read from.
    let format: PropertyListFileFormat

    /// Bytes of padding, so that eight bytes can be loaded at any offset of the text.
    static let padding = PaddedBytes.padding

    private let lookups = Mutex(TapeLookups())

    init(bytes: [UInt8], tape: [UInt64], format: PropertyListFileFormat) {
        self.bytes = bytes
        self.tape = tape
        self.format = format
    }

    @usableFromInline
    package func withLookups<Result: Sendable>(_ body: (inout TapeLookups) -> Result) -> Result {
        lookups.withLock { body(&$0) }
    }
}

extension PropertyListDocument {
    /// The index of the word that stands for the value at `index`: another one for a container that came before.
    @inline(__always)
    func resolved(_ index: Int) -> Int { word(at: index).target(from: index) }
}

extension PropertyListDocument {
    /// Eight bytes at an offset, the first in the highest bits.
    @inline(__always)
    func word64(at offset: Int) -> UInt64 { UInt64(bigEndian: eightBytes(at: offset)) }

    /// The number that a word of the tag real, singleReal or date points to.
    @inline(__always)
    func real(of word: PropertyListWord) -> Double {
        let bits = word64(at: word.offset)
        if word.tag == .singleReal { return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits &>> 32))) }
        return Double(bitPattern: bits)
    }

    /// The integer at an index, or nil where none is or it does not fit.
    @inline(__always)
    func int64(at index: Int) -> Int64? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return word.smallInteger
        case .int64: return Int64(bitPattern: word64(at: word.offset))
        default: return nil
        }
    }

    /// The integer at an index, or nil where none is or it does not fit.
    func uint64(at index: Int) -> UInt64? {
        let word = word(at: index)
        if word.tag == .uint64 { return word64(at: word.offset) }
        return int64(at: index).flatMap { UInt64(exactly: $0) }
    }

    /// The integer or real at an index as a double, or nil where none is.
    func double(at index: Int) -> Double? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return Double(word.smallInteger)
        case .int64: return Double(Int64(bitPattern: word64(at: word.offset)))
        case .uint64: return Double(word64(at: word.offset))
        case .real, .singleReal: return real(of: word)
        default: return nil
        }
    }

    /// The bytes of the data at an index.
    func data(of word: PropertyListWord) -> ArraySlice<UInt8> { bytes[word.offset..<word.offset &+ word.payload] }
}

extension PropertyListDocument {
    /// The string at an index of the tape, which is one of the two string words.
    @inline(__always) @usableFromInline
    package func string(at index: Int) -> String { string(of: word(at: index)) }

    /// The string that a string word names.
    @inline(__always)
    func string(of word: PropertyListWord) -> String {
        word.tag == .wideString ? wideString(of: word) : utf8String(of: word)
    }

    private func wideString(of word: PropertyListWord) -> String {
        // No unit of UTF-16 needs more than three bytes of UTF-8.
        // SAFETY: the capacity is enough for all of them, and each byte is written before it is counted.
        unsafe String(unsafeUninitializedCapacity: word.payload / 2 * 3) { output in
            var count = 0
            var units = UTF16Units(document: self, word: word)
            while let scalar = units.next() {
                for byte in scalar.utf8 {
                    unsafe output[count] = byte
                    count &+= 1
                }
            }
            return count
        }
    }

    /// Appends the string that a word names, in UTF-8.
    func appendUTF8(of word: PropertyListWord, to output: inout [UInt8]) {
        if word.tag == .string {
            output.append(contentsOf: bytes[word.offset..<word.offset &+ word.payload])
            return
        }
        var units = UTF16Units(document: self, word: word)
        while let scalar = units.next() { output.append(contentsOf: scalar.utf8) }
    }

    /// The scalars of a wide string. The reader has made sure that surrogates stand in pairs.
    private struct UTF16Units {
        let document: PropertyListDocument
        var offset: Int
        let end: Int

        init(document: PropertyListDocument, word: PropertyListWord) {
            self.document = document
            offset = word.offset
            end = word.offset + word.payload
        }

        @inline(__always)
        mutating func next() -> Unicode.Scalar? {
            guard offset < end else { return nil }
            let high = UInt32(document.bytes[offset]) << 8 | UInt32(document.bytes[offset + 1])
            offset += 2
            guard high & 0xFC00 == 0xD800 else { return Unicode.Scalar(high) }
            let low = UInt32(document.bytes[offset]) << 8 | UInt32(document.bytes[offset + 1])
            offset += 2
            return Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF))
        }
    }

    @inline(__always) @usableFromInline
    package func stringMatches(at index: Int, _ text: String) -> Bool {
        let word = word(at: index)
        return word.tag == .wideString ? wideStringMatches(word, text) : bytesMatch(word, text)
    }

    private func wideStringMatches(_ word: PropertyListWord, _ text: String) -> Bool {
        var units = UTF16Units(document: self, word: word)
        for scalar in text.unicodeScalars { if units.next() != scalar { return false } }
        return units.next() == nil
    }
}
