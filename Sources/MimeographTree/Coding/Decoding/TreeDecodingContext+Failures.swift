import Mimeograph

extension TreeDecodingContext {
    /// The error for a value that does not make a scalar `T`: `dataCorrupted` for a number of which no number is made, else
    /// as for a value of another kind.
    @usableFromInline
    package func unreadable<T>(_ type: T.Type, at index: Int, path: [CodingStep]) -> DecodingError {
        if isNumber(at: index), T.self != String.self, T.self != Bool.self {
            return corrupted("The number does not fit in \(T.self).", at: index, path: path)
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
    @usableFromInline
    package func failure(
        expecting type: any Any.Type,
        _ noun: String,
        at index: Int,
        path: [CodingStep]
    ) -> DecodingError {
        let isNull = isNull(at: index)
        let found = isNull ? "null" : self.noun(at: index)
        let context = errorContext("Expected \(noun) but found \(found).", at: index, path: path)
        return isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The error for what is no array where one is wanted.
    @usableFromInline
    package func noArray(at index: Int, path: [CodingStep]) -> DecodingError {
        failure(expecting: [Any].self, "an array", at: index, path: path)
    }

    /// The error for what is no object where one is wanted.
    @usableFromInline
    package func noObject(at index: Int, path: [CodingStep]) -> DecodingError {
        failure(expecting: [String: Any].self, Self.objectNoun, at: index, path: path)
    }

    /// The error for a value of the right kind that does not make what is wanted. The text must not quote it.
    @usableFromInline
    package func corrupted(_ description: String, at index: Int, path: [CodingStep]) -> DecodingError {
        .dataCorrupted(errorContext(description, at: index, path: path))
    }

    /// The error for a member that is not there.
    @usableFromInline
    package func keyNotFound(_ key: any CodingKey, in object: Int, path: [CodingStep]) -> DecodingError {
        .keyNotFound(key, errorContext("There is no member of that name.", at: object, path: path))
    }

    /// The error for reading on after the last element of an array.
    @usableFromInline
    package func atEnd(_ type: any Any.Type, of array: Int, path: [CodingStep]) -> DecodingError {
        .valueNotFound(type, errorContext("The array has no more elements.", at: array, path: path))
    }

    /// What an error says, which is remembered.
    @usableFromInline
    package func errorContext(_ description: String, at index: Int, path: [CodingStep]) -> DecodingError.Context {
        record(CodingFailure(description, at: index))
        return DecodingError.Context(codingPath: path.codingPath, debugDescription: description)
    }
}

extension TreeDecodingContext {
    /// The index of the value that a coding path leads to; nil where it leads to none.
    ///
    /// Only errors ask for it, of what a type refused by itself, such as an unknown raw value of an enumeration: they have a
    /// path, and no index.
    package func index(at path: [any CodingKey], from root: Position) -> Int? {
        var position = root
        for key in path {
            let found: Int?
            if let array = view.array(at: position.index) {
                found = key.intValue.flatMap { element($0, of: array, at: position.index) }
            } else if let object = try? object(at: position) {
                // The names of a dictionary are not converted, and whether it is one the path does not say.
                found =
                    object.context.member(key.stringValue, of: object)
                    ?? lastMember(key.stringValue, ofObjectAt: position.index)
            } else {
                found = nil
            }
            guard let found else { return nil }
            position = position.below(.key(key), at: view.resolved(found))
        }
        return position.index
    }

    private func element(_ number: Int, of array: TreeExtent, at index: Int) -> Int? {
        guard number >= 0 else { return nil }
        var current = index + 1
        for _ in 0..<number where current < array.end { current = view.index(after: current) }
        return current < array.end ? current : nil
    }

    /// The value of the last member of that very name.
    private func lastMember(_ name: String, ofObjectAt index: Int) -> Int? {
        guard let object = view.object(at: index) else { return nil }
        var found: Int?
        var current = index + 1
        while current < object.end {
            if self.name(at: current).hasSameBytes(as: name) { found = current + 1 }
            current = view.index(after: current + 1)
        }
        return found
    }
}
