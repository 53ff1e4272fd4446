import Mimeograph

/// JSON for a registry: any `Codable` type by `JSONFormat`, and ``JSON`` values by the two serializers.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin(nullStripping: .objectMembers)
/// }
/// ```
public struct JSONPlugin: Sendable {
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
}
