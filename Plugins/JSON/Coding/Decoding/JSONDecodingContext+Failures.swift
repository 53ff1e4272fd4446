import Mimeograph
import MimeographTree

extension JSONDecodingContext {
    static var objectNoun: String { "an object" }

    func noun(at index: Int) -> String { word(at: index).tag.noun }

    func isNumber(at index: Int) -> Bool {
        switch word(at: index).tag {
        case .smallInteger, .int64, .uint64, .double, .bigNumber: true
        default: false
        }
    }

    func note(_ failure: CodingFailure<Int>) { (root ?? self).lastFailure = failure }

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
