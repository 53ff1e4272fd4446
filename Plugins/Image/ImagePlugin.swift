public import Mimeograph

/// Images for a registry: bodies become ``Image`` values, and these become bodies.
///
/// It reads and writes PNG and JPEG; it writes PNG where no type is asked for. Other formats are codecs of modules of their own,
/// so that a program needs no library for formats that it does not use, and so is what writes them:
///
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
    /// What is wanted of the images that are read.
    public var reading: ImageReadingOptions
    /// What reads the formats, in the order in which they are asked.
    public var codecs: [any ImageCodec]

    /// How PNG is written.
    public var png: PNGEncoding
    /// How JPEG is written.
    public var jpeg: JPEGEncoding
    /// What writes other formats, in the order in which they are preferred, behind JPEG.
    public var encodings: [any ImageEncoding]

    /// Makes the plugin; what is not given has its default.
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

    /// JPEG loses something, so PNG goes before it where both will do.
    static var jpegWeight: QualityValue { 0.8 }
    /// Not every reader knows other formats, so PNG and JPEG go before them.
    static var otherWeight: QualityValue { 0.7 }

    /// Registers `image` (``Image``, read), `png`, `jpeg` and the names of ``encodings`` in small letters (``Image``, written),
    /// and for streams `image-updates` (``ImageUpdate``).
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
    /// Images with the default options.
    public static var image: ImagePlugin { ImagePlugin() }
}
