public import Mimeograph

/// Decodes each part of a body as one `Decodable` type, by whatever a registry has for the part's own content type.
///
/// `MultipartPlugin(parts:)` registers one:
/// ```swift
/// let formats = try SerializerRegistry { JSONPlugin(); XMLPlugin() }
/// let serializers = try formats.adding(MultipartPlugin(parts: formats))
/// for try await reading in try serializers.stream(Reading.self, from: chunks, head: head) { … }
/// ```
/// The elements are the values alone; ``MultipartValueSerializer`` gives their heads beside them.
public struct MultipartValueFormat: CodableStreamFormat {
    /// What chooses the serializer of a part.
    public var serializers: SerializerRegistry
    /// What the parts may cost.
    public var options: MultipartReadingOptions

    /// Makes a format.
    public init(by serializers: SerializerRegistry, options: MultipartReadingOptions = .standard) {
        self.serializers = serializers
        self.options = options
    }

    /// Every `multipart` type.
    public var acceptedTypes: [MediaRange] { MultipartStreamSerializer().acceptedTypes }

    /// Makes a parser that decodes each part.
    ///
    /// - Throws: As ``MultipartValueSerializer/makeParser(for:limits:)``.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        let serializers = serializers
        return try MultipartValueParser(as: mediaType, options: options, limits: limits) {
            (_, bytes, type) throws(SerializationError) in
            // A type that is no media type is a piece of bytes. Source: RFC 2045 §5.2 leaves it to the reader.
            try serializers.format(for: type ?? .octetStream).decode(V.self, from: bytes, limits: limits)
        }
    }
}
