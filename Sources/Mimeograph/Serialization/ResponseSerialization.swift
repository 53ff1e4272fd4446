/// A serializer that reads a whole response body as one value.
///
/// ## Choosing it
/// Conform to this protocol if a media type always produces one Swift type: an image, a document, a table. For a format that
/// produces any `Decodable`, use ``CodableFormat``; for a body that is read while it arrives, ``StreamingResponseSerialization``.
///
/// ## Using one
/// ```swift
/// let table = try CSVResponseSerializer().read(body, head: head)
/// ```
///
/// ## Writing one
/// ```swift
/// struct LineCountSerializer: ResponseSerialization {
///     var acceptedTypes: [MediaRange] { ["text/plain"] }
///     func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Int {
///         var lines = 0
///         for index in body.indices where body[index] == 0x0A { lines += 1 }
///         return lines
///     }
/// }
/// ```
/// <doc:WritingASerializer> explains a complete serializer, and ends with the test that it must pass.
///
/// A serializer must return a value or throw an error for any bytes, within the limits. The same bytes must yield the same
/// result.
public protocol ResponseSerialization<Output>: Sendable {
    /// The type of the value.
    associatedtype Output: Sendable

    /// The media ranges this serializer accepts, most preferred first.
    var acceptedTypes: [MediaRange] { get }

    /// Inspects the head and the first bytes, and accepts or declines the body before it is read.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes of the body, at most 1445; the whole body if it is shorter.
    ///   - head: The head of the response.
    func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection

    /// Reads the body.
    ///
    /// - Parameters:
    ///   - body: The whole body, without content codings.
    ///   - head: The head of the response.
    ///   - limits: The limits of the body.
    /// - Throws: The codes that the format's page lists.
    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Output
}

extension ResponseSerialization {
    /// Accepts every body; a format with a signature can decide more precisely.
    public func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection { .accept }

    /// Reads a body from any collection of bytes: `[UInt8]`, a slice, `Data`, `string.utf8`.
    @inlinable
    public func read(
        _ body: some Collection<UInt8>,
        head: ResponseHead = ResponseHead(status: 200),
        limits: DecodingLimits = .standard
    ) throws(SerializationError) -> Output {
        try withBytes(of: body) { (span) throws(SerializationError) in try read(span, head: head, limits: limits) }
    }
}

/// A serializer's decision after it has inspected the head and the first bytes of a body.
public enum Inspection: Hashable, Sendable {
    /// The serializer accepts the body.
    case accept
    /// The serializer declines the body, and the registry tries the next one. The trace shows the reason.
    case decline(reason: String)
}

/// A transformation of the body before a serializer reads it: removes a prefix, decrypts, unwraps.
///
/// It runs after the content codings are decoded, and never for an empty body.
public protocol BodyPreprocessing: Sendable {
    /// Returns the bytes for the serializer.
    ///
    /// - Parameters:
    ///   - body: The body as received; never empty.
    ///   - head: The head of the response.
    ///   - limits: The limits; `outputBytes` is the largest size of the result.
    /// - Throws: Any code; ``SerializationError/Code/syntax`` if the bytes do not have the expected form.
    func preprocess(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8]
}

/// A format that decodes and encodes any `Codable` value: JSON, property lists, XML, forms.
///
/// It receives bytes and a media type, not a response or a request. So it works for bodies, parts of bodies and the data of
/// events.
public protocol CodableFormat: Sendable {
    /// The concrete media type it writes.
    var contentType: MediaType { get }

    /// The media ranges it reads, most preferred first.
    var acceptedTypes: [MediaRange] { get }

    /// Decodes a value from a whole body.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - body: The whole body, without content codings.
    ///   - mediaType: The label of the body, for parameters such as `charset`; nil if there is none.
    ///   - limits: The limits of the body.
    /// - Throws: ``SerializationError/Code/syntax`` and similar codes for malformed bytes; ``SerializationError/Code/dataShape``
    ///   with the coding path for well-formed bytes of the wrong shape.
    func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V

    /// Encodes a value as a whole body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` with the coding path.
    func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8]
}

extension CodableFormat {
    /// Decodes a value from any collection of bytes: `[UInt8]`, a slice, `Data`, `string.utf8`.
    @inlinable
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: some Collection<UInt8>,
        as mediaType: MediaType? = nil,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) -> V {
        try withBytes(of: body) { (span) throws(SerializationError) in
            try decode(type, from: span, as: mediaType, limits: limits)
        }
    }
}
