public import Mimeograph

/// An encoding that writes JPEG, baseline or progressive, gray or color.
///
/// 16 bits become 8. Transparent pixels are mixed with ``background``. The profile, the Exif data with the orientation, the
/// resolution and comments are kept. Exif data of more than 65,527 bytes does not fit; only its orientation is kept. A comment is
/// cut off after 65,533 bytes. Profiles of more than 16 MiB and profiles for other colors are left out.
///
/// Source: ITU-T T.81, ITU-T T.871 (JFIF).
public struct JPEGEncoding: ImageEncoding, Hashable {
    /// The number of color samples for the pixels.
    public enum Subsampling: Hashable, Sendable {
        /// One for each pixel (4:4:4).
        case none
        /// One for two pixels side by side (4:2:2).
        case horizontal
        /// One for four pixels, two by two (4:2:0).
        case both
    }

    /// A color for transparent pixels, each component from 0 to 255.
    public struct Background: Hashable, Sendable {
        /// The red component.
        public var red: UInt8
        /// The green component.
        public var green: UInt8
        /// The blue component.
        public var blue: UInt8
        /// Creates a color.
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

    /// The quality, from 1 to 100 on the scale of libjpeg. Default 85.
    public var quality: Int
    /// The subsampling of colors. Default ``Subsampling/both``, as is usual for cameras and the web.
    public var subsampling: Subsampling
    /// Whether the image is written in several scans, so a coarse version can be shown early. Default false.
    public var isProgressive: Bool
    /// Whether the Huffman tables are optimized for the image, which makes the file smaller and writing slower. Progressive
    /// images always are. Default false.
    public var optimizesCoding: Bool
    /// The color behind transparent pixels. Default white.
    public var background: Background
    /// Whether profile, resolution, Exif data and comments are written. Default true.
    public var includesMetadata: Bool

    /// Creates an encoding. A quality below 1 counts as 1, above 100 as 100.
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

    /// Encodes an image as a JPEG.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for several frames, and a side of more than 65,500 pixels.
    public func encode(_ image: Image) throws(SerializationError) -> [UInt8] {
        try JPEGWriter().write(image, as: self)
    }
}

extension ImageEncoding where Self == JPEGEncoding {
    /// JPEG with the default settings.
    public static var jpeg: JPEGEncoding { JPEGEncoding() }

    /// Returns a JPEG encoding with those settings.
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
