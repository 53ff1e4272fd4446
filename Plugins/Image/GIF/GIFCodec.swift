public import Mimeograph
public import MimeographImage

/// A codec that reads GIF with giflib. Each frame is the whole canvas as it appears, with its duration.
///
/// ```swift
/// import MimeographImage
/// import MimeographImageGIF
///
/// let serializers = try SerializerRegistry {
///     ImagePlugin(codecs: .standard + [.gif])
/// }
/// let animation = try serializers.read(Image.self, from: body, head: head)
/// for frame in animation.frames { show(frame, for: frame.duration) }
/// ```
/// - Frames are drawn over one another as the file requires. An area that is disposed of to the background becomes transparent,
///   as in browsers, whatever background color the file names. An area on which no frame has been drawn is transparent, too.
/// - The layout is RGB, or gray if all color tables are. It has alpha if anything can be transparent.
/// - `Image.loopCount` is the number of times that the animation runs: once without the loop extension, else once more than the
///   extension says. A delay of 0 is returned unchanged; browsers show such a frame for a tenth of a second.
/// - Comments and an ICC profile are kept. Plain text extensions are not drawn.
///
/// Source: CompuServe, Graphics Interchange Format, Version 89a.
public struct GIFCodec: ImageCodec, Hashable {
    /// `ImageFormat.gif`.
    public var format: ImageFormat { .gif }

    /// Creates the codec.
    public init() {}

    /// Reads the blocks up to the first frame, or all of them if the body is whole.
    ///
    /// - Returns: The information, or nil if the bytes do not include the first frame. If they are not the whole body, the layout
    ///   describes the first frame; a later frame may add color or alpha.
    /// - Throws: ``SerializationError/Code/syntax`` and ``SerializationError/Code/truncated``.
    public func info(
        from prefix: Span<UInt8>,
        isWhole: Bool,
        limits: DecodingLimits
    ) throws(SerializationError) -> ImageInfo? {
        let header = try GIFHeader(prefix, isWhole ? .count : .firstFrame) { (_, _, _) throws(SerializationError) in }
        guard let header, let first = header.frames.first else {
            if !isWhole { return nil }
            let location = SourceLocation(offset: prefix.count)
            if header?.isWhole == true { throw .corruptImage(.gif, "The GIF contains no frames.", at: location) }
            throw .truncatedImage(.gif, at: location)
        }
        return ImageInfo(
            format: .gif,
            width: header.width,
            height: header.height,
            pixelFormat: header.pixelFormat,
            bitsPerSample: 8,
            frameCount: isWhole ? header.frameCount : nil,
            isProgressive: first.isInterlaced,
            resolution: header.resolution
        )
    }

    /// Decodes a GIF.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` with the message of giflib, also for an empty frame,
    ///   ``SerializationError/Code/truncated``, also if the trailer is missing, `SerializationError.Code.decoderMemory`, and
    ///   ``SerializationError/Code/limitExceeded`` for `pixels` and `outputBytes` of all frames together.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        let header = try header(of: body, options, limits)
        var frames: [ImageFrame] = []
        var failure: SerializationError?
        if !header.isWhole { failure = .truncatedImage(.gif, at: SourceLocation(offset: body.count)) }
        do throws(SerializationError) {
            try Self.draw(header, body, into: &frames)
        } catch {
            failure = error
        }
        if let failure, !options.allowsPartialImages || failure.code == .decoderMemory { throw failure }
        guard !frames.isEmpty else { throw failure ?? .truncatedImage(.gif) }
        var image = Image(unchecked: frames, metadata: header.metadata(body, atMost: options.metadataBytes))
        if header.frames.count > 1 { image.loopCount = header.loopCount }
        image.isPartial = failure != nil
        image.source = .gif
        return image
    }

    /// Reads the blocks and checks the limits for them.
    private func header(
        of body: Span<UInt8>,
        _ options: ImageReadingOptions,
        _ limits: DecodingLimits
    ) throws(SerializationError) -> GIFHeader {
        var imageLimits = ImageLimits(limits)
        var hasCanvas = false
        // The layout is known only after all frames, so the largest one is reserved.
        let bytesPerPixel = options.bytesPerPixel(for: .rgba8)
        let header = try GIFHeader(body, options.frames == .first ? .firstFrame : .all) {
            (frame, width, height) throws(SerializationError) in
            if !hasCanvas {
                // The canvas, and a copy for the disposal to the previous frame.
                try imageLimits.reserve(bytes: ImageLimits.product(width * height, 8))
                hasCanvas = true
            }
            try imageLimits.reserve(width: width, height: height, bytesPerPixel: bytesPerPixel)
            try imageLimits.reserve(bytes: GIFHeader.bytesPerFrame)
            // Pixels outside of the canvas take no memory, but time.
            if frame.left + frame.width > width || frame.top + frame.height > height {
                try imageLimits.reserve(width: frame.width, height: frame.height, bytesPerPixel: 0)
            }
        }
        let location = SourceLocation(offset: body.count)
        guard let header else { throw .truncatedImage(.gif, at: location) }
        // A canvas must not be allocated without a reservation by a frame.
        guard !header.frames.isEmpty else {
            if header.isWhole { throw .corruptImage(.gif, "The GIF contains no frames.", at: location) }
            throw .truncatedImage(.gif, at: location)
        }
        return header
    }

    private static func draw(
        _ header: GIFHeader,
        _ body: Span<UInt8>,
        into frames: inout [ImageFrame]
    ) throws(SerializationError) {
        let format = header.pixelFormat
        var canvas = GIFCanvas(width: header.width, height: header.height, format: format)
        var failure: SerializationError?
        // SAFETY: the reader keeps the address of the body, and does not outlive the closure.
        try unsafe body.withUnsafeBufferPointer { (bytes) throws(SerializationError) in
            let reader = try unsafe GIFReader(bytes)
            let screen = GIFPalette(header.table, of: body)
            let screenColors = screen.pixels(format)
            for frame in header.frames {
                let palette = frame.table.map { GIFPalette($0, of: body) } ?? screen
                let colors = frame.table == nil ? screenColors : palette.pixels(format)
                canvas.prepare(frame)
                do throws(SerializationError) {
                    try reader.decode(frame) { indices, row in
                        canvas.draw(indices, row: row, of: frame, colors)
                    }
                } catch {
                    failure = error
                }
                var picture = ImageFrame(
                    unchecked: canvas.pixels,
                    width: header.width,
                    height: header.height,
                    format: format
                )
                if header.frames.count > 1 { picture.duration = .milliseconds(frame.delay * 10) }
                frames.append(picture)
                if failure != nil { break }
            }
        }
        if let failure { throw failure }
    }
}

extension ImageCodec where Self == GIFCodec {
    /// A codec for GIF.
    public static var gif: GIFCodec { GIFCodec() }
}

extension ImageFormat {
    /// Graphics Interchange Format, both versions. Source: CompuServe, GIF89a.
    public static let gif = ImageFormat(
        "GIF",
        mediaTypes: [.gif],
        signatures: Signature.gif,
        fileExtensions: ["gif"]
    )
}
