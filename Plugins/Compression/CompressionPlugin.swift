public import Mimeograph

/// A plugin that decodes the content codings gzip and deflate.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     CompressionPlugin()
/// }
/// ```
///
/// It registers no serializer, because the registry decodes codings before it chooses one. To compress requests, wrap a request
/// serializer in ``CompressedRequestSerializer``.
public struct CompressionPlugin: SerializerPlugin {
    /// The coding for gzip.
    public var gzip: GzipCoding
    /// The coding for deflate.
    public var deflate: DeflateCoding

    /// Creates the plugin.
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
    /// The plugin with the standard codings.
    public static var compression: CompressionPlugin { CompressionPlugin() }
}

/// A compression level, which trades time for size.
public struct CompressionLevel: Hashable, Sendable {
    /// The level of zlib: 0 stores, 1 is the fastest, 9 the smallest.
    public let rawValue: Int

    private init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates a level of zlib. A number below 0 becomes 0, and a number above 9 becomes 9.
    public init(clamping level: Int) { rawValue = min(max(level, 0), 9) }

    /// Level 0: the data is wrapped, but not compressed.
    public static let stored = CompressionLevel(rawValue: 0)
    /// Level 1.
    public static let fastest = CompressionLevel(rawValue: 1)
    /// Level 6, the default of zlib and the gzip command.
    public static let standard = CompressionLevel(rawValue: 6)
    /// Level 9.
    public static let smallest = CompressionLevel(rawValue: 9)
}
