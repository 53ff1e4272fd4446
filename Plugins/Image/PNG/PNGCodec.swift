public import Mimeograph

/// A codec that reads PNG with libpng: every color type, interlaced or not, with the profile, gamma, resolution, Exif data and
/// texts.
///
/// The pixels are those in the file: no gamma or profile is applied, and no suggested background is drawn. For an
/// animated PNG, the default picture is decoded.
///
/// Source: W3C PNG (third edition).
public struct PNGCodec: ImageCodec, Hashable {
    /// ``ImageFormat/png``.
    public var format: ImageFormat { .png }

    /// Creates the codec.
    public init() {}

    /// Reads the chunks before the pixels as far as they have arrived, and the orientation, which may come after the pixels.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` and ``SerializationError/Code/truncated``.
    public func info(
        from prefix: Span<UInt8>,
        isWhole: Bool,
        limits: DecodingLimits
    ) throws(SerializationError) -> ImageInfo? {
        guard let header = try PNGHeader(prefix) else {
            if isWhole { throw .truncatedImage(.png, at: SourceLocation(offset: prefix.count)) }
            return nil
        }
        return header.info
    }

    /// Decodes a PNG.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, with the name of the chunk, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/limitExceeded`` for `pixels` and `outputBytes`, and `decoderMemory`.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        try PNGReader.decode(body, options: options, limits: limits)
    }

    /// Creates a parser that decodes a PNG while it arrives.
    public func makeDecoder(
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> (any IncrementalParser<ImageUpdate>)? {
        try PNGDecoder(options: options, limits: limits)
    }
}

extension ImageCodec where Self == PNGCodec {
    /// A codec for PNG.
    public static var png: PNGCodec { PNGCodec() }
}
