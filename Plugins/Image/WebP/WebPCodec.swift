public import Mimeograph
public import MimeographImage

extension MediaType {
    /// `image/webp`.
    public static let webp: MediaType = "image/webp"
}

/// A codec that reads WebP with libwebp: lossy and lossless pictures with alpha, and animations. Each frame is the whole canvas
/// as it appears, with its duration.
///
/// ```swift
/// import MimeographImage
/// import MimeographImageWebP
///
/// let serializers = try SerializerRegistry {
///     ImagePlugin(codecs: .standard + [.webp], encodings: [.webp])
/// }
/// let photo = try serializers.read(Image.self, from: body, head: head)
/// ```
/// - The layout is RGB with 8 bits, with alpha if the file announces it. Unannounced alpha is not shown, whatever layout is
///   requested. Colors with alpha 0 are those in the file.
/// - libwebp's scaler reduces a picture while it is decoded. Lossy pictures with alpha and animations are reduced afterwards,
///   with colors weighted by alpha. So is a lossless picture with unannounced alpha, with plain colors.
/// - Frames are drawn as by WebPAnimDecoder of libwebp. An area on which no frame has been drawn is transparent, whatever
///   background the file names. `Image.loopCount` is the number of times that the animation runs, 0 for without end. A duration
///   of 0 is returned unchanged.
/// - The profile, the Exif data and XMP are kept if the file announces them. XMP is a text with the keyword `XML:com.adobe.xmp`,
///   as in a PNG. Exif data and XMP come after the pixels, and so does the orientation.
/// - A still picture that arrives in pieces is decoded while it arrives, and its rows are reported. A picture that is to be
///   reduced reports no rows. An animation is decoded at its end.
/// - A file that is shorter than its announced length is truncated, even if its pixels are complete. Bytes after its end are
///   ignored.
///
/// Source: RFC 9649; RFC 6386 for lossy pictures.
public struct WebPCodec: ImageCodec, Hashable {
    /// `ImageFormat.webp`.
    public var format: ImageFormat { .webp }

    /// Creates the codec.
    public init() {}

    /// Reads the chunks up to the head of the first picture, or all of them if the body is whole.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` and ``SerializationError/Code/truncated``.
    public func info(
        from prefix: Span<UInt8>,
        isWhole: Bool,
        limits: DecodingLimits
    ) throws(SerializationError) -> ImageInfo? {
        let extent = isWhole ? WebPContainer.Extent.count : .firstPicture
        let container = try WebPContainer(prefix, extent) { (_, _) throws(SerializationError) in }
        guard let container else {
            if isWhole { throw .truncatedImage(.webp, at: SourceLocation(offset: prefix.count)) }
            return nil
        }
        return container.info(prefix, isWhole: isWhole)
    }

    /// Decodes a WebP.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` with a location, ``SerializationError/Code/truncated``,
    ///   `SerializationError.Code.decoderMemory`, and ``SerializationError/Code/limitExceeded`` for `pixels` and `outputBytes` of
    ///   all frames together. `outputBytes` includes libwebp's tables for prefix codes.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        var drawing = WebPDrawing(options, limits)
        let container = try WebPContainer(body, options.frames == .first ? .firstFrame : .all) {
            (frame, container) throws(SerializationError) in
            if container.isAnimation { try drawing.reserve(&frame, container, body) }
        }
        guard let container, let first = container.frames.first else {
            throw .truncatedImage(.webp, at: SourceLocation(offset: body.count))
        }
        var plan = container.isAnimation ? nil : try WebPPlan(first, container, options, limits)
        _ = try plan?.checkTables(first, body)
        if let damage = container.damage, !options.allowsPartialImages { throw damage }
        var (frames, failure) =
            if let plan {
                try Self.picture(first, plan, body, options)
            } else {
                try drawing.frames(container, body)
            }
        if let scaled = plan, let picture = frames.first, scaled.hasWeighed(picture) {
            var stored = try WebPPlan(first, container, options, limits, scaling: false)
            _ = try stored.checkTables(first, body)
            (frames, failure) = try Self.picture(first, stored, body, options)
        }
        if let failure, !options.allowsPartialImages || failure.code == .decoderMemory { throw failure }
        if let plan { frames = frames.map { $0.converted(to: plan.result) } }
        var image = Image(unchecked: frames, metadata: container.metadata(body, atMost: options.metadataBytes))
        if container.isAnimation, options.frames == .all { image.loopCount = container.loopCount }
        image.isPartial = failure != nil || container.damage != nil
        image.source = .webp
        return image
    }

    /// Creates a parser that decodes a WebP while it arrives.
    public func makeDecoder(
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> (any IncrementalParser<ImageUpdate>)? {
        WebPDecoder(options: options, limits: limits)
    }

    private static func picture(
        _ frame: WebPFrame,
        _ plan: WebPPlan,
        _ body: Span<UInt8>,
        _ options: ImageReadingOptions
    ) throws(SerializationError) -> (frames: [ImageFrame], failure: SerializationError?) {
        let count = plan.bytesPerRow * plan.size.height
        let data = body.extracting(frame.data.clamped(to: 0..<body.count))
        var outcome = WebPOutcome.noMemory
        var pixels: [UInt8]
        if options.allowsPartialImages {
            pixels = [UInt8](repeating: 0, count: count)
            // SAFETY: the array has room for the rows of the plan, and libwebp keeps no pointer, here and below.
            outcome = try unsafe pixels.withUnsafeMutableBufferPointer { (buffer) throws(SerializationError) in
                guard let start = buffer.baseAddress else { return .noMemory }
                return try unsafe WebPReader.decodePartly(
                    data,
                    isWhole: frame.isWhole,
                    plan,
                    into: start,
                    bytesPerRow: plan.bytesPerRow
                )
            }
        } else {
            pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
                guard let start = buffer.baseAddress else { return }
                outcome = unsafe WebPReader.decode(data, plan, into: start, bytesPerRow: plan.bytesPerRow)
                // Either all rows are written, or libwebp reports a failure.
                written = outcome == .whole ? count : 0
            }
        }
        let picture = ImageFrame(
            unchecked: pixels,
            width: plan.size.width,
            height: plan.size.height,
            format: plan.layout
        )
        return ([picture], outcome.failure(frame))
    }
}

