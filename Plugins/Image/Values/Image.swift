public import Mimeograph

/// A decoded picture or a sequence of pictures: the pixels and the metadata of the file.
///
/// An image is a value of bytes, the same on every platform. It needs no screen, decodes nothing later and shares nothing.
///
/// ```swift
/// let photo = try serializers.read(Image.self, from: body, head: head)
/// print(photo.width, photo.height, photo.format)
/// let bytes = photo.pixels.span
/// ```
/// An image has at least one frame. ``width``, ``height``, ``format``, ``bytesPerRow`` and ``pixels`` describe the first frame.
public struct Image: Hashable, Sendable {
    /// The pictures, at least one: the frames of an animation, each the size of the whole; the pages of a document, each of its
    /// own size; or the sizes of an icon, in the order of the file.
    public let frames: [ImageFrame]
    /// The metadata of the file.
    public var metadata: ImageMetadata
    /// The format of the file that the image was read from, or nil if it was not read from a file.
    public var source: ImageFormat?
    /// Whether pixels are missing because the file was damaged or ended early. An image can be partial only if
    /// ``ImageReadingOptions/allowsPartialImages`` is set.
    public var isPartial: Bool
    /// The number of times that an animation plays. 0 means that it repeats forever; nil means that the image is not an animation.
    public var loopCount: Int?
    /// The number of pixels in one point of a layout, as set in the reading options; otherwise 1.
    public var scale: Double

    /// Creates an image of one frame.
    public init(_ frame: ImageFrame, metadata: ImageMetadata = ImageMetadata()) {
        self.init(unchecked: [frame], metadata: metadata)
    }

    /// Creates an image of several frames.
    ///
    /// - Throws: ``SerializationError/Code/dataShape`` if `frames` is empty.
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

    /// Creates an image of one frame from its pixels; see ``ImageFrame``.
    ///
    /// - Throws: ``SerializationError/Code/dataShape`` if the bytes do not fit the size.
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

    /// Creates an image of frames without checking that there is one.
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
    /// The number of bytes from the start of one row of the first frame to the start of the next.
    public var bytesPerRow: Int { frames[0].bytesPerRow }
    /// The rows of the first frame; `pixels.span` reads them without a copy.
    public var pixels: [UInt8] { frames[0].pixels }
    /// The width and height in points of a layout: pixels divided by ``scale``.
    public var sizeInPoints: (width: Double, height: Double) { (Double(width) / scale, Double(height) / scale) }

    /// Returns a copy with each frame changed. The durations of the frames stay.
    package func changingFrames(_ change: (ImageFrame) -> ImageFrame) -> Image {
        let changed = frames.map { frame in
            var result = change(frame)
            result.duration = frame.duration
            return result
        }
        return withFrames(changed)
    }

    /// Returns a copy with other frames, at least one.
    package func withFrames(_ frames: [ImageFrame]) -> Image {
        var image = Image(unchecked: frames, metadata: metadata)
        image.source = source
        image.isPartial = isPartial
        image.loopCount = loopCount
        image.scale = scale
        return image
    }
}
