/// A coding of the whole body, such as gzip, named in Content-Encoding.
///
/// Codings are registered in a registry, and decoded in the reverse order of the field, within the limits.
/// Source: RFC 9110 §8.4.
public protocol ContentCoding: Sendable {
    /// The coding's names in lower case; the first one is sent: `["gzip", "x-gzip"]`.
    var names: [String] { get }

    /// Decodes a body.
    ///
    /// - Parameters:
    ///   - body: The coded bytes.
    ///   - limits: The limits; `outputBytes` and `expansionRatio` apply to the result.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated`` or
    ///   ``SerializationError/Code/limitExceeded``.
    func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8]

    /// Encodes a body.
    func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8]
}

/// A content coding that can also encode and decode chunks.
///
/// A registry decodes it while a stream arrives, and encodes request bodies that are streams while they are sent.
///
/// ## Writing one
/// Conform to this protocol to use a coding of your own, compress for example, with streams. Both parsers take bytes and append
/// chunks of bytes, and how either side is split has no meaning. A decoder that fails has already appended the bytes before the
/// error.
public protocol StreamingContentCoding: ContentCoding {
    /// Makes a parser that encodes.
    ///
    /// - Throws: ``SerializationError/Code/sourceFailed`` if memory runs out.
    func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]>

    /// Makes a parser that decodes.
    ///
    /// - Parameter limits: The limits; `outputBytes` and `expansionRatio` apply to the output as it is produced.
    func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]>
}

/// The content coding that changes nothing. Source: RFC 9110 §8.4.1, §12.5.3.
package struct IdentityCoding: ContentCoding, Hashable {
    package init() {}

    package var names: [String] { ["identity"] }

    package func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        try limits.check(.outputBytes, body.count)
        return [UInt8](body)
    }

    package func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] { [UInt8](body) }
}
