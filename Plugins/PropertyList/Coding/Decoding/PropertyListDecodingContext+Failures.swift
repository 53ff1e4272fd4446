import Mimeograph
import MimeographTree

extension PropertyListDecodingContext {
    static var objectNoun: String { "a dictionary" }

    func noun(at index: Int) -> String { word(at: index).noun }

    func isNumber(at index: Int) -> Bool {
        switch word(at: index).tag {
        case .smallInteger, .int64, .uint64, .real, .singleReal: true
        default: false
        }
    }

    func note(_ failure: CodingFailure<Int>) { lastFailure = failure }

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
