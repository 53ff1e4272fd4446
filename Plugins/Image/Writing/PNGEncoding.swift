public import Mimeograph

/// An encoding that writes PNG without loss in every layout: gray or RGB, with or without alpha, 8 or 16 bits.
///
/// Premultiplied colors are first converted to straight ones. Only that may round. The profile, the gamma, the resolution, the
/// Exif data with the orientation, and texts are kept. These are left out:
///
/// - A profile for other colors.
/// - A gamma below 0.00001, or of 21,474 or more.
/// - A language that is not an RFC 5646 tag.
/// - A text that contains a zero, or whose keyword is not 1 to 79 printable characters of ISO 8859-1.
///
/// Source: W3C PNG (third edition).
public struct PNGEncoding: ImageEncoding, Hashable {
    /// The filters that are tried for a row.
    public enum Filter: Hashable, Sendable {
        /// The choice of libpng: no filter for a palette, else the most promising one for each row.
        case automatic
        /// No filter.
        case none
        /// The difference from the pixel to the left.
        case sub
        /// The difference from the pixel above.
        case up
        /// The difference from the mean of the two.
        case average
        /// The difference from the prediction of Paeth's filter.
        case paeth
    }

    /// The compression level of zlib, from 0 (stored) to 9. Default 6.
    public var level: Int
    /// The filters that are tried. Default ``Filter/automatic``.
    public var filter: Filter
    /// Whether an image of 8 bits with at most 256 colors is written with a palette, which changes no color. Default true.
    public var usesExactPalette: Bool
    /// Whether the rows are interlaced (Adam7), so a coarse version can be shown early. Default false.
    public var isInterlaced: Bool
    /// Whether profile, resolution, Exif data and texts are written. Default true.
    public var includesMetadata: Bool

    /// Creates an encoding. A level below 0 counts as 0, above 9 as 9.
    public init(
        level: Int = 6,
        filter: Filter = .automatic,
        usesExactPalette: Bool = true,
        isInterlaced: Bool = false,
        includesMetadata: Bool = true
    ) {
        self.level = level
        self.filter = filter
        self.usesExactPalette = usesExactPalette
        self.isInterlaced = isInterlaced
        self.includesMetadata = includesMetadata
    }

    /// ``ImageFormat/png``.
    public var format: ImageFormat { .png }

    /// Encodes an image as a PNG.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for several frames, and a side of 2^31 pixels or more.
    public func encode(_ image: Image) throws(SerializationError) -> [UInt8] {
        try PNGWriter().write(image, as: self)
    }
}

extension ImageEncoding where Self == PNGEncoding {
    /// PNG with the default settings.
    public static var png: PNGEncoding { PNGEncoding() }

    /// Returns a PNG encoding with those settings.
    public static func png(
        level: Int = 6,
        filter: PNGEncoding.Filter = .automatic,
        usesExactPalette: Bool = true,
        isInterlaced: Bool = false,
        includesMetadata: Bool = true
    ) -> PNGEncoding {
        PNGEncoding(
            level: level,
            filter: filter,
            usesExactPalette: usesExactPalette,
            isInterlaced: isInterlaced,
            includesMetadata: includesMetadata
        )
    }
}

/// A palette of all colors of a picture, and the picture as indices into it.
struct ExactPalette {
    /// Three bytes for each color, then one byte of alpha for each of the first ``alphaCount`` colors.
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0
    /// The number of colors that are not opaque. They come first, so only they need alpha.
    private(set) var alphaCount = 0
    /// One byte for each pixel, in packed rows.
    private(set) var indices: [UInt8] = []

    /// The number of bits of an index: 1, 2, 4 or 8.
    var bits: Int { count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8 }

    /// Creates a palette, or returns nil for more than 256 colors.
    ///
    /// - Parameter frame: A frame in RGB or RGBA with 8 bits and straight alpha.
    init?(_ frame: ImageFrame) {
        let size = frame.format.bytesPerPixel
        let hasAlpha = size == 4
        let source = frame.pixels.span
        var numbers: [UInt32: Int] = [:]
        var colors: [UInt32] = []
        var raw = [UInt8](repeating: 0, count: frame.width * frame.height)
        var previous: UInt32?
        var number = 0
        var at = 0
        for row in 0..<frame.height {
            var from = row * frame.bytesPerRow
            for _ in 0..<frame.width {
                let alpha = hasAlpha ? UInt32(source[from + 3]) : 0xFF
                let color =
                    UInt32(source[from]) << 24 | UInt32(source[from + 1]) << 16 | UInt32(source[from + 2]) << 8 | alpha
                if color != previous {
                    if let known = numbers[color] {
                        number = known
                    } else {
                        guard colors.count < 256 else { return nil }
                        number = colors.count
                        numbers[color] = number
                        colors.append(color)
                    }
                    previous = color
                }
                raw[at] = UInt8(truncatingIfNeeded: number)
                at += 1
                from += size
            }
        }
        count = colors.count
        let order =
            colors.indices.filter { colors[$0] & 0xFF != 0xFF } + colors.indices.filter { colors[$0] & 0xFF == 0xFF }
        alphaCount = colors.count { $0 & 0xFF != 0xFF }
        var positions = [UInt8](repeating: 0, count: colors.count)
        for (position, old) in order.enumerated() {
            positions[old] = UInt8(truncatingIfNeeded: position)
            bytes += [24, 16, 8].map { UInt8(truncatingIfNeeded: colors[old] >> $0) }
        }
        bytes += order.prefix(alphaCount).map { UInt8(truncatingIfNeeded: colors[$0]) }
        for index in raw.indices { raw[index] = positions[Int(raw[index])] }
        indices = raw
    }
}
