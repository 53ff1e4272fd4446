public import Mimeograph

/// A plugin for CBOR, which reads and writes any `Codable` type and ``CBOR/Value``, and reads sequences.
///
/// It reads `application/cbor` and every type with the suffix `+cbor`, and writes `application/cbor`. If the caller requests no
/// Swift type, the result is a ``CBOR/Value``. It reads `application/cbor-seq`, and every type with the suffix `+cbor-seq`, item
/// by item. A body without a media type is recognized by the tag for CBOR (55799).
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     CBORPlugin()
/// }
/// ```
public struct CBORPlugin: SerializerPlugin {
    /// The format for reading and writing.
    public var format: CBORFormat

    /// Creates the plugin for a format.
    public init(format: CBORFormat = CBORFormat()) { self.format = format }

    /// Registers `cbor-seq` and `cbor`.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(stream: CBORSequenceFormat(format: format), options: RegistrationOptions(id: "cbor-seq"))
        try registry.register(
            format: format,
            document: format.serializer(of: CBOR.Value.self),
            writer: CBORRequestSerializer(format: format),
            options: RegistrationOptions(id: "cbor", signatures: [.selfDescribedCBOR])
        )
    }
}

extension Signature {
    /// The signature of `application/cbor`: the tag for CBOR. Source: RFC 8949 §3.4.6.
    public static let selfDescribedCBOR = Signature("application/cbor", [0xD9, 0xD9, 0xF7])
}

/// A serializer that writes a ``CBOR/Value`` as the body of a request.
public struct CBORRequestSerializer: BodySerialization {
    /// The format for writing.
    public var format: CBORFormat

    /// Creates a serializer.
    public init(format: CBORFormat = CBORFormat()) { self.format = format }

    /// `application/cbor`.
    public var contentType: MediaType { format.contentType }

    /// Encodes the value.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path.
    public func encode(_ input: CBOR.Value) throws(SerializationError) -> [UInt8] {
        try input.serialized(isDeterministic: format.isDeterministic)
    }
}

extension SerializerPlugin where Self == CBORPlugin {
    /// The plugin for CBOR.
    public static var cbor: CBORPlugin { CBORPlugin() }
}
