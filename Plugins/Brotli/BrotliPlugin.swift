public import Mimeograph

/// A plugin that decodes the content coding br.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     BrotliPlugin()
/// }
/// ```
///
/// It registers no serializer, because the registry decodes codings before it chooses one. To compress requests, pass
/// ``BrotliCoding`` to a `CompressedRequestSerializer` of `MimeographCompression`.
public struct BrotliPlugin: SerializerPlugin {
    /// The coding for br.
    public var coding: BrotliCoding

    /// Creates the plugin.
    public init(coding: BrotliCoding = BrotliCoding()) { self.coding = coding }

    /// Registers the coding.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(coding: coding)
    }
}

extension SerializerPlugin where Self == BrotliPlugin {
    /// The plugin with the standard coding.
    public static var brotli: BrotliPlugin { BrotliPlugin() }
}

/// A quality of Brotli, which trades time for size.
public struct BrotliQuality: Hashable, Sendable {
    /// The quality of libbrotli: 0 is the fastest, 11 the smallest.
    public let rawValue: Int

    private init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates a quality of libbrotli. A number below 0 becomes 0, and a number above 11 becomes 11.
    public init(clamping quality: Int) { rawValue = min(max(quality, 0), 11) }

    /// Quality 0.
    public static let fastest = BrotliQuality(rawValue: 0)
    /// Quality 5: text becomes smaller than with the standard level of gzip, in about the same time.
    public static let standard = BrotliQuality(rawValue: 5)
    /// Quality 11, which takes about a hundred times as long as the standard quality. Use it for data that is compressed once and
    /// sent often.
    public static let smallest = BrotliQuality(rawValue: 11)
}
