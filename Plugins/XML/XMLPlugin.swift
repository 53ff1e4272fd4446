public import Mimeograph

/// XML for a registry: documents of any shape, as ``XML/Document`` values.
///
/// It reads `application/xml`, `text/xml` and every type with the suffix `+xml`. A caller who takes whatever a body is gets
/// an ``XML/Document``. Nothing outside of a body is ever read: no external entity, no document type, no network.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     XMLPlugin()
/// }
/// ```
public struct XMLPlugin: SerializerPlugin {
    /// What is accepted.
    public var reading: XMLReadingOptions

    /// Makes the plugin; what is not given has its default.
    public init(reading: XMLReadingOptions = .standard) { self.reading = reading }

    /// What reads ``XML/Document`` values.
    public var documentResponseSerializer: XMLDocumentResponseSerializer {
        XMLDocumentResponseSerializer(options: reading)
    }

    /// How much a server prefers to write XML and a client to receive it, where another format can do the same.
    static var weight: QualityValue { 0.8 }

    /// Registers `xml-document` (``XML/Document``, read).
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            documentResponseSerializer,
            options: RegistrationOptions(id: "xml-document", weight: XMLPlugin.weight, advertises: [.xml])
        )
    }
}

extension SerializerPlugin where Self == XMLPlugin {
    /// XML with the default options.
    public static var xml: XMLPlugin { XMLPlugin() }

    /// XML; what is not given has its default.
    public static func xml(reading: XMLReadingOptions = .standard) -> XMLPlugin { XMLPlugin(reading: reading) }
}
