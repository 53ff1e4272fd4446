/// What the first bytes of an image tell, without a pixel being decoded.
public struct ImageInfo: Hashable, Sendable {
    /// The format.
    public var format: ImageFormat
    /// The width in pixels, as stored.
    public var width: Int
    /// The height in pixels, as stored.
    public var height: Int
    /// How the pixels lie in memory when they are decoded with no other format asked for.
    public var pixelFormat: PixelFormat
    /// Bits of one sample in the file, for example 1, 8 or 16.
    public var bitsPerSample: Int
    /// How the stored picture is to be turned; ``ImageOrientation/up`` where the bytes seen so far do not say.
    public var orientation: ImageOrientation
    /// How many frames there are; nil where that takes more than the first bytes.
    public var frameCount: Int?
    /// Whether the picture comes in several passes, so that a first impression can be shown early.
    public var isProgressive: Bool
    /// How large a pixel is meant to be; nil where the bytes seen so far do not say.
    public var resolution: ImageResolution?

    /// Makes information.
    public init(
        format: ImageFormat,
        width: Int,
        height: Int,
        pixelFormat: PixelFormat,
        bitsPerSample: Int = 8,
        orientation: ImageOrientation = .up,
        frameCount: Int? = 1,
        isProgressive: Bool = false,
        resolution: ImageResolution? = nil
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.bitsPerSample = bitsPerSample
        self.orientation = orientation
        self.frameCount = frameCount
        self.isProgressive = isProgressive
        self.resolution = resolution
    }

    /// Width and height in pixels after the orientation is applied.
    public var uprightSize: (width: Int, height: Int) {
        orientation.swapsAxes ? (height, width) : (width, height)
    }
}
