import Mimeograph

// MARK: - Strings

extension TapeDocument {
    /// Returns the string at an index of the tape, in either form.
    @inlinable @inline(__always)
    package func string(at index: Int) -> String { string(of: word(at: index)) }

    /// Returns the string of a word; for a number, its text.
    @inlinable @inline(__always)
    package func string(of word: TapeWord) -> String {
        word.has(.wideString) ? wideString(of: word) : utf8String(of: word)
    }

    @usableFromInline
    func wideString(of word: TapeWord) -> String {
        // A UTF-16 unit needs at most three bytes of UTF-8.
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

    /// Appends the string of a word, in UTF-8.
    package func appendUTF8(of word: TapeWord, to output: inout [UInt8]) {
        if word.has(.string) {
            output.append(contentsOf: content(of: word))
            return
        }
        var units = UTF16Units(document: self, word: word)
        while let scalar = units.next() { output.append(contentsOf: scalar.utf8) }
    }

    /// The scalars of a wide string. The parser has checked that surrogates are paired.
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

    /// Whether the string at an index equals `text`, scalar by scalar.
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
    /// Returns the bytes of a string in UTF-8, of data, or of the text of a number.
    package func content(of word: TapeWord) -> ArraySlice<UInt8> { bytes[word.offset..<word.offset + word.payload] }

    /// Returns the 64 bits of the number or date at an index.
    @inlinable @inline(__always)
    package func long(at index: Int) -> UInt64 { tape[index + 1] }

    /// Returns the number at an index, or the nearest `Double`; nil if it is out of range, or if the value is not a number.
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

    /// Returns the date at an index in seconds since the beginning of 2001; nil if the value is not a date.
    package func date(at index: Int) -> Double? {
        word(at: index).has(.date) ? Double(bitPattern: long(at: index)) : nil
    }

    /// Returns the integer at an index, even if its text has a fraction of zeros or an exponent; nil if it is not an integer or
    /// does not fit.
    ///
    /// The digits decide, as in typed decoding: the `Double` nearest to `0.99999999999999999` is 1. A real without a text is not
    /// an integer.
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

    /// Returns the integer at an index, under the rules of ``int64(at:)``.
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

    /// Returns the extension that begins at an index, its number, and the index of its content.
    package func extended(at index: Int) -> (kind: TapeWord.Extension, number: UInt64, content: Int)? {
        let word = word(at: index)
        guard word.has(.extended), let kind = TapeWord.Extension(rawValue: word.payload) else { return nil }
        return (kind, tape[index + 1], index + 2)
    }
}

extension Double {
    /// Returns the bits of the `Double` that equals a `Float`. The processor's own conversion makes a signaling NaN quiet.
    @inlinable @inline(__always)
    package static func bits(widening single: UInt32) -> UInt64 {
        let value = Float(bitPattern: single)
        if !value.isNaN { return Double(value).bitPattern }
        return UInt64(single & 0x8000_0000) &<< 32 | 0x7FF &<< 52 | UInt64(single & 0x7F_FFFF) &<< 29
    }
}
