public import Mimeograph

/// Gives the bytes of any body as `Data`, and writes `Data` as `application/octet-stream`.
///
/// It claims `*/*`, so that it takes only what nothing nearer can make `Data` of: a JSON format reads a JSON body as
/// Base64 text. It takes no part when a caller asks for whatever a body is; `BytesPlugin` does.
public struct DataPlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers the reader and the writer.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            DataResponseSerializer(),
            options: RegistrationOptions(id: "data", isNative: false, acceptsEmptyInput: true)
        )
        try registry.register(writer: DataRequestSerializer(), options: RegistrationOptions(id: "data-writer"))
    }
}

extension SerializerPlugin where Self == DataPlugin {
    /// Reads and writes `Data`.
    public static var data: DataPlugin { DataPlugin() }
}
