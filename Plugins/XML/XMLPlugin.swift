public import Mimeograph

/// XML for a registry: any `Codable` type by ``XMLFormat``, documents of any shape as ``XML/Document`` values, and
/// ``XML/Element`` values that were built.
///
/// It reads `application/xml`, `text/xml` and every type with the suffix `+xml`, and writes `application/xml`. A caller that
/// reads a body as whatever it is gets an ``XML/Document``. Nothing outside of a body is ever read: no external entity, no
/// document type, no network.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     XMLPlugin()
/// }
/// ```
public struct XMLPlugin: SerializerPlugin {
    /// What is accepted, how texts are laid out, and how values are coded.
    public var format: XMLFormat

    /// Makes the plugin of a format with strategies of your own.
    public init(format: XMLFormat) { self.format = format }

    /// Makes the plugin; what is not given has its default.
    public init(reading: XMLReadingOptions = .standard, writing: XMLWritingOptions = .compact) {
        format = XMLFormat(reading: reading, writing: writing)
    }

    /// What is accepted.
    public var reading: XMLReadingOptions { format.reading }

    /// How much a server prefers to write XML and a client to receive it, where another format can do the same.
    static var weight: QualityValue { 0.8 }

    /// Registers `xml-writer` (``XML/Element``, written) and `xml` (any `Codable` type, and ``XML/Document``, both read and
    /// written); and for streams `xml-events` (``XML/Event``).
    ///
    /// ``XML/Element`` is `Codable`, too, so that what writes it directly goes first.
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
    /// XML with the default options.
    public static var xml: XMLPlugin { XMLPlugin() }
}

/// What XML is made of: documents and their nodes, elements to build and send, events of a stream.
public enum XML {}
