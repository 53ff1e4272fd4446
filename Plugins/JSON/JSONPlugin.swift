public import Mimeograph

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A plugin that registers JSON: ``JSONFormat`` for any `Codable` type, two serializers for ``JSON`` values, and streams of both.
///
/// It reads `application/json`, `text/json` and every type with the suffix `+json`; as a ``JSON`` value it reads
/// `text/javascript` too. It writes `application/json`. A caller that requests no type receives a ``JSON`` value. As streams it
/// reads lines (`application/x-ndjson`), text sequences (`application/json-seq`) and the elements of an array
/// (`application/json`).
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin(dates: .iso8601, keys: .snakeCase, nullStripping: .objectMembers)
/// }
/// ```
public struct JSONPlugin: SerializerPlugin {
    /// The format, with the options for reading and writing and the strategies for dates, data and keys.
    public var format: JSONFormat

    /// Creates the plugin with a format of your own.
    public init(format: JSONFormat) { self.format = format }

    /// Creates the plugin; omitted parameters have their defaults. By default, a `Date` is a number of seconds since 2001.
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

    /// Registers `ndjson` and `json-seq` (streams of any `Decodable`) and `json`: any `Codable` type, ``JSON`` values, and
    /// streams of array elements.
    ///
    /// A client that reads a stream requests an array last, after the other two formats.
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
