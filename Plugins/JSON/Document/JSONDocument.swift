import Mimeograph
public import MimeographTree
import Synchronization

/// A parsed document: its own copy of the bytes, strings unescaped in place, and the tape over them.
///
/// Immutable but for its tables, so it is shared freely; a ``JSON`` value is a document and an index into its tape.
@usableFromInline
package final class JSONDocument: TapeDocument {
    @usableFromInline
    package typealias Value = JSON
    @usableFromInline
    package typealias Word = JSONWord

    /// The bytes; strings and number texts are read from here.
    @usableFromInline
    package let bytes: [UInt8]
    /// The tape; see ``JSONWord``. Word 0 begins the root value.
    @usableFromInline
    package let tape: [UInt64]

    private let lookups = Mutex(TapeLookups())

    init(bytes: [UInt8], tape: [UInt64]) {
        self.bytes = bytes
        self.tape = tape
    }

    @usableFromInline
    package func withLookups<Result: Sendable>(_ body: (inout TapeLookups) -> Result) -> Result {
        lookups.withLock { body(&$0) }
    }
}

extension JSONDocument {
    /// The string at an index of the tape.
    @inline(__always) @usableFromInline
    package func string(at index: Int) -> String { utf8String(of: word(at: index)) }

    /// The string that a string word names.
    @inline(__always)
    func string(of word: JSONWord) -> String { utf8String(of: word) }

    @inline(__always) @usableFromInline
    package func stringMatches(at index: Int, _ text: String) -> Bool { bytesMatch(word(at: index), text) }

    /// The text of the number at an index: as it was written, where it is more than a small integer.
    func numberText(at index: Int) -> String {
        let word = word(at: index)
        if word.tag == .smallInteger { return String(word.smallInteger) }
        return String(decoding: numberBytes(of: word), as: UTF8.self)
    }

    /// The double nearest to the number at an index; nil where it is out of range, or where no number is.
    func double(at index: Int) -> Double? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return Double(word.smallInteger)
        case .int64: return Double(Int64(bitPattern: tape[index + 1]))
        case .uint64: return Double(tape[index + 1])
        case .double: return Double(bitPattern: tape[index + 1])
        case .bigNumber:
            let value = Double(bitPattern: tape[index + 1])
            return value.isInfinite ? nil : value
        default: return nil
        }
    }

    /// The integer at an index, also where it is written with a fraction of zeros or an exponent; nil where it is none,
    /// or does not fit.
    ///
    /// The digits decide, as they do for typed decoding: the nearest double of `0.99999999999999999` is 1.
    func int64(at index: Int) -> Int64? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return word.smallInteger
        case .int64: return Int64(bitPattern: tape[index + 1])
        case .double, .bigNumber: return JSONExactInteger.parse(Int64.self, numberBytes(of: word))
        default: return nil
        }
    }

    /// The integer at an index, as ``int64(at:)`` has it.
    func uint64(at index: Int) -> UInt64? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return UInt64(exactly: word.smallInteger)
        case .int64: return UInt64(exactly: Int64(bitPattern: tape[index + 1]))
        case .uint64: return tape[index + 1]
        case .double, .bigNumber: return JSONExactInteger.parse(UInt64.self, numberBytes(of: word))
        default: return nil
        }
    }

    /// The text of a number that is more than a small integer.
    func numberBytes(of word: JSONWord) -> ArraySlice<UInt8> { bytes[word.offset..<word.offset + word.payload] }
}

extension JSONDocument {
    /// The offset of the first key that its object already had, or nil where all keys are unique.
    ///
    /// Offsets count from the first byte of ``bytes``, and name the opening quotation mark.
    func offsetOfDuplicateKey() -> Int? {
        var found: Int?
        var index = 0
        while index < tape.count {
            let word = word(at: index)
            if word.tag == .object, word.payload > 1 {
                if let second = secondOccurrence(inObjectAt: index) {
                    found = min(found ?? .max, self.word(at: second).offset - 1)
                }
            }
            index += word.width
        }
        return found
    }

    private func secondOccurrence(inObjectAt object: Int) -> Int? {
        let end = word(at: object).offset
        var seen: Set<TapeKey<JSONDocument>> = []
        var keys: [Int] = []
        var index = object + 1
        let isSmall = word(at: object).payload <= JSONDocument.pairwiseLimit
        while index < end {
            if isSmall {
                if keys.contains(where: { stringsMatch(at: $0, index) }) { return index }
                keys.append(index)
            } else if !seen.insert(TapeKey(document: self, index: index)).inserted {
                return index
            }
            index = self.index(after: index + 1)
        }
        return nil
    }
}
