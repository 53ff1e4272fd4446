import Mimeograph

extension PropertyListDecodingContext {
    /// The error for a value that does not make a scalar `T`, of the kind that Foundation throws.
    @inline(never)
    func scalarFailure<T>(_ type: T.Type, at index: Int, path: [CodingStep]) -> DecodingError {
        switch word(at: index).tag {
        case .smallInteger, .int64, .uint64, .real, .singleReal:
            if T.self == String.self || T.self == Bool.self { break }
            return corrupted("The number does not fit in \(T.self).", at: index, path: path)
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
        let isNull = isNull(at: index)
        let found = isNull ? "null" : word(at: index).noun
        let context = errorContext("Expected \(noun) but found \(found).", at: index, path: path)
        return isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The error for a value of the right kind that does not make what is wanted. The text must not quote it.
    func corrupted(_ description: String, at index: Int, path: [CodingStep]) -> DecodingError {
        .dataCorrupted(errorContext(description, at: index, path: path))
    }

    /// The error for a member that is not there.
    func keyNotFound(_ key: any CodingKey, in dictionary: Int, path: [CodingStep]) -> DecodingError {
        .keyNotFound(key, errorContext("There is no member of that name.", at: dictionary, path: path))
    }

    /// The error for reading on after the last element of an array.
    func atEnd(_ type: any Any.Type, of array: Int, path: [CodingStep]) -> DecodingError {
        .valueNotFound(type, errorContext("The array has no more elements.", at: array, path: path))
    }

    private func errorContext(
        _ description: String,
        at index: Int,
        path: [CodingStep]
    ) -> DecodingError.Context {
        lastFailure = CodingFailure(description, at: index)
        return DecodingError.Context(codingPath: path.codingPath, debugDescription: description)
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
