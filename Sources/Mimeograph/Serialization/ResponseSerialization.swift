/// Turns a whole response body into one value.
///
/// ## Choosing it
/// Conform to this protocol when a media type always gives one Swift type: an image, a document, a table. A format that
/// can give any `Decodable` is a ``CodableFormat``; a body that is read while it arrives is a
/// ``StreamingResponseSerialization``.
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
/// <doc:WritingASerializer> walks through a whole one, and ends with the test that it must pass.
///
/// It must be total: any bytes give a value or a thrown error, within the limits, and the same bytes give the same.
public protocol ResponseSerialization<Output>: Sendable {
    /// The type of the value.
    associatedtype Output: Sendable

    /// The media ranges this serializer accepts, most preferred first.
    var acceptedTypes: [MediaRange] { get }

    /// Says whether the body may be this serializer's, from the head and the first bytes, before anything is consumed.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes of the body, at most 1445; all of them where the body is shorter.
    ///   - head: The head of the response.
    func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection

    /// Reads the body.
    ///
    /// - Parameters:
    ///   - body: The whole body, content codings undone.
    ///   - head: The head of the response.
    ///   - limits: What the body may cost.
    /// - Throws: The codes that the format's page lists.
    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Output
}

extension ResponseSerialization {
    /// Accepts every body; a format with a signature says more.
    public func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection { .accept }

    /// Reads a body from any collection of bytes: `[UInt8]`, a slice, `Data`, `string.utf8`.
    public func read(
        _ body: some Collection<UInt8>,
        head: ResponseHead = ResponseHead(status: 200),
        limits: DecodingLimits = .standard
    ) throws(SerializationError) -> Output {
        try withBytes(of: body) { (span) throws(SerializationError) in try read(span, head: head, limits: limits) }
    }
}

/// What a serializer says after it looked at the head and the first bytes of a body.
public enum Inspection: Hashable, Sendable {
    /// The body may be handed to this serializer.
    case accept
    /// The body is not this serializer's; the next one is asked. The reason stands in the trace.
    case decline(reason: String)
}

/// Makes the bytes that a serializer reads out of the bytes that came: removes a prefix, decrypts, unwraps.
///
/// It runs before the serializer and after the content codings are undone, and never on an empty body.
public protocol BodyPreprocessing: Sendable {
    /// Makes the bytes that the serializer reads.
    ///
    /// - Parameters:
    ///   - body: The body as it came; never empty.
    ///   - head: The head of the response.
    ///   - limits: What the result may cost; `outputBytes` bounds its size.
    /// - Throws: A code of its choice; ``SerializationError/Code/syntax`` where the bytes are not what it undoes.
    func preprocess(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8]
}

/// A format for any `Codable` value: JSON, property lists, XML, forms.
///
/// It is given bytes and a media type, and nothing of a response or a request: bodies, parts of bodies and the data of events
/// are all the same to it.
public protocol CodableFormat: Sendable {
    /// The concrete media type it writes.
    var contentType: MediaType { get }

    /// The media ranges it reads, most preferred first.
    var acceptedTypes: [MediaRange] { get }

    /// Decodes a value from a whole body.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - body: The whole body, content codings undone.
    ///   - mediaType: What the body is labelled as, for parameters such as `charset`; nil where nothing says it.
    ///   - limits: What the body may cost.
    /// - Throws: ``SerializationError/Code/syntax`` and its kin for bad bytes, ``SerializationError/Code/dataShape``
    ///   with the coding path for good bytes of the wrong shape.
    func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V

    /// Encodes a value to a whole body.
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
