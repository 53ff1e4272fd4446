/// Ignores the body, where nothing but the success of a request matters; it claims every type.
public struct EmptyResponseSerializer: ResponseSerialization, Hashable {
    /// Makes the serializer.
    public init() {}

    /// `*/*`.
    public var acceptedTypes: [MediaRange] { [.any] }

    /// Gives the one value; the body is not looked at, so no limit applies.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> EmptyResponse { EmptyResponse() }
}

extension ResponseSerialization where Self == EmptyResponseSerializer {
    /// Ignores the body.
    public static var empty: EmptyResponseSerializer { EmptyResponseSerializer() }
}
