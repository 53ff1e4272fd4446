public import Mimeograph

/// Reads images while they arrive, as ``ImageUpdate`` values.
///
/// ```swift
/// for try await update in ImageStreamSerializer().elements(in: chunks, head: head) {
///     if case .rows(let rows) = update { view.draw(rows) }
/// }
/// ```
public struct ImageStreamSerializer: StreamingResponseSerialization {
    /// What is wanted of the images.
    public var options: ImageReadingOptions
    /// What reads the formats, in the order in which they are asked.
    public var codecs: [any ImageCodec]

    /// Makes the serializer; what is not given has its default.
    public init(options: ImageReadingOptions = .standard, codecs: [any ImageCodec] = .standard) {
        self.options = options
        self.codecs = codecs
    }

    /// The media types of the codecs, in their order.
    public var acceptedTypes: [MediaRange] {
        codecs.flatMap { $0.format.mediaTypes.map { MediaRange($0) } }
    }

    /// Makes a decoder for one body.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<ImageUpdate> {
        ImageDecoder(options: options, codecs: codecs, type: head.contentType, limits: limits)
    }
}
