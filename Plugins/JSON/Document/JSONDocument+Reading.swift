import Mimeograph
import MimeographTree

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
    func numberBytes(of word: JSONWord) -> ArraySlice<UInt8> { bytes[word.low..<word.low + word.aux] }
}
