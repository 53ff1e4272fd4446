public import Mimeograph

/// An image file format: its name, its media types and its signatures.
///
/// The set is open: your own codec can define a format.
public struct ImageFormat: Hashable, Sendable {
    /// The short name, for example `PNG`. Formats with the same name are equal.
    public let name: String
    /// The media types of the format, the registered one first.
    public let mediaTypes: [MediaType]
    /// The signatures at the start of its files, or an empty array if files of the format have none.
    public let signatures: [Signature]
    /// The file extensions without the dot, the usual one first.
    public let fileExtensions: [String]

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - name: The short name.
    ///   - mediaTypes: The media types of the format, the preferred one first.
    ///   - signatures: The signatures of its files. A file matches if any of them does.
    ///   - fileExtensions: The file extensions, without the dot.
    public init(_ name: String, mediaTypes: [MediaType], signatures: [Signature] = [], fileExtensions: [String] = []) {
        self.name = name
        self.mediaTypes = mediaTypes
        self.signatures = signatures
        self.fileExtensions = fileExtensions
    }

    /// Whether a file that begins with these bytes has one of the signatures.
    public func matches(_ prefix: Span<UInt8>) -> Bool { signatures.contains { $0.matches(prefix) } }

    /// Whether this is one of the media types of the format. Parameters are ignored.
    public func isNamed(by type: MediaType) -> Bool { mediaTypes.contains { $0.essence == type.essence } }

    /// Two formats are equal if their names are equal.
    public static func == (first: ImageFormat, second: ImageFormat) -> Bool { first.name == second.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ImageFormat: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

extension ImageFormat {
    /// Portable Network Graphics. Source: W3C PNG (third edition).
    public static let png = ImageFormat(
        "PNG",
        mediaTypes: [.png],
        signatures: [.png],
        fileExtensions: ["png"]
    )
    /// JPEG: baseline, extended and progressive, in JFIF, Exif or Adobe files. Source: ITU-T T.81.
    ///
    /// `image/jpg` and `image/pjpeg` are not registered, but senders use them.
    public static let jpeg = ImageFormat(
        "JPEG",
        mediaTypes: [.jpeg, "image/jpg", "image/pjpeg"],
        signatures: [.jpeg],
        fileExtensions: ["jpg", "jpeg", "jpe"]
    )
}

/// Information from the first bytes of an image, read without decoding a pixel.
public struct ImageInfo: Hashable, Sendable {
    /// The format.
    public var format: ImageFormat
    /// The width in pixels, as stored.
    public var width: Int
    /// The height in pixels, as stored.
    public var height: Int
    /// The layout of the pixels when all frames are decoded and no other layout is requested. If the first bytes are not the
    /// whole body, a PNG may gain alpha later, and a GIF alpha and color.
    public var pixelFormat: PixelFormat
    /// The number of bits of one sample in the file, for example 1, 8 or 16.
    public var bitsPerSample: Int
    /// The orientation of the stored picture, or ``ImageOrientation/up`` if the bytes read so far do not contain it.
    public var orientation: ImageOrientation
    /// The number of frames, or nil if more than the first bytes are needed to count them.
    public var frameCount: Int?
    /// Whether the picture is stored in several passes, so a coarse version can be shown early.
    public var isProgressive: Bool
    /// The resolution, or nil if the bytes read so far do not contain it.
    public var resolution: ImageResolution?

    /// Creates information about an image.
    public init(
        format: ImageFormat,
        width: Int,
        height: Int,
        pixelFormat: PixelFormat,
        bitsPerSample: Int = 8,
        orientation: ImageOrientation = .up,
        frameCount: Int? = 1,
        isProgressive: Bool = false,
        resolution: ImageResolution? = nil
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.bitsPerSample = bitsPerSample
        self.orientation = orientation
        self.frameCount = frameCount
        self.isProgressive = isProgressive
        self.resolution = resolution
    }

    /// The width and height in pixels after the orientation is applied.
    public var uprightSize: (width: Int, height: Int) {
        orientation.swapsAxes ? (height, width) : (width, height)
    }
}
