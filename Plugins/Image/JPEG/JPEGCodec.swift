public import Mimeograph

/// A codec that reads JPEG with libjpeg(-turbo): baseline, extended and progressive, gray, color, CMYK and YCCK.
///
/// - It uses the accurate integer transform and smooth chroma upsampling, the defaults of djpeg.
/// - CMYK and YCCK, which Adobe stores inverted, become RGB as in djpeg: `R = C * K / 255` and so on, with the stored, inverted
///   values, rounded to the nearest. No profile is applied.
/// - Damage is an error unless ``ImageReadingOptions/allowsPartialImages`` is true. Meaningless bytes between segments are not
///   damage. An invalid Huffman code counts as zero, because libjpeg-turbo does not detect all of them.
/// - A picture with arithmetic coding that arrives in pieces is decoded at its end and reports no rows, because libjpeg needs all
///   of it.
/// - A picture of more than 100 scans is rejected: each takes the time of the whole, however short it is.
///
/// Source: ITU-T T.81, ITU-T T.871 (JFIF), ITU-T T.872 §6 (Adobe).
public struct JPEGCodec: ImageCodec, Hashable {
    /// ``ImageFormat/jpeg``.
    public var format: ImageFormat { .jpeg }

    /// Creates the codec.
    public init() {}

    /// Reads the segments before the pixels, up to the frame header.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``, and
    ///   ``SerializationError/Code/unsupportedMediaType`` for a lossless or hierarchical JPEG, and for samples that do not have 8
    ///   bits.
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
    ///   ``SerializationError/Code/unsupportedMediaType`` for a process that libjpeg does not support, such as lossless,
    ///   ``SerializationError/Code/limitExceeded`` for `pixels` and `outputBytes`, which also counts the coefficients of a
    ///   picture in several scans, and `decoderMemory`.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        try JPEGReader(goesOn: options.allowsPartialImages).decode(body, options: options, limits: limits)
    }

    /// Creates a parser that decodes a JPEG while it arrives.
    public func makeDecoder(
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> (any IncrementalParser<ImageUpdate>)? {
        try JPEGDecoder(options: options, limits: limits)
    }
}

extension ImageCodec where Self == JPEGCodec {
    /// A codec for JPEG.
    public static var jpeg: JPEGCodec { JPEGCodec() }
}
