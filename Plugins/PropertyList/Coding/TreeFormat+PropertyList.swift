import Mimeograph
import MimeographTree

extension TreeFormat {
    /// The properties of property lists that the coders need.
    static let propertyList = TreeFormat(
        value: PropertyList.self,
        errors: CodingErrorFormatter(
            writing: "a property list",
            hasStrategies: false,
            alternative: "write it as a type that property lists can hold"
        ),
        nouns: Nouns(
            integer: "an integer",
            real: "a real",
            object: "a dictionary",
            extended: "a reference of a keyed archive"
        ),
        hasNullText: true,
        hasTextualURLs: false,
        hasWideStrings: true,
        unwritableNumber: "Property lists hold integers from -2^63 to 2^64 - 1.",
        nativeDates: NativeDates(
            range: PropertyListCalendar.first..<PropertyListCalendar.end,
            sentence: "Property lists hold dates of the years 1 to 9999."
        ),
        // The type that Foundation reports as missing.
        missingSuper: (any UnkeyedDecodingContainer).self,
        decimal: nil
    )
}

extension PropertyListFormat {
    /// Writes an encoded value.
    ///
    /// - Throws: `EncodingError` with the path of a value that the format cannot hold.
    func written<V>(_ document: TapeDocument, of type: V.Type) throws -> [UInt8] {
        let root = PropertyList(TreeNode(document, at: 0))
        // Foundation rejects these kinds as a whole list.
        switch root.kind {
        case _ where V.self == PropertyList.self: break
        case .boolean, .integer, .real, .string, .date:
            let description =
                "A \(root.kind) alone is not written as a property list; put it into an array or a dictionary."
            throw EncodingError.invalidValue(
                "\(type)",
                EncodingError.Context(codingPath: [], debugDescription: description)
            )
        default: break
        }
        do throws(SerializationError) { return try root.serialized(writing) } catch {
            let value = error.codingPath.reduce(root) { value, key in
                key.intValue.map { value[$0] } ?? value[key.stringValue]
            }
            throw EncodingError.invalidValue(
                "\(value.kind)",
                EncodingError.Context(codingPath: error.codingPath, debugDescription: error.message)
            )
        }
    }
}

extension TapeDocument {
    /// Returns the location in the body of the value at an index, or of the key before it. Returns nil if neither is known, or if
    /// the body's encoding is not UTF-8.
    func location(of index: Int, in body: Span<UInt8>) -> SourceLocation? {
        guard index >= 0, index < tape.count else { return nil }
        let hasMark = format != .binary && body.count >= 3 && body[0] == 0xEF && body[1] == 0xBB && body[2] == 0xBF
        let markLength = hasMark ? 3 : 0
        // A text in another encoding with as many bytes is all ASCII, and its offsets are the same.
        if format != .binary, bytes.count != body.count - markLength + PaddedBytes.padding { return nil }
        guard let offset = offset(of: index), offset + markLength <= body.count else { return nil }
        if format == .binary { return SourceLocation(offset: offset) }
        return SourceLocation(offset: offset + markLength, in: body)
    }

    private func offset(of index: Int) -> Int? {
        switch word(at: index).tag {
        case .int64, .uint64, .double, .date, .string, .wideString, .data: return word(at: index).offset
        default: break
        }
        // Keys can be distinguished from values only from the front, so this walks down to the value.
        var current = 0
        var ends: [(end: Int, isDictionary: Bool)] = []
        while current < index {
            while let innermost = ends.last, innermost.end <= current { ends.removeLast() }
            if ends.last?.isDictionary == true {
                if current + 1 == index { return word(at: current).offset }
                current += 1
            }
            let word = word(at: current)
            if word.isContainer, word.offset > index {
                ends.append((word.offset, word.tag == .object))
                current += 1
            } else {
                current = self.index(after: current)
            }
        }
        return nil
    }
}
