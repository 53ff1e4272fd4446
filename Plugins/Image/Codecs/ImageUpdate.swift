/// What a decoder has made of the bytes so far; a step in the life of an image that is still arriving.
///
/// The first is ``info(_:)``, the last ``image(_:)``. Between them come rows: of an interlaced PNG or a progressive JPEG
/// the same rows several times, each time sharper; the passes of a JPEG that are shown are the first, the second, the fourth and
/// so on, and the last.
///
/// Rows are told as far as they fit in `DecodingLimits.outputBytes` beside the image: where there is no room for all passes, those
/// in the middle are left out, and then all of them. Rows come in groups of sixteen.
public enum ImageUpdate: Hashable, Sendable {
    /// The header is complete.
    case info(ImageInfo)
    /// Some rows are there, or are there in a better version. They are as stored: neither turned nor reduced.
    case rows(ImageRows)
    /// The image is complete, with all options applied.
    case image(Image)
}

/// Rows of an image that is arriving.
public struct ImageRows: Hashable, Sendable {
    /// The pass that made them, counted from 0; a picture that comes in one pass has only pass 0.
    public var pass: Int
    /// The first of the rows, counted from 0 at the top.
    public var first: Int
    /// How many rows there are.
    public var count: Int
    /// The width of the whole picture in pixels.
    public var width: Int
    /// How the pixels lie in memory.
    public var format: PixelFormat
    /// The rows, one behind the other and nothing between them.
    public var pixels: [UInt8]

    /// Makes rows.
    public init(pass: Int, first: Int, count: Int, width: Int, format: PixelFormat, pixels: [UInt8]) {
        self.pass = pass
        self.first = first
        self.count = count
        self.width = width
        self.format = format
        self.pixels = pixels
    }
}
