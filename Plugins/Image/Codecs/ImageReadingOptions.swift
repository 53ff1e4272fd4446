/// What is wanted of the images that are read.
public struct ImageReadingOptions: Hashable, Sendable {
    /// Which layout the pixels are to have.
    public enum OutputFormat: Hashable, Sendable {
        /// That which holds what is stored and no more: gray where the file is gray, alpha where the file has alpha, 16
        /// bits where the file has more than 8.
        case native
        /// This one.
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
    /// Whether samples of 16 bits stay so in the native layout; else they are reduced to 8 bits, rounded to the nearest:
    /// `(v * 255 + 32895) >> 16`. Default true.
    public var keeps16Bits: Bool
    /// Whether the picture is turned upright as its Exif data ask, and its metadata then say
    /// ``ImageOrientation/up``. Default true; when off the pixels are as stored, and the metadata have the orientation.
    public var appliesOrientation: Bool
    /// The longest side that is wanted, in pixels: a larger image is reduced to it and keeps its proportions, a smaller one
    /// stays as it is. Nil, the default, for the size that is stored.
    ///
    /// A JPEG is decoded at 1/2, 1/4 or 1/8 of its size where that is enough, and no format needs memory for the whole
    /// where its rows come in order.
    public var maxPixelSize: Int?
    /// Which frames are decoded. Default ``Frames/all``.
    public var frames: Frames
    /// Whether an image that ends early or is damaged gives what could be decoded, with ``Image/isPartial`` set; else,
    /// by default, it is an error.
    public var allowsPartialImages: Bool
    /// How many pixels make one point of a layout: it is handed on as ``Image/scale``. Default 1.
    public var scale: Double
    /// The most bytes of profiles, texts with their keywords, and Exif data that are kept, in sum and after they are inflated.
    /// Default 4 MiB; 0 keeps none.
    ///
    /// What is beyond it is left out. The pixels are decoded all the same, and an orientation counts even if its data are not
    /// kept.
    public var metadataBytes: Int

    /// Makes options; what is not given has its default.
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

    /// Every image as RGBA with 8 bits a sample and straight alpha.
    public static let rgba8 = ImageReadingOptions(pixelFormat: .exactly(.rgba8))

    /// A thumbnail: no side longer than that.
    public static func thumbnail(_ maxPixelSize: Int) -> ImageReadingOptions {
        ImageReadingOptions(maxPixelSize: maxPixelSize, frames: .first)
    }

    /// The layout that the pixels get where `native` is what the file has.
    public func format(for native: PixelFormat) -> PixelFormat {
        switch pixelFormat {
        case .exactly(let format): return format
        case .native:
            var format = native
            if !keeps16Bits { format.depth = .eight }
            return format
        }
    }

    /// The size that an image of this size gets.
    ///
    /// - Returns: Sides of at least 1 pixel, rounded to the nearest.
    public func size(for width: Int, _ height: Int) -> (width: Int, height: Int) {
        guard let maxPixelSize, max(width, height) > max(1, maxPixelSize) else { return (width, height) }
        let longest = max(1, maxPixelSize)
        func reduced(_ side: Int, _ other: Int) -> Int {
            // The sides are those of an image that limits have allowed, or of a header: 2^31 by 2^31 at most.
            let (product, overflow) = side.multipliedReportingOverflow(by: longest)
            return overflow ? longest : max(1, (product + other / 2) / other)
        }
        return width >= height ? (longest, reduced(height, width)) : (reduced(width, height), longest)
    }
}
