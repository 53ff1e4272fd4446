public import Mimeograph

/// MessagePack for a registry: any `Codable` type and ``MessagePack/Value``, read and written, and values one after the other.
///
/// It reads `application/msgpack`, `application/vnd.msgpack` and `application/x-msgpack`, and writes `application/msgpack`. A
/// caller that asks for no type gets a ``MessagePack/Value``. Nothing in the first bytes of a body tells MessagePack.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     MessagePackPlugin()
/// }
/// ```
public struct MessagePackPlugin: SerializerPlugin {
    /// What reads and writes.
    public var format: MessagePackFormat

    /// Makes the plugin of a format.
    public init(format: MessagePackFormat = MessagePackFormat()) { self.format = format }

    /// Registers `msgpack`.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        let options = RegistrationOptions(id: "msgpack")
        try registry.register(
            format: format,
            document: format.serializer(of: MessagePack.Value.self),
            writer: MessagePackRequestSerializer(format: format),
            stream: format,
            options: options
        )
    }
}

/// Writes a ``MessagePack/Value`` as the body of a request.
public struct MessagePackRequestSerializer: BodySerialization {
    /// What writes it.
    public var format: MessagePackFormat

    /// Makes a serializer.
    public init(format: MessagePackFormat = MessagePackFormat()) { self.format = format }

    /// `application/msgpack`.
    public var contentType: MediaType { format.contentType }

    /// Encodes the value.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path.
    public func encode(_ input: MessagePack.Value) throws(SerializationError) -> [UInt8] {
        try input.serialized(sortedKeys: format.sortedKeys)
    }
}

extension SerializerPlugin where Self == MessagePackPlugin {
    /// MessagePack.
    public static var messagePack: MessagePackPlugin { MessagePackPlugin() }
}
