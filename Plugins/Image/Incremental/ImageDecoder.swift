public import Mimeograph

/// Decodes an image of any format while it arrives: first what it is, then rows, then the whole.
///
/// ```swift
/// var decoder = ImageDecoder(options: .rgba8)
/// var updates: [ImageUpdate] = []
/// try decoder.consume(chunk.span, into: &updates)
/// ```
/// Where the chunks are cut changes nothing. What the updates may take is bounded: see ``ImageUpdate``. The format is
/// chosen by as many of the first bytes as the longest signature has, then by the media type.
///
/// What is to be made smaller is decoded as it is stored, and made smaller at the end: the pixels of a JPEG's thumbnail are
/// then not exactly those that ``ImageResponseSerializer`` makes by decoding at a smaller scale.
public struct ImageDecoder: IncrementalParser {
    private let options: ImageReadingOptions
    private let codecs: [any ImageCodec]
    private let type: MediaType?
    private let limits: DecodingLimits
    private var prefix: [UInt8] = []
    private var decoder: (any IncrementalParser<ImageUpdate>)?
    /// So many bytes tell any format from the others. A shorter image is recognised at its end.
    private let signatureLength: Int

    /// Makes a decoder for one body.
    ///
    /// - Parameters:
    ///   - options: What is wanted.
    ///   - codecs: What reads the formats, in the order in which they are asked.
    ///   - type: The media type, for formats whose bytes do not tell.
    ///   - limits: What the image may cost.
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
    /// - Throws: What ``ImageResponseSerializer`` throws, without locations.
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

    /// Says that no bytes follow.
    ///
    /// - Throws: ``SerializationError/Code/truncated`` where the image is not complete.
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

/// Decodes at its end a body whose codec needs all of it.
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

    /// The information about the body. Where only the first frame is decoded, the others may be impossible to count.
    private func info() throws(SerializationError) -> ImageInfo? {
        do throws(SerializationError) {
            return try codec.info(from: body.span, isWhole: true, limits: limits)
        } catch {
            guard options.frames == .first else { throw error }
            return try codec.info(from: body.span, isWhole: false, limits: limits)
        }
    }
}

/// What a decoder has made of the bytes so far; a step in the life of an image that is still arriving.
///
/// The first is ``info(_:)``, the last ``image(_:)``. Between them come rows: of an interlaced PNG or a progressive JPEG
/// the same rows several times, each time sharper; the passes of a JPEG that are shown are the first, the second, the fourth and
/// so on, and the last.
///
/// Rows are reported as far as they fit in `DecodingLimits.outputBytes` beside the image: where there is no room for all passes,
/// those in the middle are left out, and then all of them. Rows come in groups of sixteen.
public enum ImageUpdate: Hashable, Sendable {
    /// The header is complete.
    case info(ImageInfo)
    /// Some rows are there, or are there in a better version. They are as stored: neither turned nor reduced.
    case rows(ImageRows)
    /// The image is complete, with all options applied.
    case image(Image)
}

/// Rows of an image that is arriving.
public struct ImageRows: Hashable, Sendable {
    /// The pass that made them, counted from 0; a picture that comes in one pass has only pass 0.
    public var pass: Int
    /// The first of the rows, counted from 0 at the top.
    public var first: Int
    /// How many rows there are.
    public var count: Int
    /// The width of the whole picture in pixels.
    public var width: Int
    /// How the pixels lie in memory.
    public var format: PixelFormat
    /// The rows, one behind the other and nothing between them.
    public var pixels: [UInt8]

    /// Makes rows.
    public init(pass: Int, first: Int, count: Int, width: Int, format: PixelFormat, pixels: [UInt8]) {
        self.pass = pass
        self.first = first
        self.count = count
        self.width = width
        self.format = format
        self.pixels = pixels
    }
}
