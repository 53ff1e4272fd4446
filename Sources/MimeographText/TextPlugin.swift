public import Mimeograph

/// Reads text, in the encoding that its label or its first bytes tell, and writes it as UTF-8.
///
/// Reads `text/*` into `String`; an empty body is an empty string.
public struct TextPlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers the reader and the writer.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            TextResponseSerializer(),
            options: RegistrationOptions(
                id: "text",
                acceptsEmptyInput: true,
                signatures: Signature.byteOrderMarks,
                advertises: [.textPlain]
            )
        )
        try registry.register(writer: TextRequestSerializer(), options: RegistrationOptions(id: "text-writer"))
    }
}

extension SerializerPlugin where Self == TextPlugin {
    /// Reads and writes text.
    public static var text: TextPlugin { TextPlugin() }
}
