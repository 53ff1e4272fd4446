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
