public import Mimeograph

/// A serializer that reads a whole multipart body.
///
/// For bodies that may not fit into memory, use ``MultipartStreamSerializer``.
public struct MultipartResponseSerializer: ResponseSerialization, Hashable {
    /// The limits for parts.
    public var options: MultipartReadingOptions

    /// Makes a serializer.
    public init(options: MultipartReadingOptions = .standard) { self.options = options }

    /// Every `multipart` type.
    public var acceptedTypes: [MediaRange] { ["multipart/form-data", "multipart/*"] }

    /// Reads the parts.
    ///
    /// - Throws: The same errors as `Multipart(parsing:type:options:limits:)`.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Multipart {
        try Multipart(
            parsing: body,
            type: try MultipartParser.known(head.contentType),
            options: options,
            limits: limits
        )
    }
}

extension ResponseSerialization where Self == MultipartResponseSerializer {
    /// A serializer that reads a whole multipart body.
    public static var multipart: MultipartResponseSerializer { MultipartResponseSerializer() }
}

/// A serializer that reads a multipart body as it arrives, in constant memory.
///
/// ```swift
/// for try await element in try serializers.stream(MultipartElement.self, from: chunks, head: head) {
///     switch element {
///     case .head(let head): print(head.name ?? "", head.fileName ?? "")
///     case .bytes(let bytes): try file.write(bytes)
///     case .end: try file.close()
///     }
/// }
/// ```
public struct MultipartStreamSerializer: StreamingResponseSerialization, Hashable {
    /// The limits for parts.
    public var options: MultipartReadingOptions

    /// Makes a serializer.
    public init(options: MultipartReadingOptions = .standard) { self.options = options }

    /// Every `multipart` type.
    public var acceptedTypes: [MediaRange] { ["multipart/form-data", "multipart/*"] }

    /// Makes a parser for one body.
    ///
    /// - Throws: ``SerializationError/Code/missingContentType`` if the type has no valid boundary.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<MultipartElement> {
        try MultipartParser(type: try MultipartParser.known(head.contentType), options: options, limits: limits)
    }
}
