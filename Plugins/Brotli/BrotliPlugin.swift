public import Mimeograph

/// Undoes the content coding br of what is read.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     BrotliPlugin()
/// }
/// ```
///
/// It registers no serializer: the registry undoes codings before it picks one. To compress what is sent, hand ``BrotliCoding``
/// to a `CompressedRequestSerializer` of `MimeographCompression`.
public struct BrotliPlugin: SerializerPlugin {
    /// How br is undone and applied.
    public var coding: BrotliCoding

    /// Makes the plugin.
    public init(coding: BrotliCoding = BrotliCoding()) { self.coding = coding }

    /// Registers the coding.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(coding: coding)
    }
}

extension SerializerPlugin where Self == BrotliPlugin {
    /// Undoes br.
    public static var brotli: BrotliPlugin { BrotliPlugin() }
}

/// How much time to spend on making a body small with Brotli.
public struct BrotliQuality: Hashable, Sendable {
    /// libbrotli's quality: 0 is the fastest, 11 the smallest.
    public let rawValue: Int

    private init(rawValue: Int) { self.rawValue = rawValue }

    /// One of libbrotli's qualities; a figure outside of 0 to 11 becomes the nearest that is inside.
    public init(clamping quality: Int) { rawValue = min(max(quality, 0), 11) }

    /// Quality 0.
    public static let fastest = BrotliQuality(rawValue: 0)
    /// Quality 5: text becomes smaller than with gzip's standard level, in about the same time.
    public static let standard = BrotliQuality(rawValue: 5)
    /// Quality 11, which takes a hundred times as long, for what is compressed once and sent often.
    public static let smallest = BrotliQuality(rawValue: 11)
}
