package import Mimeograph

extension TreeDecodingContext {
    /// Returns the error for a body, or for one value of a stream, that could not be decoded, and the index of the value that it
    /// is about, if known.
    package func report(_ error: any Error, of type: any Any.Type, root: Int = 0) -> (SerializationError, index: Int?) {
        let position = TreeDecodingPosition(context: self, index: view.resolved(root), depth: 0)
        let report = format.errors.decoding(error, of: type, lastFailure) { index(at: $0, from: position) }
        return (report.error, report.location)
    }

    private func record(_ failure: CodingFailure<Int>) { (root ?? self).lastFailure = failure }

    /// Returns the name of the kind of the value at an index, for a message.
    private func noun(at index: Int) -> String {
        let word = view.word(at: view.untagged(index))
        return switch word.tag {
        case .null: format.nouns.null
        case .false, .true: "a boolean"
        case .smallInteger, .int64, .uint64: format.nouns.integer
        case .double, .bigNumber: format.nouns.real
        case .date: "a date"
        case .string, .wideString: format.nouns.string
        case .data: "data"
        case .shared: noun(at: word.offset)
        case .extended:
            if let scalar = textShape == nil ? nil : scalarIndex(index) {
                noun(at: scalar)
            } else {
                textShape == .nested ? noun(at: index + 2) : format.nouns.extended
            }
        case .array: format.nouns.array
        case .object: format.nouns.object
        }
    }

    /// Returns the error for a value that is not a scalar `T`, of the kind that Foundation throws. This is `dataCorrupted` for a
    /// number that does not fit, otherwise the error for a value of another kind.
    @inline(never)
    func scalarFailure<T>(_ type: T.Type, at index: Int, path: [CodingStep]) -> any Error {
        if format.isNullNoBool, T.self == Bool.self, isNull(at: index) {
            // Foundation makes no exception for null here, and code may depend on the kind of error.
            let context = errorContext("Expected Bool but found null.", at: index, path: path)
            return DecodingError.typeMismatch(type, context)
        }
        let word = view.word(at: index)
        if word.has(.smallInteger) || word.isLong && !word.has(.date), T.self != String.self, T.self != Bool.self {
            return corrupted("The number does not fit in \(T.self).", at: index, path: path)
        }
        return failure(expecting: type, "\(type)", at: index, path: path)
    }

    /// Returns the error for a value of an unexpected kind: `valueNotFound` for null, otherwise `typeMismatch`.
    ///
    /// - Parameters:
    ///   - type: The expected type, for the error.
    ///   - noun: The expected type, for the message.
    func failure(
        expecting type: any Any.Type,
        _ noun: String,
        at index: Int,
        path: [CodingStep],
        remedy: String? = nil
    ) -> any Error {
        // If a row has only one field, the error is about that field.
        let index = textShape == .rows ? scalarIndex(index) ?? index : index
        let isNull = isNull(at: index) || isEmptyField(at: index, for: type)
        let found = isNull ? format.nouns.null : self.noun(at: index)
        let context = errorContext(
            "Expected \(noun)\(format.nouns.found)\(found).",
            at: index,
            path: path,
            remedy: remedy
        )
        return isNull ? DecodingError.valueNotFound(type, context) : DecodingError.typeMismatch(type, context)
    }

    /// Returns the error for a value that is not a date. If it is an RFC 3339 text, the remedy names the strategy that reads it.
    func noDate(_ type: any Any.Type, _ noun: String, at index: Int) -> any Error {
        let text = format.errors.hasStrategies ? string(at: index) : nil
        let remedy = text.flatMap { InternetTimestamp.secondsSince1970($0) }.map { _ in
            "The text looks like RFC 3339, which \(format.errors.setting("date", ".iso8601")) reads."
        }
        return failure(expecting: type, noun, at: index, path: path.steps, remedy: remedy)
    }

    /// Returns the error for a value that is not an array.
    func noArray(at index: Int, path: [CodingStep]) -> any Error {
        noContainer([Any].self, format.nouns.array, at: index, path: path)
    }

    /// Returns the error for a value that is not an object.
    func noObject(at index: Int, path: [CodingStep]) -> any Error {
        if isRow(at: index), let error = unsafe state.rows.missingNames { return recorded(error, at: index) }
        return noContainer([String: Any].self, format.nouns.object, at: index, path: path)
    }

    private func noContainer(_ type: any Any.Type, _ noun: String, at index: Int, path: [CodingStep]) -> any Error {
        guard let found = format.nouns.other else { return failure(expecting: type, noun, at: index, path: path) }
        let description = "Expected \(noun)\(format.nouns.found)\(found)."
        return DecodingError.typeMismatch(type, errorContext(description, at: index, path: path))
    }

    /// Returns the error for a value of the right kind that is not valid. The description must not quote the value.
    func corrupted(_ description: String, at index: Int, path: [CodingStep]) -> any Error {
        DecodingError.dataCorrupted(errorContext(description, at: index, path: path))
    }

