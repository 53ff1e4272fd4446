import Mimeograph

/// The metadata that a file holds about its pixels.
///
/// None of it has been applied to the pixels, except the orientation if the reading options ask for that.
public struct ImageMetadata: Hashable, Sendable {
    /// The ICC profile as stored in the file, or nil.
    public var iccProfile: [UInt8]?
    /// The exponent with which the samples were encoded, for example 0.45455 (1/2.2), or nil if the file does not contain it.
    ///
    /// Source: PNG (third edition) §11.3.2.2.
    public var gamma: Double?
    /// Whether the file declares its colors as sRGB.
    public var isSRGB: Bool
    /// The resolution, or nil if the file does not contain it.
    public var resolution: ImageResolution?
    /// The orientation of the stored picture.
    public var orientation: ImageOrientation
    /// The texts, in the order of the file.
    public var texts: [ImageText]
    /// The Exif data from its byte order mark (`II` or `MM`) on, as stored in the file, or nil.
    public var exif: [UInt8]?

    /// Creates metadata.
    public init(
        iccProfile: [UInt8]? = nil,
        gamma: Double? = nil,
        isSRGB: Bool = false,
        resolution: ImageResolution? = nil,
        orientation: ImageOrientation = .up,
        texts: [ImageText] = [],
        exif: [UInt8]? = nil
    ) {
        self.iccProfile = iccProfile
        self.gamma = gamma
        self.isSRGB = isSRGB
        self.resolution = resolution
        self.orientation = orientation
        self.texts = texts
        self.exif = exif
    }
}

/// The turn or reflection that makes a stored picture upright.
///
/// The raw values are those of Exif. Each gives the sides of the upright picture to which row 0 and column 0 of the stored one
/// belong.
///
/// Source: Exif 2.32 (CIPA DC-008) §4.6.4, tag 0x0112.
public enum ImageOrientation: Int, CaseIterable, Sendable {
    /// Upright already.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Turned by 180 degrees.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored about the diagonal from the upper left: rows and columns are swapped.
    case leftMirrored = 5
    /// Upright after a turn of 90 degrees clockwise.
    case right = 6
    /// Mirrored about the diagonal from the upper right.
    case rightMirrored = 7
    /// Upright after a turn of 90 degrees counterclockwise.
    case left = 8

    /// Whether width and height are swapped in the upright picture.
    public var swapsAxes: Bool { rawValue >= 5 }
}

/// The number of pixels in a unit of length.
public struct ImageResolution: Hashable, Sendable {
    /// A unit of length for resolutions.
    public enum Unit: Hashable, Sendable {
        /// No unit: the figures give only the proportions of a pixel.
        case aspectRatio
        /// The inch, 25.4 mm.
        case inch
        /// The centimeter.
        case centimeter
        /// The meter.
        case meter
    }

    /// The number of pixels in one unit along a row.
    public var horizontal: Double
    /// The number of pixels in one unit along a column.
    public var vertical: Double
    /// The unit.
    public var unit: Unit

    /// Creates a resolution.
    public init(horizontal: Double, vertical: Double, unit: Unit) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.unit = unit
    }

    /// The resolution in pixels per inch, or nil if it has no unit of length.
    public var perInch: (horizontal: Double, vertical: Double)? {
        switch unit {
        case .aspectRatio: nil
        case .inch: (horizontal, vertical)
        case .centimeter: (horizontal * 2.54, vertical * 2.54)
        case .meter: (horizontal * 0.0254, vertical * 0.0254)
        }
    }
}

/// A text in an image file: a title, an author, a comment.
public struct ImageText: Hashable, Sendable {
    /// The kind of text, for example `Title`. The comment of a JPEG or GIF has `Comment`.
    public var keyword: String
    /// The text.
    public var value: String
    /// The language of the text as an RFC 5646 tag, or nil if the file does not contain it.
    public var language: String?
    /// The keyword in that language, or nil if the file does not contain it.
    public var translatedKeyword: String?

    /// Creates a text.
    public init(_ keyword: String, _ value: String, language: String? = nil, translatedKeyword: String? = nil) {
        self.keyword = keyword
        self.value = value
        self.language = language
        self.translatedKeyword = translatedKeyword
    }
}

extension ImageText {
    /// Two texts are equal if their bytes are equal.
    ///
    /// The texts come from a peer. Swift's string comparison takes time that grows with the square of a run of combining marks.
    /// Unlike Swift's strings, composed and decomposed letters are different here.
    public static func == (first: ImageText, second: ImageText) -> Bool { first.keys == second.keys }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(keys) }

    private var keys: [ByteEqualString?] {
        [
            ByteEqualString(keyword), ByteEqualString(value), language.map { ByteEqualString($0) },
            translatedKeyword.map { ByteEqualString($0) },
        ]
    }
}
