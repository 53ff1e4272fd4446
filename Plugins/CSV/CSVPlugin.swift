public import Mimeograph

/// A plugin that registers comma-separated values: any `Codable` type as a row, tables, and streams of rows.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     CSVPlugin()
/// }
/// let people = try serializers.read([Person].self, from: body, head: head)
/// for try await person in try serializers.stream(Person.self, from: chunks, head: head) { … }
/// ```
/// It reads and writes `text/csv` and, with tabs between fields and without quotes, `text/tab-separated-values`; a generated
/// Accept lists only the first. A caller that requests no type receives a ``CSVTable``.
public struct CSVPlugin: SerializerPlugin {
    /// The format for `text/csv`.
    public var format: CSVFormat
    /// The format for `text/tab-separated-values`.
    public var tabSeparated: CSVFormat

    /// Makes the plugin.
    public init(format: CSVFormat = CSVFormat(), tabSeparated: CSVFormat = .tabSeparated) {
        self.format = format
        self.tabSeparated = tabSeparated
    }

    /// Registers `csv` and `tsv`: any `Codable` type, ``CSVTable``, and streams of rows of any `Decodable` type.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        // All parameters are accepted, and a client that reads tables need not ask for tabs.
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
