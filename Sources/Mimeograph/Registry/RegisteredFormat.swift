/// What a registry has for one media type, as a format: for places that decode pieces of a body, such as the data of an event.
///
/// ```swift
/// let data = serializers.format(for: .json)
/// let stream = EventStream<Message>(data: data)
/// ```
/// Each type is read by whatever the registry chooses for it: a serializer of that very type where it is the nearest claim,
/// else a format.
public struct RegisteredFormat: CodableFormat {
    /// The registry that chooses.
    public let registry: SerializerRegistry
    /// The media type that it is asked for.
    public let contentType: MediaType

    /// The media type alone.
    public var acceptedTypes: [MediaRange] { [MediaRange(contentType)] }

    /// Decodes a value as the registry would from a body of the media type; the head's own type does not count.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` with the trace, where the registry has nothing for the media
    ///   type and the Swift type; and what its choice throws.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> V {
        var head = head
        head.fields["Content-Type"] = contentType.description
        try budget.check(.inputBytes, body.count)
        if let carrier = type as? any ElementCarrier.Type {
            let carried = try registry.carry(carrier, from: body, head: head, budget: budget)
            if let value = carried as? V { return value }
        }
        return try registry.decode(type, from: body, head: head, budget: budget)
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

    /// Decodes what a stream's element carries, so that the choice is made by its type.
    fileprivate func carry<Carrier: ElementCarrier>(
        _ type: Carrier.Type,
        from body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> any ElementCarrier {
        Carrier(carrying: try decode(Carrier.Value.self, from: body, head: head, budget: budget))
    }

    /// Decodes a piece of a body with the nearest claim on a media type.
    fileprivate func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: Span<UInt8>,
        head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> Value {
        let wanted = WantedType(type)
        let prefix = body.extracting(first: Signature.prefixLength)
        // What the registry is told to take the type for, it takes it for here, too.
        let label = label(head, wanted, prefix: prefix)
        let head = label.head(head)
        var declined: [Registration.ID: String] = [:]
        let claim = firstClaim(label.lookedUpType, wanted, prefix: prefix, head: head, declined: &declined)
        switch claim?.registration.implementation {
        case .format(let format):
            return try format.decode(type, from: body, head: head, budget: budget)
        case .value(let serializer):
            if let value = try serializer.read(body, head: head, budget: budget) as? Value { return value }
        default: break
        }
        throw unread(trace(label, wanted, declined: declined), hint: BodyHint(prefix))
    }
}
