public import Mimeograph

/// A plugin that reads ``Image`` values from bodies and writes them to bodies.
///
/// It reads and writes PNG and JPEG; it writes PNG if no type is requested. Codecs and encodings for other formats are separate
/// modules, so a program links only the libraries of the formats that it uses:
/// ```swift
/// import MimeographImage
/// import MimeographImageGIF
/// import MimeographImageWebP
///
/// let serializers = try SerializerRegistry {
///     ImagePlugin(codecs: .standard + [.gif, .webp], encodings: [.webp])
/// }
/// let picture: Image = try serializers.read(Image.self, from: body, head: head)
/// ```
public struct ImagePlugin: SerializerPlugin {
    /// The options for reading images.
    public var reading: ImageReadingOptions
    /// The codecs that read the formats. The first one that matches is used.
    public var codecs: [any ImageCodec]

    /// The options for writing PNG.
    public var png: PNGEncoding
    /// The options for writing JPEG.
    public var jpeg: JPEGEncoding
    /// The encodings of other formats, in order of preference. PNG and JPEG are preferred to them.
    public var encodings: [any ImageEncoding]

    /// Creates the plugin.
    public init(
        reading: ImageReadingOptions = .standard,
        codecs: [any ImageCodec] = .standard,
        png: PNGEncoding = .png,
        jpeg: JPEGEncoding = .jpeg,
        encodings: [any ImageEncoding] = []
    ) {
        self.reading = reading
        self.codecs = codecs
        self.png = png
        self.jpeg = jpeg
        self.encodings = encodings
    }

    /// JPEG is lossy, so PNG is preferred if the receiver accepts both.
    static var jpegWeight: QualityValue { 0.8 }
    /// Fewer receivers know other formats, so PNG and JPEG are preferred to them.
    static var otherWeight: QualityValue { 0.7 }

    /// Registers `image` to read ``Image`` values, and `png`, `jpeg` and the lowercased names of ``encodings`` to write them.
    /// Registers `image-updates` to stream ``ImageUpdate`` values.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            ImageResponseSerializer(options: reading, codecs: codecs),
            options: RegistrationOptions(
                id: "image",
                signatures: codecs.flatMap(\.format.signatures),
                advertises: codecs.compactMap(\.format.mediaTypes.first)
            )
        )
        try registry.register(writer: ImageRequestSerializer(png), options: RegistrationOptions(id: "png"))
        try registry.register(
            writer: ImageRequestSerializer(jpeg),
            options: RegistrationOptions(id: "jpeg", weight: Self.jpegWeight)
        )
        for encoding in encodings { try Self.register(encoding, in: &registry) }
        try registry.register(
            stream: ImageStreamSerializer(options: reading, codecs: codecs),
            options: RegistrationOptions(id: "image-updates", advertises: codecs.compactMap(\.format.mediaTypes.first))
        )
    }

    private static func register(
        _ encoding: some ImageEncoding,
        in registry: inout SerializerRegistry
    ) throws(RegistryError) {
        try registry.register(
            writer: ImageRequestSerializer(encoding),
            options: RegistrationOptions(
                id: Registration.ID(rawValue: encoding.format.name.lowercased()),
                weight: otherWeight
            )
        )
    }
}

extension SerializerPlugin where Self == ImagePlugin {
    /// The image plugin with the default options.
    public static var image: ImagePlugin { ImagePlugin() }
}
