/// What a registry has for one media type, as a format: for code that decodes pieces of a body, such as the data of an event.
///
/// ```swift
/// let data = serializers.format(for: .json)
/// let stream = EventStream<Message>(data: data)
/// ```
/// Each type is read by whatever the registry chooses for it: a serializer of that very type where it is the most specific match,
/// else a format.
public struct RegisteredFormat: CodableFormat {
    /// The registry that chooses.
    public let registry: SerializerRegistry
    /// The media type that it is asked for.
    public let contentType: MediaType

    /// The media type alone.
    public var acceptedTypes: [MediaRange] { [MediaRange(contentType)] }

    /// Decodes a value as the registry would from a body of ``contentType``; a media type that is handed over does not count.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` with the trace, where the registry has nothing for the media
    ///   type and the Swift type; and what its choice throws.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        try limits.check(.inputBytes, body.count)
        return try registry.decodePiece(type, from: body, as: contentType, limits: limits)
    }

    /// Encodes a value as the registry writes the media type.
    ///
    /// - Throws: As ``SerializerRegistry/encode(_:as:)``.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        try registry.encode(value, as: contentType).bytes
    }
}

extension SerializerRegistry {
    /// What the registry has for a media type, as a format.
    public func format(for type: MediaType) -> RegisteredFormat {
        RegisteredFormat(registry: self, contentType: type)
    }

    /// Decodes a piece of a body with the most specific match of a media type.
    fileprivate func decodePiece<Value: Decodable>(
        _ type: Value.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType,
        limits: DecodingLimits
    ) throws(SerializationError) -> Value {
        let wanted = WantedType(type)
        let prefix = body.extracting(first: Signature.prefixLength)
        // What the registry is told to take the type for, it takes it for here, too.
        let origin = BodyOrigin.labelled(mediaType)
        let label = label(origin, wanted, prefix: prefix)
        var declined: Refusals = [:]
        let reader = firstReader(label, wanted, prefix: prefix, origin, declined: &declined)
        switch reader?.implementation {
        case .format(let format):
            return try format.decode(type, from: body, as: label.mediaType, limits: limits)
        case .value(let serializer):
            if let value = try serializer.read(body, head: label.head(origin), limits: limits) as? Value {
                return value
            }
        default: break
        }
        throw unread(trace(label, wanted, declined: declined), wanted, hint: SniffedFormat(prefix))
    }
}
