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

    /// The media ranges this serializer claims, most preferred first.
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
