/// The content coding that changes nothing. Source: RFC 9110 §8.4.1, §12.5.3.
public struct IdentityCoding: ContentCoding, Hashable {
    /// Makes the coding.
    public init() {}

    /// `identity`.
    public var names: [String] { ["identity"] }

    /// The same bytes.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` where they are more than `outputBytes`.
    public func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        try limits.check(.outputBytes, body.count)
        return [UInt8](body)
    }

    /// The same bytes.
    public func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] { [UInt8](body) }
}
