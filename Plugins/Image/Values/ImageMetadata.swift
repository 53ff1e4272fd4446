import Mimeograph

/// What a file says about its pixels.
///
/// None of it has been applied to the pixels, except the orientation where the reading options asked for that.
public struct ImageMetadata: Hashable, Sendable {
    /// The ICC profile, as the file has it; nil where there is none.
    public var iccProfile: [UInt8]?
    /// The exponent by which samples were encoded, for example 0.45455 (1/2.2); nil where it is not said.
    ///
    /// Source: PNG (third edition) §11.3.2.2.
    public var gamma: Double?
    /// Whether the file says that the colours are those of sRGB.
    public var isSRGB: Bool
    /// How large a pixel is meant to be; nil where it is not said.
    public var resolution: ImageResolution?
    /// How the stored picture is to be turned to stand upright.
    public var orientation: ImageOrientation
    /// The texts, in the order of the file.
    public var texts: [ImageText]
    /// The Exif data from their byte order mark on (`II` or `MM`), as the file has them; nil where there are none.
    public var exif: [UInt8]?

    /// Makes metadata; what is not given is not said.
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

/// How a stored picture is to be turned or mirrored to stand upright.
///
/// The raw values are those of Exif: each says where row 0 and column 0 of the stored picture belong.
///
/// Source: Exif 2.32 (CIPA DC-008) §4.6.4, tag 0x0112.
public enum ImageOrientation: Int, CaseIterable, Sendable {
    /// As it is.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Turned by 180 degrees.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored about the diagonal from the upper left: rows are columns.
    case leftMirrored = 5
    /// To be turned clockwise by 90 degrees.
    case right = 6
    /// Mirrored about the diagonal from the upper right.
    case rightMirrored = 7
    /// To be turned counterclockwise by 90 degrees.
    case left = 8

    /// Whether the upright picture is as wide as the stored one is high.
    public var swapsAxes: Bool { rawValue >= 5 }
}

/// How many pixels make a unit of length.
public struct ImageResolution: Hashable, Sendable {
    /// The length that the pixels are counted on.
    public enum Unit: Hashable, Sendable {
        /// None: the figures say only how wide a pixel is for its height.
        case aspectRatio
        /// The inch, 25.4 mm.
        case inch
        /// The centimetre.
        case centimeter
        /// The metre.
        case meter
    }

    /// The pixels in one unit along a row.
    public var horizontal: Double
    /// The pixels in one unit along a column.
    public var vertical: Double
    /// The unit.
    public var unit: Unit

    /// Makes a resolution.
    public init(horizontal: Double, vertical: Double, unit: Unit) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.unit = unit
    }

    /// The same in pixels per inch; nil where no length is known.
    public var perInch: (horizontal: Double, vertical: Double)? {
        switch unit {
        case .aspectRatio: nil
        case .inch: (horizontal, vertical)
        case .centimeter: (horizontal * 2.54, vertical * 2.54)
        case .meter: (horizontal * 0.0254, vertical * 0.0254)
        }
    }
}

/// A text that a file holds beside its pixels: a title, an author, a comment.
public struct ImageText: Hashable, Sendable {
    /// What the text is, for example `Title`; `Comment` for the comment of a JPEG or GIF.
    public var keyword: String
    /// The text.
    public var value: String
    /// The language of the text as RFC 5646 tags it; nil where it is not said.
    public var language: String?
    /// The keyword in that language; nil where it is not said.
    public var translatedKeyword: String?

    /// Makes a text.
    public init(_ keyword: String, _ value: String, language: String? = nil, translatedKeyword: String? = nil) {
        self.keyword = keyword
        self.value = value
        self.language = language
        self.translatedKeyword = translatedKeyword
    }
}

extension ImageText {
    /// Two texts are equal where they have the same characters.
    ///
    /// They come from a peer: two ways to write a letter with its marks are two texts here, unlike for Swift's strings, whose
    /// comparison takes a time that grows with the square of a run of marks.
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
