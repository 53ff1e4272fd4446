/// Gives the bytes of a body as they are; it claims every type.
public struct BytesResponseSerializer: ResponseSerialization, Hashable {
    /// Makes the serializer.
    public init() {}

    /// `*/*`.
    public var acceptedTypes: [MediaRange] { [.any] }

    /// Copies the bytes.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for more than `inputBytes`.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8] {
        try limits.check(.inputBytes, body.count)
        return [UInt8](body)
    }
}

extension ResponseSerialization where Self == BytesResponseSerializer {
    /// Gives the bytes of a body as they are.
    public static var bytes: BytesResponseSerializer { BytesResponseSerializer() }
}

/// Gives the bytes of a body as they are, by the name that AFNetworking has for it.
public typealias HTTPResponseSerializer = BytesResponseSerializer
