import Mimeograph

// MARK: - Strings

extension TapeDocument {
    /// The string at an index of the tape, in either form.
    @inlinable @inline(__always)
    package func string(at index: Int) -> String { string(of: word(at: index)) }

    /// The string that a word names; for a number the text that it was written as.
    @inlinable @inline(__always)
    package func string(of word: TapeWord) -> String {
        word.has(.wideString) ? wideString(of: word) : utf8String(of: word)
    }

    @usableFromInline
    func wideString(of word: TapeWord) -> String {
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
    package func appendUTF8(of word: TapeWord, to output: inout [UInt8]) {
        if word.has(.string) {
            output.append(contentsOf: content(of: word))
            return
        }
        var units = UTF16Units(document: self, word: word)
        while let scalar = units.next() { output.append(contentsOf: scalar.utf8) }
    }

    /// The scalars of a wide string. The reader has made sure that surrogates stand in pairs.
    private struct UTF16Units {
        let document: TapeDocument
        var offset: Int
        let end: Int

        init(document: TapeDocument, word: TapeWord) {
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

    /// Whether the string at an index is `text`, scalar by scalar.
    @inlinable @inline(__always)
    package func stringMatches(at index: Int, _ text: String) -> Bool {
        let word = word(at: index)
        return word.has(.wideString) ? wideStringMatches(word, text) : bytesMatch(word, text)
    }

    @usableFromInline
    func wideStringMatches(_ word: TapeWord, _ text: String) -> Bool {
        var units = UTF16Units(document: self, word: word)
        for scalar in text.unicodeScalars { if units.next() != scalar { return false } }
        return units.next() == nil
    }
}

// MARK: - Numbers and data

extension TapeDocument {
    /// The bytes of a string in UTF-8, of data, or of the text of a number.
    package func content(of word: TapeWord) -> ArraySlice<UInt8> { bytes[word.offset..<word.offset + word.payload] }

    /// The 64 bits of the number or date at an index.
    @inlinable @inline(__always)
    package func long(at index: Int) -> UInt64 { tape[index + 1] }

    /// The number that the word of a date, an integer or a real stands for, or the double nearest to it; nil where it is out
    /// of range, or where no number is.
    @usableFromInline
    package func double(at index: Int) -> Double? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return Double(word.smallInteger)
        case .int64: return Double(Int64(bitPattern: long(at: index)))
        case .uint64: return Double(long(at: index))
        case .double: return Double(bitPattern: long(at: index))
        case .bigNumber:
            let value = Double(bitPattern: long(at: index))
            return value.isInfinite ? nil : value
        default: return nil
        }
    }

    /// Seconds since the beginning of 2001, where a date is.
    package func date(at index: Int) -> Double? {
        word(at: index).has(.date) ? Double(bitPattern: long(at: index)) : nil
    }

    /// The integer at an index, also where its text has a fraction of zeros or an exponent; nil where it is none, or does not
    /// fit.
    ///
    /// The digits decide, as they do for typed decoding: the nearest double of `0.99999999999999999` is 1. A real that has no
    /// text is no integer.
    @usableFromInline
    package func int64(at index: Int) -> Int64? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return word.smallInteger
        case .int64: return Int64(bitPattern: long(at: index))
        case .double, .bigNumber: return word.payload == 0 ? nil : ExactInteger.parse(Int64.self, content(of: word))
        default: return nil
        }
    }

    /// The integer at an index, as ``int64(at:)`` has it.
    @usableFromInline
    package func uint64(at index: Int) -> UInt64? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return UInt64(exactly: word.smallInteger)
        case .int64: return UInt64(exactly: Int64(bitPattern: long(at: index)))
        case .uint64: return long(at: index)
        case .double, .bigNumber: return word.payload == 0 ? nil : ExactInteger.parse(UInt64.self, content(of: word))
        default: return nil
        }
    }

    /// The extension that begins at an index, its number, and the index of what it is about.
    package func extended(at index: Int) -> (kind: TapeWord.Extension, number: UInt64, content: Int)? {
        let word = word(at: index)
        guard word.has(.extended), let kind = TapeWord.Extension(rawValue: word.payload) else { return nil }
        return (kind, tape[index + 1], index + 2)
    }
}

extension Double {
    /// The bits of a `Float` as those of a `Double`, which is the same number. The processor's own conversion makes a signalling
    /// not-a-number quiet.
    @inlinable @inline(__always)
    package static func bits(widening single: UInt32) -> UInt64 {
        let value = Float(bitPattern: single)
        if !value.isNaN { return Double(value).bitPattern }
        return UInt64(single & 0x8000_0000) &<< 32 | 0x7FF &<< 52 | UInt64(single & 0x7F_FFFF) &<< 29
    }
}
