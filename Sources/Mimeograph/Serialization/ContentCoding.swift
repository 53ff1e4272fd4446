/// A coding of the whole body, such as gzip, named in Content-Encoding.
///
/// Codings are registered beside serializers and undone in the reverse order of the field, under the limits.
/// Source: RFC 9110 §8.4.
public protocol ContentCoding: Sendable {
    /// The coding's names in lower case, the one to send first: `["gzip", "x-gzip"]`.
    var names: [String] { get }

    /// Undoes the coding.
    ///
    /// - Parameters:
    ///   - body: The coded bytes.
    ///   - limits: `outputBytes` and `expansionRatio` bound what is made of them.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated`` or
    ///   ``SerializationError/Code/limitExceeded``.
    func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8]

    /// Applies the coding.
    func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8]
}

/// A content coding that can also be applied and undone in chunks.
///
/// A registry undoes it while a stream arrives, and request bodies that are streams are coded while they are sent.
///
/// ## Writing one
/// A coding of your own, compress for example, conforms to this to be used for streams. Both parsers are fed bytes and append
/// chunks of bytes; where either side is cut has no meaning, only the bytes in a row. A decoder that fails has appended what
/// came out before the fault.
public protocol StreamingContentCoding: ContentCoding {
    /// Makes a parser that applies the coding.
    ///
    /// - Throws: ``SerializationError/Code/sourceFailed`` where there is no memory.
    func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]>

    /// Makes a parser that undoes the coding.
    ///
    /// - Parameter limits: `outputBytes` and `expansionRatio` bound what comes out, while it comes out.
    func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]>
}

/// The content coding that changes nothing. Source: RFC 9110 §8.4.1, §12.5.3.
package struct IdentityCoding: ContentCoding, Hashable {
    /// Makes the coding.
    package init() {}

    /// `identity`.
    package var names: [String] { ["identity"] }

    /// The same bytes.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` where they are more than `outputBytes`.
    package func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        try limits.check(.outputBytes, body.count)
        return [UInt8](body)
    }

    /// The same bytes.
    package func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] { [UInt8](body) }
}
