public import Mimeograph

/// Decodes an image of any format while it arrives: first what it is, then rows, then the whole.
///
/// ```swift
/// var decoder = ImageDecoder(options: .rgba8)
/// var updates: [ImageUpdate] = []
/// try decoder.consume(chunk.span, into: &updates)
/// ```
/// Where the chunks are cut changes nothing. What the updates may take is bounded: see ``ImageUpdate``. The format is
/// chosen by the first twelve bytes, then by the media type.
///
/// What is to be made smaller is decoded as it is stored, and made smaller at the end: the pixels of a JPEG's thumbnail are
/// then not to the bit those that ``ImageResponseSerializer`` makes by decoding at a smaller scale.
public struct ImageDecoder: IncrementalParser {
    private let options: ImageReadingOptions
    private let codecs: [any ImageCodec]
    private let type: MediaType?
    private let limits: DecodingLimits
    private var prefix: [UInt8] = []
    private var decoder: (any IncrementalParser<ImageUpdate>)?

    /// The bytes by which all formats are known; an image that is shorter is known at its end.
    private static let signatureLength = 12

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
        self.type = type
        self.limits = limits
    }

    /// Takes the next bytes.
    ///
    /// - Throws: What ``ImageResponseSerializer`` throws, without places.
    public mutating func consume(
        _ chunk: Span<UInt8>,
        into elements: inout [ImageUpdate]
    ) throws(SerializationError) {
        if decoder != nil {
            try decoder?.consume(chunk, into: &elements)
            return
        }
        prefix += [UInt8](chunk)
        if prefix.count >= Self.signatureLength { try start(into: &elements) }
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