/// A drawing of the frames of an animation, each reduced to the requested size.
struct WebPDrawing {
    private let options: ImageReadingOptions
    private var imageLimits: ImageLimits
    private var working = 0
    private var hasCanvas = false

    init(_ options: ImageReadingOptions, _ limits: DecodingLimits) {
        self.options = options
        imageLimits = ImageLimits(limits)
    }

    /// Reserves the memory for a frame: the canvas once, the result for each frame, and the memory of libwebp for the largest
    /// frame. Its tables exist only during decoding, so they must fit in addition to the memory reserved by then.
    mutating func reserve(
        _ frame: inout WebPFrame,
        _ container: WebPContainer,
        _ body: Span<UInt8>
    ) throws(SerializationError) {
        let location = SourceLocation(offset: frame.data.lowerBound)
        let (width, height) = (container.width, container.height)
        let size = options.size(for: width, height)
        let bytesPerPixel = options.bytesPerPixel(for: container.pixelFormat)
        try imageLimits.reserve(width: width, height: height, bytesPerPixel: 0, at: location)
        if !hasCanvas {
            try imageLimits.reserve(bytes: ImageLimits.product(width * height, 4), at: location)
            if size != (width, height) {
                try imageLimits.reserve(bytes: RowReducer.workingBytes(from: (width, height), to: size), at: location)
            }
            hasCanvas = true
        }
        try imageLimits.reserve(bytes: ImageLimits.product(size.width * size.height, bytesPerPixel), at: location)
        // The frame's own pixels, in case it is blended over the canvas.
        let needed = frame.workingBytes + ImageLimits.product(frame.width * frame.height, 4)
        try imageLimits.reserve(bytes: WebPContainer.bytesPerFrame + max(0, needed - working), at: location)
        working = max(working, needed)
        frame.isRefused = try frame.checkTables(body, beside: imageLimits) == .corrupt
    }

    /// Draws the frames, the last one as far as it could be decoded.
    func frames(
        _ container: WebPContainer,
        _ body: Span<UInt8>
    ) throws(SerializationError) -> (frames: [ImageFrame], failure: SerializationError?) {
        let layout = WebPPlan.layout(container.pixelFormat, options)
        var canvas = WebPCanvas(
            width: container.width,
            height: container.height,
            layout: layout,
            native: container.pixelFormat
        )
        let size = options.size(for: canvas.width, canvas.height)
        var frames: [ImageFrame] = []
        for frame in container.frames {
            let failure = try canvas.draw(frame, of: body, isPartial: options.allowsPartialImages)
            if let failure, !options.allowsPartialImages { return (frames, failure) }
            var picture = ImageFrame(
                unchecked: canvas.pixels,
                width: canvas.width,
                height: canvas.height,
                format: layout
            ).reduced(width: size.width, height: size.height)
            if options.frames == .all { picture.duration = .milliseconds(frame.duration) }
            frames.append(picture)
            if let failure { return (frames, failure) }
        }
        return (frames, nil)
    }
}

extension ImageCodec where Self == WebPCodec {
    /// A codec for WebP.
    public static var webp: WebPCodec { WebPCodec() }
}

extension ImageFormat {
    /// WebP, lossy and lossless, still and animated. Source: RFC 9649.
    public static let webp = ImageFormat(
        "WebP",
        mediaTypes: [.webp],
        signatures: [.webp],
        fileExtensions: ["webp"]
    )
}
