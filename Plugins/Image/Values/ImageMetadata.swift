/// What a file says about its pixels.
///
/// Nothing of it has been applied to the pixels, but for the orientation where the reading options asked for that.
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
