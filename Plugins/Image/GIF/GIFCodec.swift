public import Mimeograph
public import MimeographImage

/// Reads GIF with giflib: every frame as the whole canvas looks when it is shown, with its duration.
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
/// - Frames are drawn one over the other as the file asks. An area that is to get the background becomes transparent, as
///   browsers do it, whatever colour the file names for the background. What no frame has drawn is transparent, too.
/// - The layout is RGB or gray, as the colour tables are, with alpha where anything can be transparent.
/// - `Image.loopCount` is how often the animation runs: once without the extension for it, else once more than
///   that says. A delay of 0 is handed on as it is; browsers make it a tenth of a second.
/// - Of the extensions, comments and an ICC profile are kept; plain text is not drawn.
///
/// Source: CompuServe, Graphics Interchange Format, Version 89a.
public struct GIFCodec: ImageCodec, Hashable {
    /// `ImageFormat.gif`.
    public var format: ImageFormat { .gif }

    /// Makes the codec.
    public init() {}

    /// Reads the blocks up to the first frame, and of a whole body all of them.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` and ``SerializationError/Code/truncated``.
    public func info(
        from prefix: Span<UInt8>,
        isWhole: Bool,
        limits: DecodingLimits
    ) throws(SerializationError) -> ImageInfo? {
        let outline = try GIFHeader(prefix, isWhole ? .count : .firstFrame) { (_, _, _) throws(SerializationError) in }
        guard let outline, let first = outline.frames.first else {
            if !isWhole { return nil }
            let location = SourceLocation(offset: prefix.count, in: prefix)
            if outline?.isWhole == true { throw .corruptImage(.gif, "The GIF holds no frame.", at: location) }
            throw .truncatedImage(.gif, at: location)
        }
        return ImageInfo(
            format: .gif,
            width: outline.width,
            height: outline.height,
            pixelFormat: outline.pixelFormat,
            bitsPerSample: 8,
            frameCount: isWhole ? outline.frameCount : nil,
            isProgressive: first.isInterlaced,
            resolution: outline.resolution
        )
    }

    /// Decodes a GIF.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` in giflib's words, also for a frame without a pixel,
    ///   ``SerializationError/Code/truncated``, also where the trailer is missing, `SerializationError.Code.decoderMemory`, and
    ///   ``SerializationError/Code/limitExceeded`` for `pixels` and `outputBytes`, of all frames together.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        let outline = try outline(of: body, options, limits)
        var frames: [ImageFrame] = []
        var fault: SerializationError?
        if !outline.isWhole { fault = .truncatedImage(.gif, at: SourceLocation(offset: body.count, in: body)) }
        do throws(SerializationError) {
            try Self.draw(outline, body, into: &frames)
        } catch {
            fault = error
        }
        if let fault, !options.allowsPartialImages || fault.code == .decoderMemory { throw fault }
        guard !frames.isEmpty else { throw fault ?? .truncatedImage(.gif) }
        var image = Image(unchecked: frames, metadata: outline.metadata(body, atMost: options.metadataBytes))
        if outline.frames.count > 1 { image.loopCount = outline.loopCount }
        image.isPartial = fault != nil
        image.source = .gif
        return image
    }

    /// The blocks, where the limits allow what they ask for.
    private func outline(
        of body: Span<UInt8>,
        _ options: ImageReadingOptions,
        _ limits: DecodingLimits
    ) throws(SerializationError) -> GIFHeader {
        var allowance = ImageAllowance(limits)
        var hasCanvas = false
        // The layout is known when all frames are; what they may come to is what is asked for.
        let bytesPerPixel = options.bytesPerPixel(for: .rgba8)
        let outline = try GIFHeader(body, options.frames == .first ? .firstFrame : .all) {
            (frame, width, height) throws(SerializationError) in
            if !hasCanvas {
                // The canvas, and what it was before.
                try allowance.admit(bytes: ImageAllowance.product(width * height, 8))
                hasCanvas = true
            }
            try allowance.admit(width: width, height: height, bytesPerPixel: bytesPerPixel)
            try allowance.admit(bytes: GIFHeader.bytesPerFrame)
            // Pixels beside the canvas take no memory, but time.
            if frame.left + frame.width > width || frame.top + frame.height > height {
                try allowance.admit(width: frame.width, height: frame.height, bytesPerPixel: 0)
            }
        }
        let location = SourceLocation(offset: body.count, in: body)
        guard let outline else { throw .truncatedImage(.gif, at: location) }
        // A canvas that no frame was admitted for must not be made.
        guard !outline.frames.isEmpty else {
            if outline.isWhole { throw .corruptImage(.gif, "The GIF holds no frame.", at: location) }
            throw .truncatedImage(.gif, at: location)
        }
        return outline
    }

    private static func draw(
        _ outline: GIFHeader,
        _ body: Span<UInt8>,
        into frames: inout [ImageFrame]
    ) throws(SerializationError) {
        let format = outline.pixelFormat
        var canvas = GIFCanvas(width: outline.width, height: outline.height, format: format)
        var failure: SerializationError?
        // SAFETY: the reader keeps the address of the body, and does not outlive the closure.
        try unsafe body.withUnsafeBufferPointer { (bytes) throws(SerializationError) in
            let reader = try unsafe GIFReader(bytes, body)
            let screen = GIFPalette(outline.table, of: body)
            let screenColors = screen.pixels(format)
            for frame in outline.frames {
                let palette = frame.table.map { GIFPalette($0, of: body) } ?? screen
                let colors = frame.table == nil ? screenColors : palette.pixels(format)
                canvas.prepare(frame)
                do throws(SerializationError) {
                    try reader.decode(frame, body) { indices, row in
                        canvas.draw(indices, row: row, of: frame, colors)
                    }
                } catch {
                    failure = error
                }
                var picture = ImageFrame(
                    unchecked: canvas.pixels,
                    width: outline.width,
                    height: outline.height,
                    format: format
                )
                if outline.frames.count > 1 { picture.duration = .milliseconds(frame.delay * 10) }
                frames.append(picture)
                if failure != nil { break }
            }
        }
        if let failure { throw failure }
    }
}

extension ImageCodec where Self == GIFCodec {
    /// GIF, with giflib.
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
