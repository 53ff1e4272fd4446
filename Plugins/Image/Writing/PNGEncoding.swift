public import Mimeograph

/// Writes PNG, without any loss, in every layout: gray or RGB, with alpha or not, 8 or 16 bits.
///
/// Premultiplied colours become straight ones first, which is the one thing that may round. Profile, gamma, resolution, Exif
/// data with the orientation, and texts are kept; what does not fit is left out: a profile for other colours, a gamma beyond
/// 0.00001 and 21,474, a language that is no tag of RFC 5646, and a text that no PNG can hold, because a zero is in it or its
/// keyword has not 1 to 79 printable characters of ISO 8859-1.
///
/// Source: W3C PNG (third edition).
public struct PNGEncoding: ImageEncoding, Hashable {
    /// Which filters are tried for a row.
    public enum Filter: Hashable, Sendable {
        /// libpng's choice: none for a palette, else what looks best for each row.
        case automatic
        /// None.
        case none
        /// The difference to the pixel at the left.
        case sub
        /// The difference to the pixel above.
        case up
        /// The difference to the mean of the two.
        case average
        /// The difference to what Paeth's predictor says.
        case paeth
    }

    /// How hard zlib tries, from 0 (stored) to 9. Default 6.
    public var level: Int
    /// Which filters are tried. Default ``Filter/automatic``.
    public var filter: Filter
    /// Whether an image of 8 bits with at most 256 colours is written with a palette, which changes none of them. Default
    /// true.
    public var usesExactPalette: Bool
    /// Whether the rows are interlaced (Adam7), so that a first impression comes early. Default false.
    public var isInterlaced: Bool
    /// Whether profile, resolution, Exif data and texts are written. Default true.
    public var includesMetadata: Bool

    /// Makes an encoding; what is not given has its default. A level beyond 0 and 9 counts as the nearest of the two.
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

    /// The bytes of a PNG.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for several frames, and a side of 2^31 pixels or more.
    public func encode(_ image: Image) throws(SerializationError) -> [UInt8] {
        try PNGWriter().write(image, as: self)
    }
}

extension ImageEncoding where Self == PNGEncoding {
    /// PNG with the default settings.
    public static var png: PNGEncoding { PNGEncoding() }

    /// PNG; what is not given has its default.
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

/// The colours of a picture where they are few enough to be numbered, and the picture in these numbers.
struct ExactPalette {
    /// Three bytes a colour, then one byte of alpha for the first ``alphaCount``.
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0
    /// The colours that are not opaque come first, so that only they need alpha.
    private(set) var alphaCount = 0
    /// One byte a pixel, rows without anything between.
    private(set) var indices: [UInt8] = []

    /// Bits of an index: 1, 2, 4 or 8.
    var bits: Int { count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8 }

    /// Nil where there are more than 256 colours.
    ///
    /// - Parameter frame: RGB or RGBA, 8 bits, straight.
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
