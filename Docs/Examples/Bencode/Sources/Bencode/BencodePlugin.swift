public import Mimeograph

/// A plugin that reads and writes bencode.
///
/// ```swift
/// let serializers = try SerializerRegistry { BencodePlugin() }
/// let answer = try serializers.read(Bencode.self, from: body, head: head)
/// ```
public struct BencodePlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers `bencode` and `bencode-writer`.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(BencodeResponseSerializer(), options: RegistrationOptions(id: "bencode"))
        try registry.register(writer: BencodeRequestSerializer(), options: RegistrationOptions(id: "bencode-writer"))
    }
}

extension SerializerPlugin where Self == BencodePlugin {
    /// The bencode plugin.
    public static var bencode: BencodePlugin { BencodePlugin() }
}
