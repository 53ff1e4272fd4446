public import Mimeograph

/// A decoder that reads an image of any format while it arrives: first its information, then rows, then the whole image.
///
/// ```swift
/// var decoder = ImageDecoder(options: .rgba8)
/// var updates: [ImageUpdate] = []
/// try decoder.consume(chunk.span, into: &updates)
/// ```
/// The boundaries of the chunks do not affect the result. The memory for updates is bounded; see ``ImageUpdate``. The first
/// bytes, as many as the longest signature has, choose the format; if they match no format, the media type does.
///
/// An image that is to be reduced is decoded at its stored size and reduced at the end. The pixels of a JPEG's thumbnail may
/// therefore differ from the pixels of ``ImageResponseSerializer``, which decodes at a smaller scale.
public struct ImageDecoder: IncrementalParser {
    private let options: ImageReadingOptions
    private let codecs: [any ImageCodec]
    private let type: MediaType?
    private let limits: DecodingLimits
    private var prefix: [UInt8] = []
    private var decoder: (any IncrementalParser<ImageUpdate>)?
    /// The number of bytes that suffices to recognize each format. A shorter image is recognized at its end.
    private let signatureLength: Int

    /// Creates a decoder for one body.
    ///
    /// - Parameters:
    ///   - options: The options for reading.
    ///   - codecs: The codecs that read the formats. The first one that matches is used.
    ///   - type: The media type, for formats without a signature.
    ///   - limits: The limits for the image.
    public init(
        options: ImageReadingOptions = .standard,
        codecs: [any ImageCodec] = .standard,
        type: MediaType? = nil,
        limits: DecodingLimits = .standard
    ) {
        self.options = options
        self.codecs = codecs
        signatureLength = codecs.signatureLength
        self.type = type
        self.limits = limits
    }

    /// Reads the next bytes.
    ///
    /// - Throws: The errors of ``ImageResponseSerializer``, without locations.
    public mutating func consume(
        _ chunk: Span<UInt8>,
        into elements: inout [ImageUpdate]
    ) throws(SerializationError) {
        if decoder != nil {
            try decoder?.consume(chunk, into: &elements)
            return
        }
        prefix += [UInt8](chunk)
        if prefix.count >= signatureLength { try start(into: &elements) }
    }

    /// Ends the body.
    ///
    /// - Throws: ``SerializationError/Code/truncated`` if the image is not complete.
    public mutating func finish(into elements: inout [ImageUpdate]) throws(SerializationError) {
        if decoder == nil { try start(into: &elements) }
        try decoder?.finish(into: &elements)
    }

    private mutating func start(into elements: inout [ImageUpdate]) throws(SerializationError) {
        guard let codec = codecs.codec(for: prefix.span, type: type) else { throw codecs.unknownFormat }
        decoder =
            try codec.makeDecoder(options: options, limits: limits)
            ?? WholeImageDecoder(codec, options: options, limits: limits)
        let first = prefix
        prefix = []
        try decoder?.consume(first.span, into: &elements)
    }
}

/// A parser that buffers a body and decodes it at its end, for codecs that need the whole body.
struct WholeImageDecoder: IncrementalParser {
    let codec: any ImageCodec
    let options: ImageReadingOptions
    let limits: DecodingLimits
    private var body: [UInt8] = []

    init(_ codec: any ImageCodec, options: ImageReadingOptions, limits: DecodingLimits) {
        self.codec = codec
        self.options = options
        self.limits = limits
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        try limits.check(.inputBytes, body.count + chunk.count)
        body += [UInt8](chunk)
    }

    mutating func finish(into elements: inout [ImageUpdate]) throws(SerializationError) {
        let image = try codec.decode(body.span, options: options, limits: limits)
        if let info = try info() { elements.append(.info(info)) }
        elements.append(.image(try image.finished(options, limits: limits, source: codec.format)))
    }

    /// Returns the information about the body. If only the first frame is decoded, it may be impossible to count the others.
    private func info() throws(SerializationError) -> ImageInfo? {
        do throws(SerializationError) {
            return try codec.info(from: body.span, isWhole: true, limits: limits)
        } catch {
            guard options.frames == .first else { throw error }
            return try codec.info(from: body.span, isWhole: false, limits: limits)
        }
    }
}

/// An update about an image that is still arriving.
///
/// The first update is ``info(_:)``, the last ``image(_:)``. Between them come rows. An interlaced PNG or a progressive JPEG
/// reports the same rows several times, each time sharper. A JPEG reports its first, second, fourth, eighth pass and so on, and
/// the last.
///
/// Rows come in groups of sixteen. They are reported if they fit in `DecodingLimits.outputBytes` in addition to the image. If not
/// all passes fit, the ones before the last are left out first, then the last.
public enum ImageUpdate: Hashable, Sendable {
    /// The header is complete.
    case info(ImageInfo)
    /// Some rows are decoded, or a better version of them. They are as stored, neither turned nor reduced.
    case rows(ImageRows)
    /// The image is complete, with all options applied.
    case image(Image)
}

/// Rows of an image that is arriving.
public struct ImageRows: Hashable, Sendable {
    /// The pass that decoded them, counted from 0. A picture with a single pass has only pass 0.
    public var pass: Int
    /// The index of the first row, counted from 0 at the top.
    public var first: Int
    /// The number of rows.
    public var count: Int
    /// The width of the whole picture in pixels.
    public var width: Int
    /// The layout of the pixels.
    public var format: PixelFormat
    /// The rows, packed one after another.
    public var pixels: [UInt8]

    /// Creates a group of rows.
    public init(pass: Int, first: Int, count: Int, width: Int, format: PixelFormat, pixels: [UInt8]) {
        self.pass = pass
        self.first = first
        self.count = count
        self.width = width
        self.format = format
        self.pixels = pixels
    }
}
