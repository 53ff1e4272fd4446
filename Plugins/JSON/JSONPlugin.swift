public import Mimeograph

/// JSON for a registry: ``JSON`` values, read by ``JSONResponseSerializer`` and written by ``JSONRequestSerializer``.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin(nullStripping: .objectMembers)
/// }
/// ```
public struct JSONPlugin: SerializerPlugin {
    /// What is accepted, and what happens to nulls and duplicate keys.
    public var reading: JSONReadingOptions
    /// How texts are laid out.
    public var writing: JSONWritingOptions

    /// Makes the plugin with all options.
    public init(reading: JSONReadingOptions, writing: JSONWritingOptions = .compact) {
        self.reading = reading
        self.writing = writing
    }

    /// Makes the plugin; what is not given has its default.
    public init(
        nullStripping: JSONNullStripping = .keep,
        duplicateKeys: JSONDuplicateKeys = .lastWins,
        writing: JSONWritingOptions = .compact
    ) {
        self.init(
            reading: JSONReadingOptions(nullStripping: nullStripping, duplicateKeys: duplicateKeys),
            writing: writing
        )
    }

    /// What reads ``JSON`` values.
    public var responseSerializer: JSONResponseSerializer { JSONResponseSerializer(options: reading) }

    /// What writes ``JSON`` values.
    public var requestSerializer: JSONRequestSerializer { JSONRequestSerializer(options: writing) }

    /// Registers the reader and the writer of ``JSON`` values.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            responseSerializer,
            options: RegistrationOptions(id: "json-value", advertises: ["application/json"])
        )
        try registry.register(writer: requestSerializer, options: RegistrationOptions(id: "json-value-writer"))
    }
}

extension SerializerPlugin where Self == JSONPlugin {
    /// Reads and writes JSON, with the defaults.
    public static var json: JSONPlugin { JSONPlugin() }
}
