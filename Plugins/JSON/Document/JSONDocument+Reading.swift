extension JSONDocument {
    /// The string at an index of the tape.
    func string(at index: Int) -> String {
        string(of: word(at: index))
    }

    /// The string that a string word names.
    @inline(__always)
    func string(of word: JSONWord) -> String {
        let range = word.low..<word.low &+ word.aux
        // The scanner has validated them, so that they need not be looked at again where the library lets one say so.
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return unsafe bytes.withUnsafeBufferPointer { buffer in
                // SAFETY: the content of every string of a document is valid UTF-8, and the spans stay in this closure.
                unsafe String(copying: UTF8Span(unchecked: Span(_unsafeElements: buffer[range])))
            }
        }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// Whether the string at an index has exactly the bytes of `text`; nothing is allocated.
    func stringMatches(at index: Int, _ text: String) -> Bool {
        let word = word(at: index)
        guard text.utf8.count == word.aux else { return false }
        var text = text
        return text.withUTF8 { wanted in
            // SAFETY: both buffers hold `word.aux` bytes from their start on, and no load goes beyond them.
            unsafe bytes.withUnsafeBytes { bytes in
                let wanted = UnsafeRawBufferPointer(wanted)
                var offset = 0
                while offset &+ 8 <= word.aux {
                    let left = unsafe wanted.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    let right = unsafe bytes.loadUnaligned(fromByteOffset: word.low &+ offset, as: UInt64.self)
                    if left != right { return false }
                    offset &+= 8
                }
                while offset < word.aux {
                    if unsafe wanted[offset] != bytes[word.low &+ offset] { return false }
                    offset &+= 1
                }
                return true
            }
        }
    }

    /// Whether the strings at two indices have the same bytes.
    func stringsMatch(at left: Int, _ right: Int) -> Bool {
        let left = word(at: left)
        let right = word(at: right)
        guard left.aux == right.aux else { return false }
        return bytes[left.low..<left.low + left.aux].elementsEqual(bytes[right.low..<right.low + right.aux])
    }

    /// The text of the number at an index: as it was written, where it is more than a small integer.
    func numberText(at index: Int) -> String {
        let word = word(at: index)
        if word.tag == .smallInteger { return String(word.smallInteger) }
        return String(decoding: bytes[word.low..<word.low + word.aux], as: UTF8.self)
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
    func int64(at index: Int) -> Int64? {
        let word = word(at: index)
        switch word.tag {
        case .smallInteger: return word.smallInteger
        case .int64: return Int64(bitPattern: tape[index + 1])
        case .double: return JSONNumber.int64(exactly: Double(bitPattern: tape[index + 1]))
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
        case .double: return JSONNumber.uint64(exactly: Double(bitPattern: tape[index + 1]))
        default: return nil
        }
    }
}

extension JSONDocument {
    /// The number of elements or members of a container, duplicate keys included.
    func count(ofContainerAt index: Int) -> Int {
        let word = word(at: index)
        if word.aux < JSONWord.maximumAux { return word.aux }
        // The word's count is saturated, so they have to be counted.
        let stride = word.tag == .object ? 1 : 0
        var count = 0
        var next = index + 1
        while next < word.low {
            count += 1
            next = self.index(after: next + stride)
        }
        return count
    }

    /// The index of the value of the last member with that key; nil where there is none, or where no object is.
    func value(forKey key: String, inObjectAt object: Int) -> Int? {
        let word = word(at: object)
        guard word.tag == .object else { return nil }
        var found: Int?
        var index = object + 1
        while index < word.low {
            if stringMatches(at: index, key) { found = index + 1 }
            index = self.index(after: index + 1)
        }
        return found
    }
}
