/// A format that decodes and encodes one media type with a registry, for pieces of a body such as the data of an event.
///
/// ```swift
/// let data = serializers.format(for: .json)
/// let stream = EventStream<Message>(data: data)
/// ```
/// For each Swift type the registry chooses the reader: the most specific match, either a serializer of that type or a format.
public struct RegisteredFormat: CodableFormat {
    /// The registry that chooses.
    public let registry: SerializerRegistry
    /// The media type that the registry looks up.
    public let contentType: MediaType

    /// The media type alone.
    public var acceptedTypes: [MediaRange] { [MediaRange(contentType)] }

    /// Decodes a value as the registry would from a body of ``contentType``; the argument `mediaType` is ignored.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` with the trace if no reader matches; any error of the reader.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        try limits.check(.inputBytes, body.count)
        return try registry.decodePiece(type, from: body, as: contentType, limits: limits)
    }

    /// Encodes a value as ``contentType``.
    ///
    /// - Throws: As ``SerializerRegistry/encode(_:as:)``.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        try registry.encode(value, as: contentType).bytes
    }
}

extension SerializerRegistry {
    /// Returns a format that decodes and encodes one media type with this registry.
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
        // `treating(_:as:)` and `assuming(_:)` apply here too.
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
