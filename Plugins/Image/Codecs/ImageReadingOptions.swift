/// The options for reading images.
public struct ImageReadingOptions: Hashable, Sendable {
    /// The layout of the decoded pixels.
    public enum OutputFormat: Hashable, Sendable {
        /// The smallest layout that holds the stored pixels: gray if the file is gray, alpha if the file has alpha, 16 bits if
        /// the file has more than 8.
        case native
        /// This layout.
        case exactly(PixelFormat)
    }

    /// The frames that are decoded.
    public enum Frames: Hashable, Sendable {
        /// All of them.
        case all
        /// The first one.
        case first
    }

    /// The layout of the pixels. Default ``OutputFormat/native``.
    public var pixelFormat: OutputFormat
    /// Whether samples of 16 bits keep their depth in the native layout. If false, they are rounded to 8 bits: `(v * 255 + 32895)
    /// >> 16`. Default true.
    public var keeps16Bits: Bool
    /// Whether the picture is turned upright according to its Exif data, and its metadata then has ``ImageOrientation/up``.
    /// Default true. If false, the pixels are as stored, and the metadata has the stored orientation.
    public var appliesOrientation: Bool
    /// The longest side in pixels. A larger image is reduced to it and keeps its proportions; a smaller one stays as it is. Nil,
    /// the default, keeps the stored size.
    ///
    /// A JPEG is decoded at 1/2, 1/4 or 1/8 of its size if that is enough. If the rows of a format come in order, no memory is
    /// needed for the whole image.
    public var maxPixelSize: Int?
    /// The frames that are decoded. Default ``Frames/all``.
    public var frames: Frames
    /// Whether an image that ends early or is damaged is returned as far as it could be decoded, with ``Image/isPartial`` set. If
    /// false, which is the default, reading throws.
    public var allowsPartialImages: Bool
    /// The number of pixels in one point of a layout; it becomes ``Image/scale``. Default 1.
    public var scale: Double
    /// The most bytes of profiles, texts with their keywords, and Exif data that are kept, in total and after decompression.
    /// Default 4 MiB; 0 keeps nothing.
    ///
    /// Metadata beyond the limit is left out, and the pixels are decoded all the same. An orientation counts even if its data is
    /// not kept.
    public var metadataBytes: Int

    /// Creates options.
    public init(
        pixelFormat: OutputFormat = .native,
        keeps16Bits: Bool = true,
        appliesOrientation: Bool = true,
        maxPixelSize: Int? = nil,
        frames: Frames = .all,
        allowsPartialImages: Bool = false,
        scale: Double = 1,
        metadataBytes: Int = 4 << 20
    ) {
        self.pixelFormat = pixelFormat
        self.keeps16Bits = keeps16Bits
        self.appliesOrientation = appliesOrientation
        self.maxPixelSize = maxPixelSize
        self.frames = frames
        self.allowsPartialImages = allowsPartialImages
        self.scale = scale
        self.metadataBytes = metadataBytes
    }

    /// The defaults.
    public static let standard = ImageReadingOptions()

    /// Options for RGBA with 8 bits a sample and straight alpha.
    public static let rgba8 = ImageReadingOptions(pixelFormat: .exactly(.rgba8))

    /// Returns options for a thumbnail of the first frame with no side longer than that, in pixels.
    public static func thumbnail(_ maxPixelSize: Int) -> ImageReadingOptions {
        ImageReadingOptions(maxPixelSize: maxPixelSize, frames: .first)
    }

    /// Returns the layout of the decoded pixels if `native` is the layout in the file.
    public func format(for native: PixelFormat) -> PixelFormat {
        switch pixelFormat {
        case .exactly(let format): return format
        case .native:
            var format = native
            if !keeps16Bits { format.depth = .eight }
            return format
        }
    }

    /// Returns the size to which an image of this size is reduced.
    ///
    /// - Returns: Sides of at least 1 pixel, rounded to the nearest.
    public func size(for width: Int, _ height: Int) -> (width: Int, height: Int) {
        guard let maxPixelSize, max(width, height) > max(1, maxPixelSize) else { return (width, height) }
        let longest = max(1, maxPixelSize)
        func reduced(_ side: Int, _ other: Int) -> Int {
            // The limits have allowed these sides, or they come from a header: 2^31 by 2^31 at most.
            let (product, overflow) = side.multipliedReportingOverflow(by: longest)
            return overflow ? longest : max(1, (product + other / 2) / other)
        }
        return width >= height ? (longest, reduced(height, width)) : (reduced(width, height), longest)
    }
}
