/// Gives the bytes of any body, and writes bytes as `application/octet-stream`.
///
/// It claims `*/*`, so that it takes only what nothing nearer can make `[UInt8]` of: a JSON format reads a JSON body as
/// an array of numbers.
public struct BytesPlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers the reader and the writer.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            BytesResponseSerializer(),
            options: RegistrationOptions(id: "bytes", acceptsEmptyInput: true)
        )
        try registry.register(writer: BytesRequestSerializer(), options: RegistrationOptions(id: "bytes-writer"))
    }
}

/// Decodes the bodies of errors as ``ProblemDetails``, where the registry has a format that reads them.
public struct ProblemDetailsPlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers ``ErrorBodyRule/problemDetails``: statuses 300 to 599.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(errorBody: .problemDetails)
    }
}

extension SerializerPlugin where Self == BytesPlugin {
    /// Reads and writes raw bytes.
    public static var bytes: BytesPlugin { BytesPlugin() }
}

extension SerializerPlugin where Self == ProblemDetailsPlugin {
    /// Decodes problem documents (RFC 9457) of failed requests.
    public static var problemDetails: ProblemDetailsPlugin { ProblemDetailsPlugin() }
}
