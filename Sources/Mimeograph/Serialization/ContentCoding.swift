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
