public import Mimeograph

/// Reads JPEG with libjpeg(-turbo): baseline, extended and progressive, gray, colour, CMYK and YCCK.
///
/// - The inverse transform is the accurate integer one, and chroma is upsampled smoothly, as djpeg does by default.
/// - CMYK and YCCK, which Adobe stores inverted, become RGB as djpeg makes it: `R = C * K / 255` and so on, rounded to the
///   nearest, with the stored, inverted figures. No profile is applied.
/// - Damage is an error unless ``ImageReadingOptions/allowsPartialImages`` says otherwise; bytes between segments that mean
///   nothing are no damage. A Huffman code that stands for nothing counts as zero: libjpeg-turbo does not notice all of them.
/// - A picture of arithmetic codes that arrives in pieces is decoded at its end and reports no rows: libjpeg needs all of it.
/// - A picture of more than 100 scans is refused: each takes the time of the whole, however short it is.
///
/// Source: ITU-T T.81, ITU-T T.871 (JFIF), ITU-T T.872 §6 (Adobe).
public struct JPEGCodec: ImageCodec, Hashable {
    /// ``ImageFormat/jpeg``.
    public var format: ImageFormat { .jpeg }

    /// Makes the codec.
    public init() {}

    /// Reads the segments before the pixels, up to the frame header.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``, and
    ///   ``SerializationError/Code/unsupportedMediaType`` for a lossless or hierarchical JPEG, and for one without 8 bits a sample.
    public func info(
        from prefix: Span<UInt8>,
        isWhole: Bool,
        limits: DecodingLimits
    ) throws(SerializationError) -> ImageInfo? {
        if let info = try JPEGHeader(prefix).info() { return info }
        if isWhole { throw .truncatedImage(.jpeg, at: SourceLocation(offset: prefix.count)) }
        return nil
    }

    /// Decodes a JPEG.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/unsupportedMediaType`` for a process that libjpeg does not know, such as lossless, and
    ///   ``SerializationError/Code/limitExceeded`` for `pixels` and `outputBytes`, which also count the coefficients of a
    ///   picture in several scans; and `decoderMemory`.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        try JPEGReader(goesOn: options.allowsPartialImages).decode(body, options: options, limits: limits)
    }

    /// Makes what decodes a JPEG while it arrives.
    public func makeDecoder(
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> (any IncrementalParser<ImageUpdate>)? {
        try JPEGDecoder(options: options, limits: limits)
    }
}

extension ImageCodec where Self == JPEGCodec {
    /// JPEG, with libjpeg.
    public static var jpeg: JPEGCodec { JPEGCodec() }
}
