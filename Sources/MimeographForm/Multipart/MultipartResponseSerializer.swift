public import Mimeograph

/// Reads a body of several parts whole.
///
/// For bodies that need not fit into memory use ``MultipartStreamSerializer``.
public struct MultipartResponseSerializer: ResponseSerialization, Hashable {
    /// What the parts may cost.
    public var options: MultipartReadingOptions

    /// Makes a serializer.
    public init(options: MultipartReadingOptions = .standard) { self.options = options }

    /// Every `multipart` type.
    public var acceptedTypes: [MediaRange] { ["multipart/form-data", "multipart/*"] }

    /// Reads the parts.
    ///
    /// - Throws: As `Multipart(parsing:type:options:limits:)`.
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
    /// Reads a body of several parts whole.
    public static var multipart: MultipartResponseSerializer { MultipartResponseSerializer() }
}

/// Reads a body of several parts while it arrives, in constant memory.
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
    /// What the parts may cost.
    public var options: MultipartReadingOptions

    /// Makes a serializer.
    public init(options: MultipartReadingOptions = .standard) { self.options = options }

    /// Every `multipart` type.
    public var acceptedTypes: [MediaRange] { ["multipart/form-data", "multipart/*"] }

    /// Makes a parser for one body.
    ///
    /// - Throws: ``SerializationError/Code/missingContentType`` where the type has no usable boundary.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<MultipartElement> {
        try MultipartParser(type: try MultipartParser.known(head.contentType), options: options, limits: limits)
    }
}
