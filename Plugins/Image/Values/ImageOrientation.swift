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
