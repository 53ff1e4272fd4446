public import Mimeograph

/// A plugin that decodes the content coding zstd.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     ZstandardPlugin()
/// }
/// ```
///
/// It registers no serializer, because the registry decodes codings before it chooses one. To compress requests, pass
/// ``ZstandardCoding`` to a `CompressedRequestSerializer` of `MimeographCompression`.
public struct ZstandardPlugin: SerializerPlugin {
    /// The coding for zstd.
    public var coding: ZstandardCoding

    /// Creates the plugin.
    public init(coding: ZstandardCoding = ZstandardCoding()) { self.coding = coding }

    /// Registers the coding.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(coding: coding)
    }
}

extension SerializerPlugin where Self == ZstandardPlugin {
    /// The plugin with the standard coding.
    public static var zstandard: ZstandardPlugin { ZstandardPlugin() }
}

/// A level of Zstandard, which trades time for size.
public struct ZstandardLevel: Hashable, Sendable {
    /// The level of libzstd: 1 is the fastest, 22 the smallest.
    public let rawValue: Int

    private init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates a level of libzstd. A number below 1 becomes 1, and a number above 22 becomes 22.
    public init(clamping level: Int) { rawValue = min(max(level, 1), 22) }

    /// Level 1.
    public static let fastest = ZstandardLevel(rawValue: 1)
    /// Level 3, the default of libzstd and the zstd command.
    public static let standard = ZstandardLevel(rawValue: 3)
    /// Level 22, with the window of 8 MiB that HTTP allows.
    public static let smallest = ZstandardLevel(rawValue: 22)
}
