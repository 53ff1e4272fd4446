import Mimeograph

/// Turns the errors of `Codable` into the one that callers see.
enum FormCodingReport {
    /// The error for a form that did not make a value.
    static func decoding(
        _ error: any Error,
        of type: any Any.Type,
        in context: FormDecodingContext,
        body: Span<UInt8>
    ) -> SerializationError {
        if let error = error as? SerializationError { return error }
        guard let decodingError = error as? DecodingError, let (details, remedy) = describe(decodingError) else {
            return SerializationError(
                .dataShape,
                "\(type) did not accept the form.",
                remedy: "See the underlying error, which the type itself threw.",
                underlying: [error]
            )
        }
        var message = "The form does not have the shape of \(type)."
        var location: SourceLocation?
        if let failure = context.lastFailure, failure.description == details.debugDescription {
            // Our own descriptions do not quote the body; those of others might.
            message = "The form does not have the shape of \(type): \(failure.description)"
            location = SourceLocation(offset: failure.offset, in: body)
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

    private static func describe(_ error: DecodingError) -> (context: DecodingError.Context, remedy: String)? {
        switch error {
        case .typeMismatch(_, let context):
            (context, "Declare the property as what the sender writes, or read it with a custom init(from:).")
        case .valueNotFound(_, let context):
            (context, "Make the property optional if a name without a value is meant to be there.")
        case .keyNotFound(let key, let context):
            (context, "Make the property \"\(key.stringValue)\" optional, or give it the name that the sender writes.")
        case .dataCorrupted(let context):
            (context, "Check the type's range and the format's strategies.")
        @unknown default: nil
        }
    }
}
