public import Mimeograph
public import MimeographImage

extension MediaType {
    /// `image/webp`.
    public static let webp: MediaType = "image/webp"
}

/// Reads WebP with libwebp: lossy and lossless pictures with alpha, and animations, every frame as the whole canvas looks when
/// it is shown, with its duration.
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
/// - The layout is RGB with 8 bits, with alpha where the file announces it: alpha that a file holds without announcing it is not
///   shown, whatever layout is asked for. The colours under alpha 0 are those that are stored.
/// - A smaller size is made by libwebp's own scaler while it decodes. Lossy pictures with alpha and animations are made smaller
///   afterwards, with colours weighed by alpha, and so is a lossless picture with alpha that is not announced, with plain colours.
/// - Frames are drawn as libwebp's WebPAnimDecoder draws them: what no frame has drawn is transparent, whatever background the
///   file names. `Image.loopCount` is how often the animation runs, 0 for without end. A duration of 0 is handed on as it is.
/// - Profile, Exif data and XMP are kept where the file announces them; XMP is a text with the keyword `XML:com.adobe.xmp`, as in
///   a PNG. They stand behind the pixels, and so does the orientation.
/// - A still picture that arrives in pieces is decoded as it does, and reports its rows; an animation is decoded at its end,
///   and so are pictures that are to be smaller without rows of them being reported.
/// - A file that is shorter than it says is truncated, even if its pixels are all there. What stands behind its end is ignored.
///
/// Source: RFC 9649; RFC 6386 for lossy pictures.
public struct WebPCodec: ImageCodec, Hashable {
    /// `ImageFormat.webp`.
    public var format: ImageFormat { .webp }

    /// Makes the codec.
    public init() {}

    /// Reads the chunks up to the head of the first picture, or all of them where the body is whole.
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
    /// - Throws: ``SerializationError/Code/syntax``, which says where, ``SerializationError/Code/truncated``,
    ///   `SerializationError.Code.decoderMemory`, and ``SerializationError/Code/limitExceeded`` for `pixels` and `outputBytes`, of which
    ///   libwebp's tables for prefix codes are a part,
    ///   of all frames together.
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

    /// Makes what decodes a WebP while it arrives.
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
                // All rows are written, or libwebp says that they are not.
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

/// Draws the frames of an animation, each as large as it is wanted.
struct WebPDrawing {
    private let options: ImageReadingOptions
    private var imageLimits: ImageLimits
    private var working = 0
    private var hasCanvas = false

    init(_ options: ImageReadingOptions, _ limits: DecodingLimits) {
        self.options = options
        imageLimits = ImageLimits(limits)
    }

    /// Reserves what a frame takes: the canvas once, what is made of it for each, and what libwebp needs for the largest. Its tables are
    /// there while it is decoded, so that they must fit beside what is reserved by then.
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
        // The frame by itself, where it is laid over the canvas.
        let needed = frame.workingBytes + ImageLimits.product(frame.width * frame.height, 4)
        try imageLimits.reserve(bytes: WebPContainer.bytesPerFrame + max(0, needed - working), at: location)
        working = max(working, needed)
        frame.isRefused = try frame.checkTables(body, beside: imageLimits) == .corrupt
    }

    /// Draws them, the last one as far as it is there.
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
    /// WebP, with libwebp.
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
