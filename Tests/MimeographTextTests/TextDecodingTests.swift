import Mimeograph
import MimeographText
import TestSupport
import Testing

@Suite struct TextDecodingTests {
    /// The expected texts come from the TextDecoder of a browser engine, except for UTF-32.
    @Test(
        arguments: [
            ("utf-8", [0xF0, 0x9F, 0x98], "\u{FFFD}", 0),
            ("utf-8", [0xE2, 0x82, 0x41], "\u{FFFD}A", 0),
            ("utf-8", [0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", 0),
            ("utf-8", [0x61, 0xC0, 0xAF], "a\u{FFFD}\u{FFFD}", 1),
            ("utf-8", [0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 0),
            ("utf-8", [0x61, 0xFF, 0x62], "a\u{FFFD}b", 1),
            ("utf-8", [0x41, 0x0A, 0xE2, 0x82], "A\n\u{FFFD}", 2),
            ("utf-8", [0xF0, 0x9F, 0x98, 0x41], "\u{FFFD}A", 0),
            ("utf-16le", [0x00], "\u{FFFD}", 0),
            ("utf-16le", [0x3D, 0xD8, 0x41], "\u{FFFD}", 0),
            ("utf-16le", [0x41, 0x00, 0x3D, 0xD8], "A\u{FFFD}", 2),
            ("utf-16le", [0x3D, 0xD8, 0x41, 0x00], "\u{FFFD}A", 0),
            ("utf-16le", [0x00, 0xDC, 0x41, 0x00], "\u{FFFD}A", 0),
            ("utf-16le", [0x3D, 0xD8, 0x3D, 0xD8, 0x00, 0xDE], "\u{FFFD}\u{1F600}", 0),
            ("utf-16le", [0x41, 0x00, 0x3D], "A\u{FFFD}", 2),
            ("utf-16be", [0xD8, 0x3D, 0xDE, 0x00, 0xDC, 0x00], "\u{1F600}\u{FFFD}", 4),
            ("utf-32le", [0x41, 0, 0, 0, 0, 0xD8, 0, 0], "A\u{FFFD}", 4),
            ("utf-32be", [0, 0x11, 0, 0, 0, 0, 0, 0x42], "\u{FFFD}B", 0),
            ("utf-32be", [0, 0, 0, 0x42, 0, 0, 0], "B\u{FFFD}", 4),
            ("windows-1253", [0x41, 0xAA, 0x42], "A\u{FFFD}B", 1),
            ("iso-8859-6", [0xC7, 0xA1], "\u{0627}\u{FFFD}", 1),
        ] as [(String, [UInt8], String, Int)]
    )
    func invalidSequences(label: String, bytes: [UInt8], replaced: String, offset: Int) throws {
        let encoding = try #require(TextEncoding(label: label))
        #expect(
            try Array(decode(bytes, as: encoding, onInvalid: .replace).unicodeScalars) == Array(replaced.unicodeScalars)
        )
        let error = try #require(throws: SerializationError.self) { try decode(bytes, as: encoding) }
        #expect(error.code == .invalidText)
        #expect(error.location?.offset == offset)
        #expect(error.message.contains(encoding.name))
        #expect(error.remedy != nil)
    }

    @Test(
        arguments: [
            // The mark and label → the encoding. A mark overrides the label.
            ([0xEF, 0xBB, 0xBF, 0x41], "latin1", "UTF-8", "A"),
            ([0xEF, 0xBB, 0xBF, 0x41], "klingon", "UTF-8", "A"),
            ([0xFE, 0xFF, 0x00, 0x41], "utf-8", "UTF-16BE", "A"),
            ([0xFF, 0xFE, 0x41, 0x00], nil, "UTF-16LE", "A"),
            ([0xFF, 0xFE, 0x41, 0x00], "utf-16be", "UTF-16LE", "A"),
            ([0xFF, 0xFE, 0x00, 0x00, 0x41, 0x00, 0x00, 0x00], nil, "UTF-32LE", "A"),
            ([0xFF, 0xFE, 0x00, 0x00, 0x41, 0x00], "utf-16", "UTF-16LE", "\0A"),
            ([0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x41], "utf-8", "UTF-32BE", "A"),
            // No mark: the label, then the default.
            ([0xE9], "ISO-8859-1", "windows-1252", "é"),
            ([0x80], "us-ascii", "windows-1252", "€"),
            ([0xC3, 0xA9], nil, "UTF-8", "é"),
            ([0xC3, 0xA9], "UTF8", "UTF-8", "é"),
            ([0xCA], "koi8-r", "KOI8-R", "й"),
            ([], nil, "UTF-8", ""),
            ([], "utf-16", "UTF-16LE", ""),
            ([0xEF, 0xBB], "latin1", "windows-1252", "ï»"),
            // Only one mark is removed.
            ([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], nil, "UTF-8", "\u{FEFF}"),
        ] as [([UInt8], String?, String, String)]
    )
    func whichEncoding(bytes: [UInt8], label: String?, name: String, text: String) throws {
        let decoded = try TextDecoding.decode(bytes, charset: label)
        #expect(decoded.encoding.name == name)
        #expect(decoded.text == text)
    }

    @Test func theDefaultIsTheFormats() throws {
        let decoded = try TextDecoding.decode([0xE9] as [UInt8], default: .windows1252)
        #expect(decoded.text == "é")
        #expect(decoded.encoding == .windows1252)
    }

    @Test(arguments: [("klingon\u{7}é", "klingon?é"), ("shift_jis", "Shift_JIS"), ("gb18030", "gb18030"), ("", "\"\"")])
    func charsetsThatCannotBeDecoded(label: String, shown: String) throws {
        let error = try #require(throws: SerializationError.self) {
            try TextDecoding.decode([0x41] as [UInt8], charset: label)
        }
        #expect(error.code == .unsupportedCharset)
        #expect(error.message.contains(shown))
        #expect(error.remedy != nil)
    }

    @Test func aLongLabelIsCut() throws {
        let error = try #require(throws: SerializationError.self) {
            try TextDecoding.decode([] as [UInt8], charset: String(repeating: "x", count: 10_000))
        }
        #expect(error.message.utf8.count < 120)
    }

