public import Mimeograph

/// A serializer that reads images as ``Image`` values.
///
/// The first bytes of a body choose its format. The media type, which may be wrong, counts only if they match no format.
///
/// ```swift
/// let photo = try ImageResponseSerializer(options: .thumbnail(256)).read(body, head: head)
/// ```
/// It reads PNG, JPEG, BMP, icons and XBM, and the formats of further codecs:
/// ```swift
/// import MimeographImageGIF
/// let serializer = ImageResponseSerializer(codecs: .standard + [.gif])
/// ```
public struct ImageResponseSerializer: ResponseSerialization {
    /// The options for reading.
    public var options: ImageReadingOptions
    /// The codecs that read the formats. The first one that matches is used.
    public var codecs: [any ImageCodec]

    /// Creates the serializer.
    public init(options: ImageReadingOptions = .standard, codecs: [any ImageCodec] = .standard) {
        self.options = options
        self.codecs = codecs
    }

    /// The media types of the codecs, in their order.
    public var acceptedTypes: [MediaRange] { codecs.acceptedTypes }

    /// Declines a body if its first bytes match no codec and no codec reads its media type.
    public func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        guard codecs.codec(for: prefix, type: head.contentType) == nil else { return .accept }
        return .decline(reason: "the body has none of these image formats: \(codecs.formatNames)")
    }

    /// Reads an image.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` for bytes that break the format, ``SerializationError/Code/truncated``
    ///   if they end early, ``SerializationError/Code/limitExceeded`` for `inputBytes`, `pixels` and `outputBytes`,
    ///   ``SerializationError/Code/unsupportedMediaType`` if no codec reads the format of the body.
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
    /// Reads the information in the first bytes of an image.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes of the body. More bytes may yield more information.
    ///   - isWhole: Whether the prefix is the whole body.
    ///   - type: The media type, for formats without a signature.
    ///   - codecs: The codecs that read the formats.
    ///   - limits: The limits for reading.
    /// - Returns: The information, or nil if more bytes are needed.
    /// - Throws: ``SerializationError/Code/unsupportedMediaType`` if no codec reads the format of the bytes, and the errors of
    ///   ``ImageCodec/info(from:isWhole:limits:)``.
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

    /// Reads the information from any collection of bytes: `[UInt8]`, a slice, `Data`.
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
    var acceptedTypes: [MediaRange] { flatMap { $0.format.mediaTypes.map { MediaRange($0) } } }

    /// The names of the formats, for error messages.
    var formatNames: String { map(\.format.name).joined(separator: ", ") }

    var unknownFormat: SerializationError {
        SerializationError(
            .unsupportedMediaType,
            "The body is not in a supported image format: \(formatNames).",
            remedy: "Add a codec for the format to the serializer, or ask the sender for PNG or JPEG."
        )
    }
}

extension ResponseSerialization where Self == ImageResponseSerializer {
    /// A serializer that reads the formats of this module with the default options.
    public static var image: ImageResponseSerializer { ImageResponseSerializer() }
}

/// A serializer that reads images as ``ImageUpdate`` values while they arrive.
///
/// ```swift
/// for try await update in ImageStreamSerializer().elements(in: chunks, head: head) {
///     if case .rows(let rows) = update { view.draw(rows) }
/// }
/// ```
public struct ImageStreamSerializer: StreamingResponseSerialization {
    /// The options for reading.
    public var options: ImageReadingOptions
    /// The codecs that read the formats. The first one that matches is used.
    public var codecs: [any ImageCodec]

    /// Creates the serializer.
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
    /// Reducing the size first makes the other steps cheaper.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for `outputBytes`, if reducing a long picture takes more.
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
