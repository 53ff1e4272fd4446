import Mimeograph

/// An error, and the line of the element that it is about; 0 where that is not known.
struct XMLPlacedError: Error {
    let error: SerializationError
    let line: Int
}

/// Turns the errors of `Codable` into the one that callers see.
enum XMLCodingReport {
    /// The error for a document that did not make a value.
    static func decoding(
        _ error: any Error,
        of type: any Any.Type,
        in context: XMLDecodingContext
    ) -> XMLPlacedError {
        if let error = error as? SerializationError { return XMLPlacedError(error: error, line: 0) }
        guard let decodingError = error as? DecodingError else {
            let error = SerializationError(
                .dataShape,
                "\(type) did not accept the document.",
                remedy: "See the underlying error, which the type itself threw.",
                underlying: [error]
            )
            return XMLPlacedError(error: error, line: 0)
        }
        var (details, finding, remedy) = describe(decodingError)
        var line = 0
        if let failure = context.lastFailure, failure.description == details.debugDescription {
            // Our own descriptions do not quote the document; those of others might.
            finding = failure.description
            remedy = failure.remedy ?? remedy
            line = context.tree.line(of: failure.element)
        }
        let path = details.codingPath.isEmpty ? "at its root" : "at \(text(of: details.codingPath))"
        let error = SerializationError(
            .dataShape,
            "The document does not have the shape of \(type): \(path) "
                + "\(finding.prefix(1).lowercased())\(finding.dropFirst())",
            codingPath: details.codingPath,
            remedy: remedy,
            underlying: [error]
        )
        return XMLPlacedError(error: error, line: line)
    }

    private static func describe(
        _ error: DecodingError
    ) -> (context: DecodingError.Context, finding: String, remedy: String) {
        switch error {
        case .typeMismatch(let type, let context):
            let remedy = "Declare the property as what the sender writes, or read it with a custom init(from:)."
            return (context, "There is no \(type).", remedy)
        case .valueNotFound(let type, let context):
            return (context, "There is no value for \(type).", "Make the property optional if it may be empty.")
        case .keyNotFound(let key, let context):
            let remedy =
                "Make the property \"\(shown(key.stringValue))\" optional, or give it the name that the sender writes."
            return (context, "Something is missing.", remedy)
        case .dataCorrupted(let context):
            return (context, "The value is not acceptable.", "Check the type's range and the format's strategies.")
        @unknown default:
            let context = DecodingError.Context(codingPath: [], debugDescription: "")
            return (context, "The value is not acceptable.", "See the underlying error.")
        }
    }

    /// The error for a value that could not be written.
    static func encoding(_ error: any Error, of type: any Any.Type) -> SerializationError {
        if let error = error as? SerializationError { return error }
        guard case .invalidValue(_, let context)? = error as? EncodingError else {
            return SerializationError(
                .unencodableValue,
                "\(type) could not be written as XML.",
                remedy: "See the underlying error, which the type itself threw.",
                underlying: [error]
            )
        }
        let place = context.codingPath.isEmpty ? "" : " at \(text(of: context.codingPath))"
        return SerializationError(
            .unencodableValue,
            "\(type) could not be written as XML\(place): \(context.debugDescription)",
            codingPath: context.codingPath,
            remedy: "Change the value, or set the strategy of XMLFormat that says how such values are written.",
            underlying: [error]
        )
    }

    /// A path as code would have it: `users[3].name`. Keys that came with the document are held to what can be shown,
    /// and a long path to its ends.
    private static func text(of path: [any CodingKey]) -> String {
        if path.count > 24 { return "\(text(of: Array(path.prefix(12))))…\(text(of: Array(path.suffix(12))))" }
        var text = ""
        for key in path {
            if let index = key.intValue, key.stringValue == "Index \(index)" {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? shown(key.stringValue) : ".\(shown(key.stringValue))"
            }
        }
        return text
    }

    /// A key held to what can be shown.
    static func shown(_ key: String) -> String {
        let scalars = key.unicodeScalars
        let shown = scalars.prefix(64).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: String(scalar)
            }
        }
        return shown.joined() + (scalars.count > 64 ? "…" : "")
    }
}

extension SourceLocation {
    /// Where a line begins, after its indentation; nil where the body has no such line, or is in an encoding whose lines
    /// do not end as those of ASCII.
    init?(line: Int, in body: Span<UInt8>) {
        guard line > 0 else { return nil }
        for index in 0..<min(4, body.count) where body[index] == 0 { return nil }
        var offset = 0
        var current = 1
        while current < line {
            guard offset < body.count else { return nil }
            // libxml2 counts line feeds.
            if body[offset] == 0x0A { current += 1 }
            offset += 1
        }
        let start = offset
        while offset < body.count, body[offset] == 0x20 || body[offset] == 0x09 { offset += 1 }
        self.init(offset: offset, line: line, column: offset - start + 1)
    }
}
