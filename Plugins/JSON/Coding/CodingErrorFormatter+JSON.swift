import Mimeograph
import MimeographTree

extension CodingErrorFormatter {
    /// The words of JSON.
    static let json = CodingErrorFormatter(
        writing: "JSON",
        alternative: "set the strategy of JSONFormat that says how such values are written"
    )
}

extension JSONDecodingContext {
    /// The error for a body that did not make a value.
    func report(_ error: any Error, of type: any Any.Type, body: Span<UInt8>) -> SerializationError {
        var (report, index) = CodingErrorFormatter.json.decoding(error, of: type, lastFailure) {
            self.index(at: $0, from: 0)
        }
        guard let index else { return report }
        let offset =
            JSONScanner.offset(ofValueAt: index, of: document, in: body, reading)
            ?? JSONScanner.offset(ofNameAt: index, of: document, in: body)
        report.location = offset.map { SourceLocation(offset: $0, in: body) }
        return report
    }

    /// The same for a value that is one of many in its document; the location has an offset in the document and no line.
    func report(_ error: any Error, of type: any Any.Type, root: Int) -> SerializationError {
        var (report, index) = CodingErrorFormatter.json.decoding(error, of: type, lastFailure) {
            self.index(at: $0, from: root)
        }
        guard let index else { return report }
        report.location = document.offset(of: index, root: root).map { SourceLocation(offset: $0, line: 1, column: 1) }
        return report
    }
}

extension JSONDecodingContext {
    private func index(at path: [any CodingKey], from root: Int) -> Int? {
        index(at: path, from: JSONDecodingPosition(context: self, index: root, depth: 0))
    }
}

extension JSONDocument {
    /// The offset in ``bytes`` at which the value at an index begins, or, where only that is known, the name of its
    /// member; nil where neither is.
    ///
    /// - Parameter root: The index of the value that it is a part of.
    func offset(of index: Int, root: Int) -> Int? {
        guard index >= root, index < tape.count else { return nil }
        var offset: Int?
        var current = root
        if index == 0 { offset = bytes.firstIndex { $0 > 0x20 } }
        // Words can only be told apart from the front, so this walks down to the value.
        while current < index {
            let word = word(at: current)
            if word.tag == .object || word.tag == .array, word.offset > index {
                current += 1
                continue
            }
            let next = self.index(after: current)
            if next == index, word.tag == .string { offset = word.offset - 1 }
            current = next
        }
        switch word(at: index).tag {
        case .string: offset = word(at: index).offset - 1
        case .int64, .uint64, .double, .bigNumber: offset = word(at: index).offset
        default: break
        }
        return offset
    }
}

extension JSONDecodingContext {
    static var objectNoun: String { "an object" }

    func noun(at index: Int) -> String { word(at: index).tag.noun }

    func isNumber(at index: Int) -> Bool {
        switch word(at: index).tag {
        case .smallInteger, .int64, .uint64, .double, .bigNumber: true
        default: false
        }
    }

    func record(_ failure: CodingFailure<Int>) { (root ?? self).lastFailure = failure }

    @inline(never)
    func scalarFailure<T>(_ type: T.Type, at index: Int, path: [CodingStep]) -> DecodingError {
        if T.self == Bool.self, isNull(at: index) {
            // Foundation has no exception for null here, and code may depend on the kind of error.
            return .typeMismatch(type, errorContext("Expected Bool but found null.", at: index, path: path))
        }
        return unreadable(type, at: index, path: path)
    }
}

extension JSONWord.Tag {
    /// What a value of this tag is called in a sentence.
    var noun: String {
        switch self {
        case .null: "null"
        case .false, .true: "a boolean"
        case .smallInteger, .int64, .uint64, .double, .bigNumber: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
