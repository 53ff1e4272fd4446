public import Mimeograph

/// CBOR for a registry: any `Codable` type and ``CBOR/Value``, read and written, and sequences.
///
/// It reads `application/cbor` and every type with the suffix `+cbor`, and writes `application/cbor`. A caller that asks for no
/// type gets a ``CBOR/Value``. Item by item it reads `application/cbor-seq` and every type with the suffix `+cbor-seq`. A body
/// without a media type is known by the tag that says that it is CBOR (55799).
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     CBORPlugin()
/// }
/// ```
public struct CBORPlugin: SerializerPlugin {
    /// What reads and writes.
    public var format: CBORFormat

    /// Makes the plugin of a format.
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
    /// `application/cbor`, by the tag that says so. Source: RFC 8949 §3.4.6.
    public static let selfDescribedCBOR = Signature("application/cbor", [0xD9, 0xD9, 0xF7])
}

/// Writes a ``CBOR/Value`` as the body of a request.
public struct CBORRequestSerializer: BodySerialization {
    /// What writes it.
    public var format: CBORFormat

    /// Makes a serializer.
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
    /// CBOR.
    public static var cbor: CBORPlugin { CBORPlugin() }
}
