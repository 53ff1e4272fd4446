public import Mimeograph

/// A plugin for XML: it handles any `Codable` type through ``XMLFormat``, documents as ``XML/Document`` values, and built
/// elements as ``XML/Element`` values.
///
/// It reads `application/xml`, `text/xml` and every type with the suffix `+xml`, and writes `application/xml`. A caller that
/// requests no particular type gets an ``XML/Document``. It never reads anything outside the body: no external entity, no
/// external document type, no network.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     XMLPlugin()
/// }
/// ```
public struct XMLPlugin: SerializerPlugin {
    /// The options for reading, writing and coding values.
    public var format: XMLFormat

    /// Makes the plugin with a format.
    public init(format: XMLFormat) { self.format = format }

    /// Makes the plugin with options.
    public init(reading: XMLReadingOptions = .standard, writing: XMLWritingOptions = .compact) {
        format = XMLFormat(reading: reading, writing: writing)
    }

    /// The options for reading.
    public var reading: XMLReadingOptions { format.reading }

    /// The preference for XML over other formats, when a server writes and when a client receives.
    static var weight: QualityValue { 0.8 }

    /// Registers `xml-writer`, which writes ``XML/Element``, and `xml`, which reads and writes any `Codable` type and
    /// ``XML/Document``. For streams it registers `xml-events`, which reads ``XML/Event``.
    ///
    /// ``XML/Element`` is also `Codable`, so the serializer that writes it directly comes first.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            stream: XMLParserResponseSerializer(options: reading),
            options: RegistrationOptions(id: "xml-events", weight: XMLPlugin.weight, advertises: [.xml])
        )
        try registry.register(
            writer: XMLRequestSerializer(options: format.writing),
            options: RegistrationOptions(id: "xml-writer", weight: XMLPlugin.weight)
        )
        try registry.register(
            format: format,
            document: XMLDocumentResponseSerializer(options: reading),
            writer: XMLDocumentRequestSerializer(options: format.writing),
            options: RegistrationOptions(id: "xml", weight: XMLPlugin.weight)
        )
    }
}

extension SerializerPlugin where Self == XMLPlugin {
    /// A plugin for XML with the default options.
    public static var xml: XMLPlugin { XMLPlugin() }
}

/// A namespace for the types of XML: documents and their nodes, elements to build and send, events of a stream.
public enum XML {}
