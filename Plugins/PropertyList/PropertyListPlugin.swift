public import Mimeograph

/// Property lists for a registry: ``PropertyList`` and any `Codable` value, read from every format and written in one.
///
/// It reads `application/x-plist`, `application/x-apple-plist` and `application/x-bplist`, and writes
/// `application/x-plist` or, where that is asked for, `application/x-bplist`, which is binary always. A caller that
/// asks for no type gets a ``PropertyList``. A body without a media type is known by the first bytes of the binary
/// format, and by the first lines that Foundation and plistlib write.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     PropertyListPlugin(writing: .binary)
/// }
/// ```
public struct PropertyListPlugin: SerializerPlugin {
    /// What is accepted, and what happens to nulls.
    public var reading: PropertyListReadingOptions
    /// XML or binary, and the order of keys.
    public var writing: PropertyListWritingOptions

    /// Makes the plugin; what is not given has its default.
    public init(
        reading: PropertyListReadingOptions = .standard,
        writing: PropertyListWritingOptions = PropertyListWritingOptions(allowsNull: false)
    ) {
        self.reading = reading
        self.writing = writing
    }

    /// What reads and writes any `Codable` value.
    public var format: PropertyListFormat { PropertyListFormat(reading: reading, writing: writing) }

    /// Registers `property-list` and `binary-property-list`, of which each reads and writes its own media types: any `Codable`
    /// type, and ``PropertyList``.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        var (format, writer) = (format, PropertyListRequestSerializer(options: writing))
        try registry.register(
            format: format,
            document: PropertyListResponseSerializer(options: reading),
            writer: writer,
            for: "application/x-plist",
            "application/x-apple-plist",
            options: RegistrationOptions(id: "property-list", signatures: Signature.xmlPropertyLists)
        )
        format.writing.format = .binary
        format.contentType = "application/x-bplist"
        writer.options.format = .binary
        writer.contentType = "application/x-bplist"
        try registry.register(
            format: format,
            document: PropertyListResponseSerializer(options: reading),
            writer: writer,
            for: "application/x-bplist",
            options: RegistrationOptions(id: "binary-property-list", signatures: [.binaryPropertyList])
        )
    }
}

extension SerializerPlugin where Self == PropertyListPlugin {
    /// Property lists with the default options.
    public static var propertyList: PropertyListPlugin { PropertyListPlugin() }
}

extension Signature {
    /// `application/x-plist`, by the first bytes that Foundation, plistlib and libplist write, or by the root element.
    public static let xmlPropertyLists = [
        Signature("application/x-plist", Array("<plist".utf8)),
        Signature("application/x-plist", Array("<!DOCTYPE plist".utf8)),
        Signature(
            "application/x-plist",
            Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist".utf8)
        ),
        Signature(
            "application/x-plist",
            Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist".utf8)
        ),
    ]
}
