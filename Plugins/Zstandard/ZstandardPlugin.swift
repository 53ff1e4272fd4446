public import Mimeograph

/// Undoes the content coding zstd of what is read.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     ZstandardPlugin()
/// }
/// ```
///
/// It registers no serializer: the registry undoes codings before it picks one. To compress what is sent, hand ``ZstandardCoding``
/// to a `CompressedRequestSerializer` of `MimeographCompression`.
public struct ZstandardPlugin: SerializerPlugin {
    /// How zstd is undone and applied.
    public var coding: ZstandardCoding

    /// Makes the plugin.
    public init(coding: ZstandardCoding = ZstandardCoding()) { self.coding = coding }

    /// Registers the coding.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(coding: coding)
    }
}

extension SerializerPlugin where Self == ZstandardPlugin {
    /// Undoes zstd.
    public static var zstandard: ZstandardPlugin { ZstandardPlugin() }
}

/// How much time to spend on making a body small with Zstandard.
public struct ZstandardLevel: Hashable, Sendable {
    /// libzstd's level: 1 is the fastest, 22 the smallest.
    public let rawValue: Int

    private init(rawValue: Int) { self.rawValue = rawValue }

    /// One of libzstd's levels; a figure outside of 1 to 22 becomes the nearest that is inside.
    public init(clamping level: Int) { rawValue = min(max(level, 1), 22) }

    /// Level 1.
    public static let fastest = ZstandardLevel(rawValue: 1)
    /// Level 3, which is also what libzstd and the zstd command use when they are not told.
    public static let standard = ZstandardLevel(rawValue: 3)
    /// Level 22, with the window of 8 MiB that HTTP allows.
    public static let smallest = ZstandardLevel(rawValue: 22)
}
