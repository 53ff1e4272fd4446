public import Mimeograph

/// A plugin that registers property lists: ``PropertyList`` and any `Codable` value, read from any format and written in one.
///
/// It reads `application/x-plist`, `application/x-apple-plist` and `application/x-bplist`. It writes `application/x-plist` or, on
/// request, `application/x-bplist`, which is always binary. A caller that requests no type receives a ``PropertyList``. A body
/// without a media type is recognized by the first bytes of the binary format, or by the first lines that Foundation and plistlib
/// write.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     PropertyListPlugin(writing: .binary)
/// }
/// ```
public struct PropertyListPlugin: SerializerPlugin {
    /// The options for reading: what is accepted, and how nulls are treated.
    public var reading: PropertyListReadingOptions
    /// The options for writing: XML or binary, and the order of keys.
    public var writing: PropertyListWritingOptions

    /// Creates the plugin; omitted parameters have their defaults.
    public init(
        reading: PropertyListReadingOptions = .standard,
        writing: PropertyListWritingOptions = PropertyListWritingOptions(allowsNull: false)
    ) {
        self.reading = reading
        self.writing = writing
    }

    /// The format that reads and writes any `Codable` value.
    public var format: PropertyListFormat { PropertyListFormat(reading: reading, writing: writing) }

    /// Registers `property-list` and `binary-property-list`. Each reads and writes its own media types, for any `Codable` type
    /// and for ``PropertyList``.
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
    /// The signatures of `application/x-plist`: the first bytes that Foundation, plistlib and libplist write, or the root
    /// element.
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
