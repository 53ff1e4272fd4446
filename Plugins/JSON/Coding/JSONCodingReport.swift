import Mimeograph

/// Turns the errors of `Codable` into the one that callers see.
enum JSONCodingReport {
    /// The error for a body that did not make a value.
    static func decoding(
        _ error: any Error,
        of type: any Any.Type,
        in context: JSONDecodingContext,
        body: Span<UInt8>
    ) -> SerializationError {
        let (error, index) = decoding(error, of: type, in: context)
        guard let index else { return error }
        var located = error
        located.location = JSONScanner.offset(ofValueAt: index, of: context.document, in: body, context.reading)
            .map { SourceLocation(offset: $0, in: body) }
        return located
    }

    /// The same for a value that is one of many in its document; the location has an offset in the document and no line.
    static func decoding(
        _ error: any Error,
        of type: any Any.Type,
        in context: JSONDecodingContext,
        root: Int
    ) -> SerializationError {
        let (error, index) = decoding(error, of: type, in: context)
        guard let index else { return error }
        var located = error
        located.location = context.document.offset(of: index, root: root)
            .map { SourceLocation(offset: $0, line: 1, column: 1) }
        return located
    }

    /// The error, and the index in the document of the value that it is about, where that is known.
    private static func decoding(
        _ error: any Error,
        of type: any Any.Type,
        in context: JSONDecodingContext
    ) -> (error: SerializationError, index: Int?) {
        if let error = error as? SerializationError { return (error, nil) }
        guard let decodingError = error as? DecodingError else {
            let error = SerializationError(
                .dataShape,
                "\(type) did not accept the body.",
                remedy: "See the underlying error, which the type itself threw.",
                underlying: [error]
            )
            return (error, nil)
        }
        let (details, finding, remedy) = describe(decodingError)
        var message = "The body does not have the shape of \(type): "
        message += details.codingPath.isEmpty ? "at its root " : "at \(text(of: details.codingPath)) "
        var index: Int?
        if let failure = context.lastFailure, failure.description == details.debugDescription {
            // Our own descriptions do not quote the body; those of others might.
            message += "\(failure.description.prefix(1).lowercased())\(failure.description.dropFirst())"
            index = failure.index
        } else {
            message += finding
        }
        let report = SerializationError(
            .dataShape,
            message,
            codingPath: details.codingPath,
            remedy: remedy,
            underlying: [error]
        )
        return (report, index)
    }

    private static func describe(
        _ error: DecodingError
    ) -> (context: DecodingError.Context, finding: String, remedy: String) {
        switch error {
        case .typeMismatch(let type, let context):
            let remedy =
                "Declare the property as what the sender writes, or read it with a strategy or a custom init(from:)."
            return (context, "there is no value of type \(type).", remedy)
        case .valueNotFound(let type, let context):
            return (
                context, "there is no value for \(type).", "Make the property optional if null is meant to be there."
            )
        case .keyNotFound(let key, let context):
            let remedy =
                "Make the property \"\(key.stringValue)\" optional, or give it the name that the sender writes."
            return (context, "a member is missing.", remedy)
        case .dataCorrupted(let context):
            return (context, "the value is not acceptable.", "Check the type's range and the format's strategies.")
        @unknown default:
            return (
                .init(codingPath: [], debugDescription: ""), "the value is not acceptable.", "See the underlying error."
            )
        }
    }

    /// The error for a value that could not be written.
    static func encoding(_ error: any Error, of type: any Any.Type) -> SerializationError {
        if let error = error as? SerializationError { return error }
        guard case .invalidValue(_, let context)? = error as? EncodingError else {
            return SerializationError(
                .unencodableValue,
                "\(type) could not be written as JSON.",
                remedy: "See the underlying error, which the type itself threw.",
                underlying: [error]
            )
        }
        let place = context.codingPath.isEmpty ? "" : " at \(text(of: context.codingPath))"
        return SerializationError(
            .unencodableValue,
            "\(type) could not be written as JSON\(place): \(context.debugDescription)",
            codingPath: context.codingPath,
            remedy: "Change the value, or set the strategy of JSONFormat that says how such values are written.",
            underlying: [error]
        )
    }

    /// A path as code would have it: `users[3].name`. Keys that came with the body are held to what can be shown, and a
    /// long path to its ends.
    static func text(of path: [any CodingKey]) -> String {
        if path.count > 24 { return "\(text(of: Array(path.prefix(12))))…\(text(of: Array(path.suffix(12))))" }
        var text = ""
        for key in path {
            if let index = key.intValue, key.stringValue == "Index \(index)" {
                text += "[\(index)]"
                continue
            }
            if !text.isEmpty { text += "." }
            let shown = key.stringValue.unicodeScalars.prefix(64).map { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                default: String(scalar)
                }
            }
            text += shown.joined()
            if key.stringValue.unicodeScalars.count > 64 { text += "…" }
        }
        return text
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
            if word.tag == .object || word.tag == .array, word.low > index {
                current += 1
                continue
            }
            let next = self.index(after: current)
            if next == index, word.tag == .string { offset = word.low - 1 }
            current = next
        }
        switch word(at: index).tag {
        case .string: offset = word(at: index).low - 1
        case .int64, .uint64, .double, .bigNumber: offset = word(at: index).low
        default: break
        }
        return offset
    }
}
