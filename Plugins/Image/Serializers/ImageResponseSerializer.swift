public import Mimeograph

/// Reads images as ``Image`` values.
///
/// The first bytes of a body decide its format. The media type, which may be wrong, counts only where they decide nothing.
///
/// ```swift
/// let photo = try ImageResponseSerializer(options: .thumbnail(256)).read(body, head: head)
/// ```
/// It reads PNG, JPEG and what other codecs it is given:
/// ```swift
/// import MimeographImageGIF
/// let serializer = ImageResponseSerializer(codecs: .standard + [.gif])
/// ```
public struct ImageResponseSerializer: ResponseSerialization {
    /// What is wanted of the images.
    public var options: ImageReadingOptions
    /// What reads the formats, in the order in which they are asked.
    public var codecs: [any ImageCodec]

    /// Makes the serializer; what is not given has its default.
    public init(options: ImageReadingOptions = .standard, codecs: [any ImageCodec] = .standard) {
        self.options = options
        self.codecs = codecs
    }

    /// The media types of the codecs, in their order.
    public var acceptedTypes: [MediaRange] { codecs.acceptedTypes }

    /// Declines a body without the signature of a codec, unless a codec reads its media type.
    public func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        guard codecs.codec(for: prefix, type: head.contentType) == nil else { return .accept }
        return .decline(reason: "the body does not begin as \(codecs.formatNames) does")
    }

    /// Reads an image.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` for bytes that break the format, ``SerializationError/Code/truncated``
    ///   where they end early, ``SerializationError/Code/limitExceeded`` for `inputBytes`, `pixels` and `outputBytes`,
    ///   ``SerializationError/Code/unsupportedMediaType`` where the body is in no format that it knows.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        try limits.check(.inputBytes, body.count)
        guard let codec = codecs.codec(for: body, type: head.contentType) else {
            throw codecs.unknownFormat
        }
        let image = try codec.decode(body, options: options, limits: limits)
        return try image.finished(options, limits: limits, source: codec.format)
    }
}

extension ImageInfo {
    /// Reads what the first bytes of an image tell.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes of the body; the more, the more is known.
    ///   - isWhole: Whether that is all of it.
    ///   - type: The media type, for formats whose bytes do not tell.
    ///   - codecs: What reads the formats.
    ///   - limits: What reading may cost.
    /// - Returns: Nil where more bytes are needed.
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` where the bytes are in no format that the codecs know, and
    ///   what ``ImageCodec/info(from:isWhole:limits:)`` throws.
    public static func read(
        from prefix: Span<UInt8>,
        isWhole: Bool = false,
        type: MediaType? = nil,
        codecs: [any ImageCodec] = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) -> ImageInfo? {
        guard let codec = codecs.codec(for: prefix, type: type) else {
            if !isWhole && prefix.count < codecs.signatureLength { return nil }
            throw codecs.unknownFormat
        }
        return try codec.info(from: prefix, isWhole: isWhole, limits: limits)
    }

    /// The same from any collection of bytes: `[UInt8]`, a slice, `Data`.
    public static func read(
        from prefix: some Collection<UInt8>,
        isWhole: Bool = false,
        type: MediaType? = nil,
        codecs: [any ImageCodec] = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) -> ImageInfo? {
        try withBytes(of: prefix) { (span) throws(SerializationError) in
            try read(from: span, isWhole: isWhole, type: type, codecs: codecs, limits: limits)
        }
    }
}

extension [any ImageCodec] {
    /// The media types of the codecs, in their order.
    var acceptedTypes: [MediaRange] { flatMap { $0.format.mediaTypes.map { MediaRange($0) } } }

    /// The formats in one line, for a person.
    var formatNames: String { map(\.format.name).joined(separator: ", ") }

    var unknownFormat: SerializationError {
        SerializationError(
            .unsupportedMediaType,
            "The body begins as no image format that is known here: \(formatNames).",
            remedy: "Give the serializer a codec for the format, or ask the sender for PNG or JPEG."
        )
    }
}

extension ResponseSerialization where Self == ImageResponseSerializer {
    /// Reads images as they are, of the formats that come with the module.
    public static var image: ImageResponseSerializer { ImageResponseSerializer() }
}

/// Reads images while they arrive, as ``ImageUpdate`` values.
///
/// ```swift
/// for try await update in ImageStreamSerializer().elements(in: chunks, head: head) {
///     if case .rows(let rows) = update { view.draw(rows) }
/// }
/// ```
public struct ImageStreamSerializer: StreamingResponseSerialization {
    /// What is wanted of the images.
    public var options: ImageReadingOptions
    /// What reads the formats, in the order in which they are asked.
    public var codecs: [any ImageCodec]

    /// Makes the serializer; what is not given has its default.
    public init(options: ImageReadingOptions = .standard, codecs: [any ImageCodec] = .standard) {
        self.options = options
        self.codecs = codecs
    }

    /// The media types of the codecs, in their order.
    public var acceptedTypes: [MediaRange] { codecs.acceptedTypes }

    /// Makes a decoder for one body.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<ImageUpdate> {
        ImageDecoder(options: options, codecs: codecs, type: head.contentType, limits: limits)
    }
}

extension Image {
    /// Applies the options that the codec did not apply: size, orientation, layout and scale, in that order.
    ///
    /// Reducing comes first, because everything after it then costs less.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for `outputBytes`, where reducing a long picture takes more.
    package consuming func finished(
        _ options: ImageReadingOptions,
        limits: DecodingLimits,
        source format: @autoclosure () -> ImageFormat
    ) throws(SerializationError) -> Image {
        var image = self
        if options.frames == .first { image = image.firstFrame }
        if let side = options.maxPixelSize {
            for frame in image.frames {
                let size = options.size(for: frame.width, frame.height)
                if size == (frame.width, frame.height) { continue }
                try limits.check(.outputBytes, RowReducer.workingBytes(from: (frame.width, frame.height), to: size))
            }
            image = image.fitting(maxPixelSize: side)
        }
        if options.appliesOrientation, image.metadata.orientation != .up { image = image.upright() }
        if !image.frames.allSatisfy({ $0.format == options.format(for: $0.format) }) {
            image = image.changingFrames { $0.converted(to: options.format(for: $0.format)) }
        }
        image.scale = options.scale
        if image.source == nil { image.source = format() }
        return image
    }
}
