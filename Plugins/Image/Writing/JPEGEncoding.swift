public import Mimeograph

/// Writes JPEG, baseline or progressive, gray or colour.
///
/// 16 bits become 8. Alpha becomes a mixture with ``background``. Profile, Exif data with the orientation, resolution and
/// comments are kept. Exif data of more than 65,527 bytes do not fit, and only the orientation is kept of them; a comment is
/// cut off behind 65,533 bytes; profiles of more than 16 MiB, and those for other colours, are left out.
///
/// Source: ITU-T T.81, ITU-T T.871 (JFIF).
public struct JPEGEncoding: ImageEncoding, Hashable {
    /// How many samples of colour there are for the pixels.
    public enum Subsampling: Hashable, Sendable {
        /// One for each pixel (4:4:4).
        case none
        /// One for two pixels side by side (4:2:2).
        case horizontal
        /// One for four pixels, two by two (4:2:0).
        case both
    }

    /// A colour for what is transparent, from 0 to 255 each.
    public struct Background: Hashable, Sendable {
        /// The red.
        public var red: UInt8
        /// The green.
        public var green: UInt8
        /// The blue.
        public var blue: UInt8

        /// Makes a colour.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        /// White.
        public static let white = Background(red: 255, green: 255, blue: 255)
        /// Black.
        public static let black = Background(red: 0, green: 0, blue: 0)
    }

    /// How much is kept, from 1 to 100 on the scale of libjpeg. Default 85.
    public var quality: Int
    /// How colours are sampled. Default ``Subsampling/both``, which is what cameras and the web do.
    public var subsampling: Subsampling
    /// Whether it comes in several scans, so that a first impression comes early. Default false.
    public var isProgressive: Bool
    /// Whether the Huffman tables are made for the image: smaller, and slower to write. Progressive images have it always.
    /// Default false.
    public var optimizesCoding: Bool
    /// What shows through where the image is transparent. Default white.
    public var background: Background
    /// Whether profile, resolution, Exif data and comments are written. Default true.
    public var includesMetadata: Bool

    /// Makes an encoding; what is not given has its default. A quality beyond 1 and 100 counts as the nearest of the two.
    public init(
        quality: Int = 85,
        subsampling: Subsampling = .both,
        isProgressive: Bool = false,
        optimizesCoding: Bool = false,
        background: Background = .white,
        includesMetadata: Bool = true
    ) {
        self.quality = quality
        self.subsampling = subsampling
        self.isProgressive = isProgressive
        self.optimizesCoding = optimizesCoding
        self.background = background
        self.includesMetadata = includesMetadata
    }

    /// ``ImageFormat/jpeg``.
    public var format: ImageFormat { .jpeg }

    /// The bytes of a JPEG.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for several frames, and a side of more than 65,500 pixels.
    public func encode(_ image: Image) throws(SerializationError) -> [UInt8] {
        try JPEGWriter().write(image, as: self)
    }
}

extension ImageEncoding where Self == JPEGEncoding {
    /// JPEG with the default settings.
    public static var jpeg: JPEGEncoding { JPEGEncoding() }

    /// JPEG; what is not given has its default.
    public static func jpeg(
        quality: Int = 85,
        subsampling: JPEGEncoding.Subsampling = .both,
        isProgressive: Bool = false,
        optimizesCoding: Bool = false,
        background: JPEGEncoding.Background = .white,
        includesMetadata: Bool = true
    ) -> JPEGEncoding {
        JPEGEncoding(
            quality: quality,
            subsampling: subsampling,
            isProgressive: isProgressive,
            optimizesCoding: optimizesCoding,
            background: background,
            includesMetadata: includesMetadata
        )
    }
}
