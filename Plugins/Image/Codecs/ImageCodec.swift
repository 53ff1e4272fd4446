public import Mimeograph

/// Reads one image format.
///
/// ## Choosing it
/// Conform where a format has a signature of its own and its pixels become an ``Image``. The serializers find the codec
/// by the first bytes of a body, then by its media type.
///
/// ## Using one
/// ```swift
/// let serializer = ImageResponseSerializer(codecs: .standard + [MyCodec()])
/// ```
///
/// ## Writing one
/// Only ``decode(_:options:limits:)`` and ``info(from:isWhole:limits:)`` are work. A codec applies those options that it can
/// apply cheaper than the serializer, for example by decoding at half the size. The serializer applies the others: format,
/// orientation, size and scale. The codec holds the limits: call ``ImageLimits`` before each allocation. Any bytes give an
/// image or a thrown error, within the limits, and the same bytes always give the same.
public protocol ImageCodec: Sendable {
    /// The format it reads.
    var format: ImageFormat { get }

    /// Whether a body that begins with these bytes is in its format. The default looks at the signatures of the format.
    func matches(_ prefix: Span<UInt8>) -> Bool

    /// What the first bytes tell, without decoding a pixel and without allocating for one.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes of the body.
    ///   - isWhole: Whether that is all of it.
    ///   - limits: What the image may cost; its size in pixels is not held against it here.
    /// - Returns: Nil where more bytes are needed.
    /// - Throws: ``SerializationError/Code/syntax`` where the bytes are no image of the format, and
    ///   ``SerializationError/Code/truncated`` where they are too few and `isWhole`.
    func info(from prefix: Span<UInt8>, isWhole: Bool, limits: DecodingLimits) throws(SerializationError) -> ImageInfo?

    /// Decodes a whole body.
    ///
    /// - Parameters:
    ///   - body: All bytes.
    ///   - options: What is wanted; a codec need not do all of it.
    ///   - limits: What the image may cost.
    func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image

    /// Makes what decodes a body while it arrives; nil, as by default, where the format or codec cannot, so that the body
    /// is gathered and decoded at its end.
    func makeDecoder(
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> (any IncrementalParser<ImageUpdate>)?
}

extension ImageCodec {
    /// Looks at the signatures of the format.
    public func matches(_ prefix: Span<UInt8>) -> Bool { format.matches(prefix) }

    /// Decodes at the end.
    public func makeDecoder(
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> (any IncrementalParser<ImageUpdate>)? { nil }
}

extension [any ImageCodec] {
    /// How many bytes tell the formats from one another.
    var signatureLength: Int {
        reduce(12) { longest, codec in
            codec.format.signatures.reduce(longest) { Swift.max($0, $1.offset + $1.pattern.count) }
        }
    }

    /// The codec for a body. The first bytes choose it; the media type does where no codec has a signature that fits.
    ///
    /// The media type may be wrong, and signatures are not: a PNG that is sent as `image/jpeg` is decoded as a PNG.
    func codec(for prefix: Span<UInt8>, type: MediaType?) -> (any ImageCodec)? {
        if let found = first(where: { $0.matches(prefix) }) { return found }
        guard let type else { return nil }
        return first { $0.format.isNamed(by: type) }
    }
}

extension [any ImageCodec] {
    /// The formats that this module reads, in the order in which they are asked: PNG, JPEG, BMP, icons and XBM.
    public static var standard: [any ImageCodec] { [.png, .jpeg, .bmp, .ico, .xbm] }
}
