/// A response serializer of which only the output type is known.
public struct AnyResponseSerializer<Output: Sendable>: ResponseSerialization {
    /// The serializer inside.
    public let base: any ResponseSerialization<Output>

    /// Wraps a serializer; a wrapped one is not wrapped again.
    public init(_ base: any ResponseSerialization<Output>) {
        self.base = (base as? AnyResponseSerializer<Output>)?.base ?? base
    }

    /// What the serializer inside claims.
    public var acceptedTypes: [MediaRange] { base.acceptedTypes }

    /// What the serializer inside says.
    public func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection { base.inspect(prefix, head: head) }

    /// What the serializer inside reads.
    ///
    /// - Throws: What that serializer throws.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        try base.read(body, head: head, limits: limits)
    }
}

extension ResponseSerialization {
    /// This serializer with its own type forgotten.
    public func eraseToAnySerializer() -> AnyResponseSerializer<Output> { AnyResponseSerializer(self) }
}
