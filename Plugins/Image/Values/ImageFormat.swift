public import Mimeograph

/// A file format for images: its name, its media types, and how its files begin.
///
/// The set is open: a codec of your own brings a format of its own.
public struct ImageFormat: Hashable, Sendable {
    /// The short name, for example `PNG`; two formats are the same where their names are.
    public let name: String
    /// The media types that name it, the registered one first.
    public let mediaTypes: [MediaType]
    /// How its files begin; empty where nothing tells.
    public let signatures: [Signature]
    /// The endings of file names without the dot, the usual one first.
    public let fileExtensions: [String]

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - name: The short name.
    ///   - mediaTypes: The media types that name it, the preferred one first.
    ///   - signatures: How its files begin; any of them will do.
    ///   - fileExtensions: The endings of file names, without the dot.
    public init(_ name: String, mediaTypes: [MediaType], signatures: [Signature] = [], fileExtensions: [String] = []) {
        self.name = name
        self.mediaTypes = mediaTypes
        self.signatures = signatures
        self.fileExtensions = fileExtensions
    }

    /// Whether a file that begins with these bytes has one of the signatures.
    public func matches(_ prefix: Span<UInt8>) -> Bool { signatures.contains { $0.matches(prefix) } }

    /// Whether one of the media types is this one, parameters aside.
    public func isNamed(by type: MediaType) -> Bool { mediaTypes.contains { $0.essence == type.essence } }

    /// Two formats are equal where their names are.
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
    /// JPEG: baseline, extended and progressive, as JFIF, Exif or Adobe wrap it. Source: ITU-T T.81.
    ///
    /// `image/jpg` and `image/pjpeg` are not registered, but sent.
    public static let jpeg = ImageFormat(
        "JPEG",
        mediaTypes: [.jpeg, "image/jpg", "image/pjpeg"],
        signatures: [.jpeg],
        fileExtensions: ["jpg", "jpeg", "jpe"]
    )
}

/// What the first bytes of an image tell, without a pixel being decoded.
public struct ImageInfo: Hashable, Sendable {
    /// The format.
    public var format: ImageFormat
    /// The width in pixels, as stored.
    public var width: Int
    /// The height in pixels, as stored.
    public var height: Int
    /// How the pixels lie in memory when they are decoded with no other format asked for, and all frames. If the first
    /// bytes are not the whole body, a PNG may gain alpha, and a GIF alpha and color.
    public var pixelFormat: PixelFormat
    /// Bits of one sample in the file, for example 1, 8 or 16.
    public var bitsPerSample: Int
    /// How the stored picture is to be turned; ``ImageOrientation/up`` where the bytes seen so far do not say.
    public var orientation: ImageOrientation
    /// How many frames there are; nil where that takes more than the first bytes.
    public var frameCount: Int?
    /// Whether the picture comes in several passes, so that a first impression can be shown early.
    public var isProgressive: Bool
    /// How large a pixel is meant to be; nil where the bytes seen so far do not say.
    public var resolution: ImageResolution?

    /// Makes information.
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

    /// Width and height in pixels after the orientation is applied.
    public var uprightSize: (width: Int, height: Int) {
        orientation.swapsAxes ? (height, width) : (width, height)
    }
}
