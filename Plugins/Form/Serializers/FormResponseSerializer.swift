public import Mimeograph

/// Reads a form into its fields.
public struct FormResponseSerializer: ResponseSerialization, Hashable {
    /// `application/x-www-form-urlencoded`.
    public var acceptedTypes: [MediaRange] { ["application/x-www-form-urlencoded"] }

    /// Makes a serializer.
    public init() {}

    /// Reads the body. A charset parameter is not looked at: the standard knows UTF-8 only.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Form {
        try Form(parsing: body, limits: limits)
    }
}

extension ResponseSerialization where Self == FormResponseSerializer {
    /// Reads URL-encoded forms.
    public static var form: FormResponseSerializer { FormResponseSerializer() }
}
