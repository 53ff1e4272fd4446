import Mimeograph
import MimeographTree

extension CodingErrorFormatter {
    /// The words of property lists.
    static let propertyList = CodingErrorFormatter(
        writing: "a property list",
        hasStrategies: false,
        alternative: "write it as what property lists can hold"
    )
}

extension PropertyListDecodingContext {
    /// The error for a body that did not make a value.
    func report(_ error: any Error, of type: any Any.Type, body: Span<UInt8>) -> SerializationError {
        var (report, index) = CodingErrorFormatter.propertyList.decoding(error, of: type, lastFailure) { path in
            let root = view.resolved(0)
            return self.index(at: path, from: PropertyListDecodingPosition(context: self, index: root, depth: 0))
        }
        if let index { report.location = document.location(of: index, in: body) }
        return report
    }
}

extension PropertyListDocument {
    /// Where in the body the value at an index stands, or, where only that is known, the key before it; nil where neither
    /// is, or where the body is in another encoding than UTF-8.
    fileprivate func location(of index: Int, in body: Span<UInt8>) -> SourceLocation? {
        guard index >= 0, index < tape.count else { return nil }
        let hasMark = format != .binary && body.count >= 3 && body[0] == 0xEF && body[1] == 0xBB && body[2] == 0xBF
        let markLength = hasMark ? 3 : 0
        // A text in another encoding that has as many bytes is one of ASCII only, whose offsets are the same.
        if format != .binary, bytes.count != body.count - markLength + PropertyListDocument.padding { return nil }
        guard let offset = offset(of: index), offset + markLength <= body.count else { return nil }
        return SourceLocation(offset: offset + markLength, in: body)
    }

    private func offset(of index: Int) -> Int? {
        switch word(at: index).tag {
        case .int64, .uint64, .real, .singleReal, .date, .string, .wideString, .data: return word(at: index).offset
        default: break
        }
        // Keys can only be told from values from the front, so this walks down to the value.
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
                ends.append((word.offset, word.tag == .dictionary))
                current += 1
            } else {
                current = self.index(after: current)
            }
        }
        return nil
    }
}

extension PropertyListDecodingContext {
    static var objectNoun: String { "a dictionary" }

    func noun(at index: Int) -> String { word(at: index).noun }

    func isNumber(at index: Int) -> Bool {
        switch word(at: index).tag {
        case .smallInteger, .int64, .uint64, .real, .singleReal: true
        default: false
        }
    }

    func record(_ failure: CodingFailure<Int>) { lastFailure = failure }

    @inline(never)
    func scalarFailure<T>(_ type: T.Type, at index: Int, path: [CodingStep]) -> DecodingError {
        unreadable(type, at: index, path: path)
    }
}

extension PropertyListWord {
    /// What the value is called in a sentence.
    fileprivate var noun: String {
        switch kind {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .real: "a real"
        case .string: "a string"
        case .date: "a date"
        case .data: "data"
        case .uid: "a reference of a keyed archive"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }
}
