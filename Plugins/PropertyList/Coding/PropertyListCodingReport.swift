import Mimeograph

/// Turns the errors of `Codable` into the one that callers see.
enum PropertyListCodingReport {
    /// The error for a body that did not make a value.
    static func decoding(
        _ error: any Error,
        of type: any Any.Type,
        in context: PropertyListDecodingContext,
        body: Span<UInt8>
    ) -> SerializationError {
        if let error = error as? SerializationError { return error }
        guard let decodingError = error as? DecodingError else {
            return SerializationError(
                .dataShape,
                "\(type) did not accept the body.",
                remedy: "See the underlying error, which the type itself threw.",
                underlying: [error]
            )
        }
        let (details, finding, remedy) = describe(decodingError)
        var message = "The body does not have the shape of \(type): "
        message += details.codingPath.isEmpty ? "at its root " : "at \(text(of: details.codingPath)) "
        var location: SourceLocation?
        if let failure = context.lastFailure, failure.description == details.debugDescription {
            // Our own descriptions do not quote the body; those of others might.
            message += "\(failure.description.prefix(1).lowercased())\(failure.description.dropFirst())"
            location = context.document.location(of: failure.index, in: body)
        } else {
            message += finding
        }
        return SerializationError(
            .dataShape,
            message,
            at: location,
            codingPath: details.codingPath,
            remedy: remedy,
            underlying: [error]
        )
    }

    private static func describe(
        _ error: DecodingError
    ) -> (context: DecodingError.Context, finding: String, remedy: String) {
        switch error {
        case .typeMismatch(let type, let context):
            let remedy = "Declare the property as what the sender writes, or read it with a custom init(from:)."
            return (context, "there is no \(type).", remedy)
        case .valueNotFound(let type, let context):
            return (
                context, "there is no value for \(type).", "Make the property optional if null is meant to be there."
            )
        case .keyNotFound(let key, let context):
            let remedy =
                "Make the property \"\(key.stringValue)\" optional, or give it the name that the sender writes."
            return (context, "a member is missing.", remedy)
        case .dataCorrupted(let context):
            return (context, "the value is not acceptable.", "Check the range of the property's type.")
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
                "\(type) could not be written as a property list.",
                remedy: "See the underlying error, which the type itself threw.",
                underlying: [error]
            )
        }
        let place = context.codingPath.isEmpty ? "" : " at \(text(of: context.codingPath))"
        return SerializationError(
            .unencodableValue,
            "\(type) could not be written as a property list\(place): \(context.debugDescription)",
            codingPath: context.codingPath,
            remedy: "Change the value, or write it as what property lists can hold.",
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
        case .int64, .uint64, .real, .singleReal, .date, .string, .wideString, .data: return word(at: index).low
        default: break
        }
        // Keys can only be told from values from the front, so this walks down to the value.
        var current = 0
        var ends: [(end: Int, isDictionary: Bool)] = []
        while current < index {
            while let innermost = ends.last, innermost.end <= current { ends.removeLast() }
            if ends.last?.isDictionary == true {
                if current + 1 == index { return word(at: current).low }
                current += 1
            }
            let word = word(at: current)
            if word.isContainer, word.low > index {
                ends.append((word.low, word.tag == .dictionary))
                current += 1
            } else {
                current = self.index(after: current)
            }
        }
        return nil
    }
}
