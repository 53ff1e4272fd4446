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

/// How much time to spend on making a body small.
public struct CompressionLevel: Hashable, Sendable {
    /// zlib's level: 0 stores, 1 is the fastest, 9 the smallest.
    public let rawValue: Int

    private init(rawValue: Int) { self.rawValue = rawValue }

    /// One of zlib's levels; a figure outside of 0 to 9 becomes the nearest that is inside.
    public init(clamping level: Int) { rawValue = min(max(level, 0), 9) }

    /// Wrapped, and not made smaller: level 0.
    public static let stored = CompressionLevel(rawValue: 0)
    /// Level 1.
    public static let fastest = CompressionLevel(rawValue: 1)
    /// Level 6, which is also what zlib and the gzip command use when they are not told.
    public static let standard = CompressionLevel(rawValue: 6)
    /// Level 9.
    public static let smallest = CompressionLevel(rawValue: 9)
}