    /// Returns the error for a missing member.
    func keyNotFound(_ key: any CodingKey, in object: Int, path: [CodingStep]) -> any Error {
        let name = SnakeCase.snakeCase(key.stringValue)
        let isSnakeCase =
            keepsKeys && textShape == nil && format.errors.hasStrategies && !name.hasSameBytes(as: key.stringValue)
            && document.index(ofKey: name, inObjectAt: object) != nil
            && camelCase(name).hasSameBytes(as: key.stringValue)
        let remedy =
            "The object has \"\(name.visible(atMost: 100))\", which \(format.errors.setting("key", ".snakeCase")) reads."
        let missing = "The key \"\(key.shown)\" is missing."
        let context = errorContext(missing, at: object, path: path, remedy: isSnakeCase ? remedy : nil)
        return DecodingError.keyNotFound(key, context)
    }

    /// Returns the error for reading past the last element of an array.
    func atEnd(_ type: any Any.Type, of array: Int, path: [CodingStep]) -> any Error {
        DecodingError.valueNotFound(type, errorContext(format.nouns.end, at: array, path: path))
    }

    /// Returns the context of an error, and records its description as the last failure.
    func errorContext(
        _ description: String,
        at index: Int,
        path: [CodingStep],
        remedy: String? = nil
    ) -> DecodingError.Context {
        record(CodingFailure(description, remedy: remedy, at: index))
        return DecodingError.Context(codingPath: path.codingPath, debugDescription: description)
    }
}

extension TreeDecodingContext {
    /// Returns the index of the value that a coding path leads to; nil if it leads to no value.
    ///
    /// Only an error that a type threw itself needs this, such as for an unknown raw value of an enumeration. Such an error has a
    /// path and no index.
    func index(at path: [any CodingKey], from root: TreeDecodingPosition) -> Int? {
        var position = root
        for key in path {
            var found: Int?
            if let object = try? object(at: position) {
                // A key strategy does not convert the names of a dictionary, and the path does not show whether this is one.
                found =
                    object.context.member(key.stringValue, of: object)
                    ?? document.index(ofKey: key.stringValue, inObjectAt: object.index)
            }
            if found == nil, let array = array(at: position.index) {
                found = key.intValue.flatMap { element($0, of: array) }
            }
            guard let found else { return nil }
            position = position.below(.key(key), at: view.resolved(found))
        }
        return position.index
    }

    private func element(_ number: Int, of array: TapeExtent) -> Int? {
        guard number >= 0 else { return nil }
        var current = array.start
        for _ in 0..<number where current < array.end { current = view.index(after: current) }
        return current < array.end ? current : nil
    }
}

// MARK: - Names and texts that code outside this library compares

extension TreeDecodingContext {
    /// Returns the error for a key at an index in an object that is not stream-safe. The path ends with the key.
    func unhashable(at index: Int, path: [CodingStep]) -> SerializationError {
        recorded(.keyNotStreamSafe(codingPath: path.codingPath), at: index)
    }

    /// Returns the error for a text at an index that is not stream-safe.
    func incomparable(at index: Int, path: [CodingStep]) -> SerializationError {
        recorded(.textNotStreamSafe(codingPath: path.codingPath), at: index)
    }

    private func recorded(_ error: SerializationError, at index: Int) -> SerializationError {
        record(CodingFailure(error.message, at: index))
        return error
    }

    /// Returns the keys of an object. Most types of keys are enumerations, which compare each name with the names of their cases.
    ///
    /// `allKeys` cannot throw. So a name that is not stream-safe is left out, and the whole decoding fails at its end.
    func keys<Key: CodingKey>(of position: TreeDecodingPosition) -> [Key] {
        var keys: [Key] = []
        // A `PlainCodingKey` holds any name unchanged, and code that uses it compares bytes.
        let areCompared = Key.self != PlainCodingKey.self
        for name in names(of: position) {
            if areCompared, !StreamSafeText.holds(name) {
                let index = index(ofName: name, of: position)
                let steps = position.steps + [.key(PlainCodingKey(name))]
                let error = SerializationError.keyNotStreamSafe(codingPath: steps.codingPath)
                refusal = refusal ?? CodingRefusal(error, at: index)
            } else if let key = Key(stringValue: name) {
                keys.append(key)
            }
        }
        return keys
    }

    /// Returns the result of `read`, unless an error was deferred meanwhile.
    @inline(__always)
    func unlessRefused<T>(_ read: () throws -> T) throws -> T {
        let value: T
        do {
            value = try read()
        } catch {
            if refusal != nil { try throwRefusal() }
            throw error
        }
        if refusal != nil { try throwRefusal() }
        return value
    }

    /// Throws the deferred error and clears it, so that it does not affect the next value of a stream.
    func throwRefusal() throws {
        guard let refusal else { return }
        self.refusal = nil
        throw recorded(refusal.error, at: refusal.index)
    }

    /// Returns the index of a name in an object, or the object's own index if a strategy converted the name.
    private func index(ofName name: String, of position: TreeDecodingPosition) -> Int {
        guard let object = view.object(at: position.index) else { return position.index }
        var current = object.start
        while current < object.end {
            if self.name(at: current).hasSameBytes(as: name) { return current }
            current = view.index(after: current + 1)
        }
        return position.index
    }
}

/// An error that is deferred until decoding ends, because it occurred in a function that cannot throw.
///
/// It is a class, so that it takes only a pointer in a context. Nearly all contexts have none.
final class CodingRefusal {
    let error: SerializationError
    /// The index of the value that the error is about.
    let index: Int

    init(_ error: SerializationError, at index: Int) {
        self.error = error
        self.index = index
    }
}
