public import Mimeograph

/// A decoded picture, or a sequence of them: pixels, and what the file said about them.
///
/// It is a value of bytes, the same on every platform: no screen, no lazy decoding, nothing shared.
///
/// ```swift
/// let photo = try serializers.read(Image.self, from: body, head: head)
/// print(photo.width, photo.height, photo.format)
/// let bytes = photo.pixels.span
/// ```
/// An image has at least one frame; ``width``, ``height``, ``format``, ``bytesPerRow`` and ``pixels`` are those of the
/// first.
public struct Image: Hashable, Sendable {
    /// The pictures, at least one: the frames of an animation, each of the size of the whole; the pages of a document,
    /// each of its own size; the sizes of an icon, in the order of the file.
    public let frames: [ImageFrame]
    /// What the file said beside the pixels.
    public var metadata: ImageMetadata
    /// The format it was read from; nil for an image that was made here.
    public var source: ImageFormat?
    /// Whether the file was damaged or ended early, so that some pixels are missing. Only
    /// ``ImageReadingOptions/allowsPartialImages`` lets such an image through.
    public var isPartial: Bool
    /// How often an animation runs; 0 means without end, nil that it is no animation.
    public var loopCount: Int?
    /// How many pixels make one point of a layout, as the reading options said; 1 otherwise.
    public var scale: Double

    /// Makes an image of one frame.
    public init(_ frame: ImageFrame, metadata: ImageMetadata = ImageMetadata()) {
        self.init(unchecked: [frame], metadata: metadata)
    }

    /// Makes an image of several frames.
    ///
    /// - Throws: ``SerializationError/Code/dataShape`` where there is no frame.
    public init(
        frames: [ImageFrame],
        metadata: ImageMetadata = ImageMetadata(),
        loopCount: Int? = nil
    ) throws(SerializationError) {
        guard !frames.isEmpty else {
            throw SerializationError(.dataShape, "An image has at least one frame.", remedy: "Give it a frame.")
        }
        self.init(unchecked: frames, metadata: metadata)
        self.loopCount = loopCount
    }

    /// Makes an image of one frame from its pixels; see ``ImageFrame``.
    ///
    /// - Throws: ``SerializationError/Code/dataShape`` where the bytes do not fit the size.
    public init(
        width: Int,
        height: Int,
        format: PixelFormat,
        bytesPerRow: Int? = nil,
        pixels: [UInt8],
        metadata: ImageMetadata = ImageMetadata()
    ) throws(SerializationError) {
        let frame = try ImageFrame(
            width: width,
            height: height,
            format: format,
            bytesPerRow: bytesPerRow,
            pixels: pixels
        )
        self.init(frame, metadata: metadata)
    }

    /// Makes an image of frames that are known to be there.
    package init(unchecked frames: [ImageFrame], metadata: ImageMetadata) {
        self.frames = frames
        self.metadata = metadata
        isPartial = false
        scale = 1
    }

    /// The width of the first frame in pixels.
    public var width: Int { frames[0].width }
    /// The height of the first frame in pixels.
    public var height: Int { frames[0].height }
    /// How the pixels of the first frame lie in memory.
    public var format: PixelFormat { frames[0].format }
    /// The bytes from one row of the first frame to the next.
    public var bytesPerRow: Int { frames[0].bytesPerRow }
    /// The rows of the first frame; `pixels.span` reads them without a copy.
    public var pixels: [UInt8] { frames[0].pixels }
    /// The width and height in points of a layout: pixels divided by ``scale``.
    public var sizeInPoints: (width: Double, height: Double) { (Double(width) / scale, Double(height) / scale) }

    /// The same with each frame changed; how long it is shown stays.
    package func changingFrames(_ change: (ImageFrame) -> ImageFrame) -> Image {
        let changed = frames.map { frame in
            var result = change(frame)
            result.duration = frame.duration
            return result
        }
        return withFrames(changed)
    }

    /// The same with other frames, at least one.
    package func withFrames(_ frames: [ImageFrame]) -> Image {
        var image = Image(unchecked: frames, metadata: metadata)
        image.source = source
        image.isPartial = isPartial
        image.loopCount = loopCount
        image.scale = scale
        return image
    }
}
