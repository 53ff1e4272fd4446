/// A serializer that decodes one type by a format for any.
///
/// ```swift
/// let users = JSONFormat().serializer(of: [User].self)
/// let list = try users.read(body, head: head)
/// ```
public struct DecodedResponseSerializer<Format: CodableFormat, Output: Decodable & Sendable>: ResponseSerialization {
    /// What decodes the body.
    public let format: Format

    /// Makes a serializer of a format and of the type that its place asks for.
    public init(format: Format) { self.format = format }

    /// What the format reads.
    public var acceptedTypes: [MediaRange] { format.acceptedTypes }

    /// Decodes the body.
    ///
    /// - Throws: What the format throws.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Output {
        try format.decode(Output.self, from: body, as: head.contentType, limits: limits)
    }
}

extension CodableFormat {
    /// A serializer that decodes this one type, for where a serializer of a fixed output is wanted.
    public func serializer<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self
    ) -> DecodedResponseSerializer<Self, Value> {
        DecodedResponseSerializer(format: self)
    }
}
