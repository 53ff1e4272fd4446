/// A request serializer of which only the input type is known.
public struct AnyRequestSerializer<Input>: RequestSerialization {
    /// The serializer inside.
    public let base: any RequestSerialization<Input>

    /// Wraps a serializer; a wrapped one is not wrapped again.
    public init(_ base: any RequestSerialization<Input>) {
        self.base = (base as? AnyRequestSerializer<Input>)?.base ?? base
    }

    /// What the serializer inside writes.
    public var contentType: MediaType { base.contentType }

    /// Writes with the serializer inside.
    ///
    /// - Throws: What that serializer throws.
    public func write(_ input: Input, into message: inout RequestMessage) throws(SerializationError) {
        try base.write(input, into: &message)
    }
}

extension RequestSerialization {
    /// This serializer with its own type forgotten.
    public func eraseToAnySerializer() -> AnyRequestSerializer<Input> { AnyRequestSerializer(self) }
}
