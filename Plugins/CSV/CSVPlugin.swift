public import Mimeograph

/// Comma-separated values for a registry: any `Codable` type as a row, tables, and rows while they arrive.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     CSVPlugin()
/// }
/// let people = try serializers.read([Person].self, from: body, head: head)
/// for try await person in try serializers.stream(Person.self, from: chunks, head: head) { … }
/// ```
/// It reads and writes `text/csv` and, with tabs between fields and without quotes, `text/tab-separated-values`; a generated Accept names
/// the first alone. A caller that asks for no type gets a ``CSVTable``.
public struct CSVPlugin: SerializerPlugin {
    /// How `text/csv` is read and written.
    public var format: CSVFormat
    /// How `text/tab-separated-values` is read and written.
    public var tabSeparated: CSVFormat

    /// Makes the plugin.
    public init(format: CSVFormat = CSVFormat(), tabSeparated: CSVFormat = .tabSeparated) {
        self.format = format
        self.tabSeparated = tabSeparated
    }

    /// Registers `csv` and `tsv`: any `Codable` type, ``CSVTable`` read and written, and rows of any `Decodable` while they arrive.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        // Any parameters do, and a client that reads tables need not be sent them with tabs.
        let entries: [(id: Registration.ID, format: CSVFormat, advertised: [MediaType])] = [
            ("csv", format, ["text/csv"]), ("tsv", tabSeparated, []),
        ]
        for (id, format, advertised) in entries {
            try registry.register(
                format: format,
                document: CSVResponseSerializer(format: format),
                writer: CSVRequestSerializer(format: format),
                stream: format,
                options: RegistrationOptions(id: id, acceptsEmptyInput: true, advertises: advertised)
            )
        }
    }
}

extension SerializerPlugin where Self == CSVPlugin {
    /// Comma-separated values with the default options.
    public static var csv: CSVPlugin { CSVPlugin() }
}
