public import Mimeograph

/// Reads PNG with libpng: every colour type, interlaced or not, with the profile, gamma, resolution, Exif data and texts.
///
/// The pixels are those that are stored: neither gamma nor profile is applied, and nothing is laid over the background that
/// a file may suggest. An animated PNG gives its default picture.
///
/// Source: W3C PNG (third edition).
public struct PNGCodec: ImageCodec, Hashable {
    /// ``ImageFormat/png``.
    public var format: ImageFormat { .png }

    /// Makes the codec.
    public init() {}

    /// Reads the chunks before the pixels, so far as they are there, and the orientation that may stand behind them.
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
    /// - Throws: ``SerializationError/Code/syntax``, which names the chunk, ``SerializationError/Code/truncated``, and
    ///   ``SerializationError/Code/limitExceeded`` for `pixels` and `outputBytes`, and
    ///   `decoderMemory`.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        try PNGReader.decode(body, options: options, limits: limits)
    }

    /// Makes what decodes a PNG while it arrives.
    public func makeDecoder(
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> (any IncrementalParser<ImageUpdate>)? {
        try PNGDecoder(options: options, limits: limits)
    }
}

extension ImageCodec where Self == PNGCodec {
    /// PNG, with libpng.
    public static var png: PNGCodec { PNGCodec() }
}
