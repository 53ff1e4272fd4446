public import Mimeograph

/// A plugin for MessagePack, which reads and writes any `Codable` type and ``MessagePack/Value``, and reads sequences of values.
///
/// It reads `application/msgpack`, `application/vnd.msgpack` and `application/x-msgpack`, and writes `application/msgpack`. If
/// the caller requests no Swift type, the result is a ``MessagePack/Value``. The first bytes of a body do not identify
/// MessagePack, so a body without a media type is not recognized.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     MessagePackPlugin()
/// }
/// ```
public struct MessagePackPlugin: SerializerPlugin {
    /// The format for reading and writing.
    public var format: MessagePackFormat

    /// Creates the plugin for a format.
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

/// A serializer that writes a ``MessagePack/Value`` as the body of a request.
public struct MessagePackRequestSerializer: BodySerialization {
    /// The format for writing.
    public var format: MessagePackFormat

    /// Creates a serializer.
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
    /// The plugin for MessagePack.
    public static var messagePack: MessagePackPlugin { MessagePackPlugin() }
}
