/// A streaming serializer that decodes elements of one type by a format for any.
public struct DecodedStreamSerializer<Format: CodableStreamFormat, Element: Decodable & Sendable>:
    StreamingResponseSerialization
{
    /// What makes the parsers.
    public let format: Format

    /// Makes a serializer of a format and of the type that its place asks for.
    public init(format: Format) { self.format = format }

    /// What the format reads.
    public var acceptedTypes: [MediaRange] { format.acceptedTypes }

    /// Makes a parser for one body.
    ///
    /// - Throws: What the format throws.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        try format.makeParser(of: Element.self, as: head.contentType, limits: limits)
    }
}

extension CodableStreamFormat {
    /// A streaming serializer whose elements are of this one type, for where one of a fixed element is wanted.
    ///
    /// ```swift
    /// let readings = NDJSONFormat().serializer(of: Reading.self)
    /// ```
    public func serializer<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self
    ) -> DecodedStreamSerializer<Self, Value> {
        DecodedStreamSerializer(format: self)
    }
}
