public import Mimeograph

/// Undoes the content codings gzip and deflate of what is read.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     CompressionPlugin()
/// }
/// ```
///
/// It registers no serializer: the registry undoes codings before it picks one. To compress what is sent, wrap a request
/// serializer in ``CompressedRequestSerializer``.
public struct CompressionPlugin: SerializerPlugin {
    /// How gzip is undone and applied.
    public var gzip: GzipCoding
    /// How deflate is undone and applied.
    public var deflate: DeflateCoding

    /// Makes the plugin.
    public init(gzip: GzipCoding = GzipCoding(), deflate: DeflateCoding = DeflateCoding()) {
        self.gzip = gzip
        self.deflate = deflate
    }

    /// Registers both codings, gzip first.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(coding: gzip)
        try registry.register(coding: deflate)
    }
}

extension SerializerPlugin where Self == CompressionPlugin {
    /// Undoes gzip and deflate.
    public static var compression: CompressionPlugin { CompressionPlugin() }
}
