public import Mimeograph

/// Comma-separated values for a registry: tables, read and written, and rows that are read while they arrive.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     CSVPlugin()
/// }
/// let table = try serializers.read(CSVTable.self, from: body, head: head)
/// ```
public struct CSVPlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers `csv` (``CSVTable``, read), `csv-writer` and `csv-rows` (``CSVRow``).
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            CSVResponseSerializer(),
            options: RegistrationOptions(id: "csv", acceptsEmptyInput: true)
        )
        try registry.register(writer: CSVRequestSerializer(), options: RegistrationOptions(id: "csv-writer"))
        try registry.register(stream: CSVRowSerializer(), options: RegistrationOptions(id: "csv-rows"))
    }
}

extension SerializerPlugin where Self == CSVPlugin {
    /// Comma-separated values.
    public static var csv: CSVPlugin { CSVPlugin() }
}
