public import Mimeograph

/// MessagePack for a registry: any `Codable` type, read and written, and streams of values.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     MessagePackPlugin()
/// }
/// let user: User = try serializers.read(from: body, head: head)   // whichever the server sent
/// ```
public struct MessagePackPlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers `messagepack` (any `Codable` type) and `messagepack-stream` (values one after the other).
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(format: MessagePackFormat(), options: RegistrationOptions(id: "messagepack"))
        try registry.register(
            stream: MessagePackStreamFormat(),
            options: RegistrationOptions(id: "messagepack-stream", advertises: ["application/msgpack"])
        )
    }
}

extension SerializerPlugin where Self == MessagePackPlugin {
    /// MessagePack.
    public static var messagePack: MessagePackPlugin { MessagePackPlugin() }
}
