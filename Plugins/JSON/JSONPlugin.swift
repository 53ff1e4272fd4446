public import Mimeograph

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// JSON for a registry: any `Codable` type by ``JSONFormat``, ``JSON`` values by the two serializers, and streams of all of them.
///
/// It reads `application/json`, `text/json` and every type with the suffix `+json`, a ``JSON`` value from `text/javascript`
/// too, and writes `application/json`. A caller that asks for no type gets a ``JSON`` value. Element by element it
/// reads lines (`application/x-ndjson`), texts of a sequence (`application/json-seq`) and the elements of an array
/// (`application/json`).
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin(dates: .iso8601, keys: .snakeCase, nullStripping: .objectMembers)
/// }
/// ```
public struct JSONPlugin: SerializerPlugin {
    /// What is accepted, how texts are laid out, and how dates, data and keys are coded.
    public var format: JSONFormat

    /// Makes the plugin of a format with strategies of your own.
    public init(format: JSONFormat) { self.format = format }

    /// Makes the plugin; what is not given has its default. For `dates` that is a number of seconds since 2001.
    public init(
        dates: DateStrategy<Date> = .native,
        keys: KeyStrategy = .useDefaultKeys,
        nullStripping: JSONNullStripping = .keep,
        duplicateKeys: DuplicateKeys = .lastWins,
        writing: JSONWritingOptions = .compact
    ) {
        let reading = JSONReadingOptions(nullStripping: nullStripping, duplicateKeys: duplicateKeys)
        self.init(format: JSONFormat(dates: dates, keys: keys, reading: reading, writing: writing))
    }

    /// Registers `ndjson` and `json-seq` (streams of any `Decodable`) and `json`: any `Codable` type, ``JSON`` read and
    /// written, and the elements of an array.
    ///
    /// An array that is one body is the last thing that a client which reads element by element asks for.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(stream: NDJSONFormat(format: format), options: RegistrationOptions(id: "ndjson"))
        try registry.register(stream: JSONSequenceFormat(format: format), options: RegistrationOptions(id: "json-seq"))
        try registry.register(
            format: format,
            document: JSONResponseSerializer(options: format.reading),
            writer: JSONRequestSerializer(options: format.writing),
            stream: JSONArrayElementsFormat(format: format),
            options: RegistrationOptions(id: "json")
        )
    }
}

extension SerializerPlugin where Self == JSONPlugin {
    /// JSON with the default options.
    public static var json: JSONPlugin { JSONPlugin() }
}
