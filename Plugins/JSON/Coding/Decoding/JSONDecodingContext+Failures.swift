import Mimeograph

extension JSONDecodingContext {
    /// The error for a value that does not make a scalar `T`, of the kind that Foundation throws.
    @inline(never)
    func scalarFailure<T>(_ type: T.Type, at index: Int, path: [CodingStep]) -> DecodingError {
        let tag = word(at: index).tag
        switch tag {
        case .smallInteger, .int64, .uint64, .double, .bigNumber:
            if T.self == String.self || T.self == Bool.self { break }
            return corrupted("The number does not fit in \(T.self).", at: index, path: path)
        case .null where T.self == Bool.self:
            // Foundation has no exception for null here, and code may depend on the kind of error.
            return .typeMismatch(type, errorContext("Expected Bool but found null.", at: index, path: path))
        default: break
        }
        return failure(expecting: type, "\(type)", at: index, path: path)
    }

    /// The error for a value of another kind than is wanted: `valueNotFound` for null, else `typeMismatch`.
    ///
    /// - Parameters:
    ///   - type: What the error names as expected.
    ///   - noun: The same for a person.
    ///   - index: Where the value is.
    ///   - path: The path to the value.
    func failure(
        expecting type: any Any.Type,
        _ noun: String,
        at index: Int,
        path: [CodingStep]
    ) -> DecodingError {
        let found = word(at: index).tag.noun
        let context = errorContext("Expected \(noun) but found \(found).", at: index, path: path)
        return isNull(at: index) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The error for a value of the right kind that does not make what is wanted. The text must not quote it.
    func corrupted(_ description: String, at index: Int, path: [CodingStep]) -> DecodingError {
        .dataCorrupted(errorContext(description, at: index, path: path))
    }

    /// The error for a member that is not there.
    func keyNotFound(_ key: any CodingKey, in object: Int, path: [CodingStep]) -> DecodingError {
        .keyNotFound(key, errorContext("There is no member of that name.", at: object, path: path))
    }

    /// The error for reading on after the last element of an array.
    func atEnd(_ type: any Any.Type, of array: Int, path: [CodingStep]) -> DecodingError {
        .valueNotFound(type, errorContext("The array has no more elements.", at: array, path: path))
    }

    private func errorContext(_ description: String, at index: Int, path: [CodingStep]) -> DecodingError.Context {
        (root ?? self).lastFailure = CodingFailure(description, at: index)
        return DecodingError.Context(codingPath: path.codingPath, debugDescription: description)
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