    @Test(arguments: [("utf-16le", 2), ("utf-32be", 4), ("utf-8", 1), ("koi8-r", 1)])
    func lineAndColumn(label: String, unit: Int) throws {
        let encoding = try #require(TextEncoding(label: label))
        // U+010A has the byte 0x0A in UTF-16 but is not a line feed; "ab" is the second line.
        var bytes = encode(unit == 1 ? "x\nab" : "\u{010A}\nab", as: encoding)
        let offset = bytes.count
        let bad: [String: [UInt8]] = ["utf-16le": [0, 0xDC], "utf-32be": [0xFF, 0, 0, 0], "utf-8": [0xFF]]
        guard let wrong = bad[label] else { return }
        bytes += wrong
        let error = try #require(throws: SerializationError.self) { try decode(bytes, as: encoding) }
        #expect(error.location == SourceLocation(offset: offset, line: 2, column: 2 * unit + 1))
    }

    @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .utf8])
    func roundTripsOfRandomScalars(encoding: TextEncoding) throws {
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<300 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                let most: UInt32 = [0x7F, 0x7FF, 0xFFFF, 0x10FFFF].randomElement(using: &generator) ?? 0x7F
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...most, using: &generator)) { text.append(scalar) }
            }
            // U+FEFF at the start is correctly taken for a byte order mark.
            if text.first == "\u{FEFF}" { text.removeFirst() }
            let bytes = encode(String(text), as: encoding)
            #expect(try Array(decode(bytes, as: encoding).unicodeScalars) == Array(text))
            let marked = encode("\u{FEFF}" + String(text), as: encoding)
            #expect(try Array(decode(marked, as: encoding).unicodeScalars) == Array(text))
        }
    }

    @Test func everyPrefixOfAMultiByteSequence() throws {
        for scalar in ["é", "€", "\u{800}", "\u{D7FF}", "\u{FFFD}", "\u{10000}", "😀", "\u{10FFFF}"] {
            for encoding in [
                TextEncoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
            ] {
                let whole = encode("a" + scalar, as: encoding)
                let first = encode("a", as: encoding).count
                #expect(try decode(whole, as: encoding) == "a" + scalar)
                for length in first + 1..<whole.count {
                    let error = try #require(throws: SerializationError.self) {
                        try decode(Array(whole[..<length]), as: encoding)
                    }
                    #expect(error.location?.offset == first, "\(encoding) \(scalar) \(length)")
                    #expect(error.message.contains("end in the middle"))
                    #expect(try decode(Array(whole[..<length]), as: encoding, onInvalid: .replace) == "a\u{FFFD}")
                }
            }
        }
    }

    @Test(arguments: ["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be", "windows-1255"])
    func mutationsAgainstTheStandardLibrary(label: String) throws {
        let encoding = try #require(TextEncoding(label: label))
        let seed = label == "windows-1255" ? [UInt8](0x60...0xFF) : encode("aé€😀\nß\u{FFFF}\u{800}z", as: encoding)
        var generator = SeededGenerator(seed: 99)
        for _ in 0..<20_000 {
            let bytes = Mutation.mutate(
                seed,
                dictionary: [[0xD8], [0xDC, 0x00], [0xED, 0xA0], [0xF4, 0x90]],
                using: &generator
            )
            // Bytes with a mark are skipped, because only this module removes the mark.
            let mark = encode("\u{FEFF}", as: encoding)
            guard label == "windows-1255" || !bytes.starts(with: mark) else { continue }
            let replaced = try TextDecoding.transcodeToUTF8(bytes.span, from: encoding, onInvalid: .replace)
            #expect(String(validating: replaced, as: UTF8.self) != nil)
            let refused: [UInt8]?
            do { refused = try TextDecoding.transcodeToUTF8(bytes.span, from: encoding) } catch {
                refused = nil
                let offset = try #require(error.location?.offset)
                #expect(error.code == .invalidText)
                // Everything before the offset is valid, and no valid character begins at the offset.
                #expect(valid(Array(bytes[..<offset]), as: encoding) ?? true)
                #expect(valid(bytes, as: encoding) != true)
            }
            if let refused { #expect(refused == replaced) }
            if let oracle = valid(bytes, as: encoding) { #expect(oracle == (refused != nil)) }
            if label == "utf-8" { #expect(replaced == Array(String(decoding: bytes, as: UTF8.self).utf8)) }
        }
    }
}

/// Returns the standard library's text of bytes, or nil if it does not know the encoding.
private func valid(_ bytes: [UInt8], as encoding: TextEncoding) -> Bool? {
    func units<Unit: FixedWidthInteger>(_ type: Unit.Type, bigEndian: Bool) -> [Unit]? {
        let size = Unit.bitWidth / 8
        guard bytes.count.isMultiple(of: size) else { return nil }
        return stride(from: 0, to: bytes.count, by: size).map { start in
            let unit = bytes[start..<start + size]
            return (bigEndian ? Array(unit) : unit.reversed()).reduce(0) { $0 << 8 | Unit($1) }
        }
    }
    switch encoding {
    case .utf8: return String(validating: bytes, as: UTF8.self) != nil
    case .utf16LittleEndian, .utf16BigEndian:
        guard let units = units(UInt16.self, bigEndian: encoding == .utf16BigEndian) else { return false }
        return String(validating: units, as: UTF16.self) != nil
    case .utf32LittleEndian, .utf32BigEndian:
        guard let units = units(UInt32.self, bigEndian: encoding == .utf32BigEndian) else { return false }
        return units.allSatisfy { Unicode.Scalar($0) != nil }
    default: return nil
    }
}

/// Encodes text with the standard library, for the encodings that it knows. Other encodings get ASCII.
private func encode(_ text: String, as encoding: TextEncoding) -> [UInt8] {
    switch encoding {
    case .utf16LittleEndian: text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case .utf32LittleEndian:
        text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> ($0 * 8) & 0xFF) } }
    case .utf32BigEndian:
        text.unicodeScalars.flatMap { scalar in (0..<4).reversed().map { UInt8(scalar.value >> ($0 * 8) & 0xFF) } }
    default: Array(text.utf8)
    }
}
