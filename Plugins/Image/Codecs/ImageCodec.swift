public import Mimeograph

/// A codec that reads one image format.
///
/// ## Choosing it
/// Conform if a format has its own signature and its pixels become an ``Image``. The serializers choose the codec by the first
/// bytes of a body, then by its media type.
///
/// ## Using one
/// ```swift
/// let serializer = ImageResponseSerializer(codecs: .standard + [MyCodec()])
/// ```
///
/// ## Writing one
/// Only ``decode(_:options:limits:)`` and ``info(from:isWhole:limits:)`` need work. Apply an option only if the codec can do so
/// at less cost than the serializer, for example by decoding at half the size. The serializer applies the others: format,
/// orientation, size and scale. Call ``ImageLimits`` before each allocation, because the codec enforces the limits. Any bytes
/// must produce an image or a thrown error within the limits, and the same bytes always the same result.
public protocol ImageCodec: Sendable {
    /// The format that the codec reads.
    var format: ImageFormat { get }

    /// Whether a body that begins with these bytes is in the codec's format. The default checks the signatures of the format.
    func matches(_ prefix: Span<UInt8>) -> Bool

    /// Reads the information in the first bytes, without decoding a pixel or allocating memory for one.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes of the body.
    ///   - isWhole: Whether the prefix is the whole body.
    ///   - limits: The limits. The size of the image in pixels is not checked here.
    /// - Returns: The information, or nil if more bytes are needed.
    /// - Throws: ``SerializationError/Code/syntax`` if the bytes are not an image of the format, and
    ///   ``SerializationError/Code/truncated`` if there are too few and `isWhole` is true.
    func info(from prefix: Span<UInt8>, isWhole: Bool, limits: DecodingLimits) throws(SerializationError) -> ImageInfo?

    /// Decodes a whole body.
    ///
    /// - Parameters:
    ///   - body: The whole body.
    ///   - options: The reading options. A codec need not apply all of them.
    ///   - limits: The limits for the image.
    func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image

    /// Makes a parser that decodes a body while it arrives. Returns nil, as by default, if the format or codec cannot; the body
    /// is then buffered and decoded at its end.
    func makeDecoder(
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> (any IncrementalParser<ImageUpdate>)?
}

extension ImageCodec {
    /// Checks the signatures of the format.
    public func matches(_ prefix: Span<UInt8>) -> Bool { format.matches(prefix) }

    /// Returns nil, so the body is decoded at its end.
    public func makeDecoder(
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> (any IncrementalParser<ImageUpdate>)? { nil }
}

extension [any ImageCodec] {
    /// The number of bytes that suffices to recognize each format.
    var signatureLength: Int {
        reduce(12) { longest, codec in
            codec.format.signatures.reduce(longest) { Swift.max($0, $1.offset + $1.pattern.count) }
        }
    }

    /// Returns the codec for a body. The first bytes choose it; if no signature matches, the media type does.
    ///
    /// Signatures are more reliable than media types: a PNG that is sent as `image/jpeg` is decoded as a PNG.
    func codec(for prefix: Span<UInt8>, type: MediaType?) -> (any ImageCodec)? {
        if let found = first(where: { $0.matches(prefix) }) { return found }
        guard let type else { return nil }
        return first { $0.format.isNamed(by: type) }
    }
}

extension [any ImageCodec] {
    /// The codecs of this module in matching order: PNG, JPEG, BMP, icons and XBM.
    public static var standard: [any ImageCodec] { [.png, .jpeg, .bmp, .ico, .xbm] }
}
