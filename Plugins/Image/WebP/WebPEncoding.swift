public import Mimeograph
public import MimeographImage

/// Writes WebP: lossy or lossless, with alpha, one picture or an animation.
///
/// ```swift
/// let bytes = try image.encoded(as: .webp(quality: 90))
/// let exact = try image.encoded(as: .webp(.lossless))
/// ```
/// - 16 bits become 8, gray becomes RGB, and premultiplied colours straight ones.
/// - Profile, Exif data with the orientation and XMP are kept. Other texts have no chunk in a WebP and are left out, and so are a
///   resolution that the Exif data do not hold and a profile for other colours than RGB.
/// - Several frames of one size become an animation, which needs a duration for each. Of a frame that part is stored which is
///   not as it was in the one before. A `loopCount` that is nil means one run.
///
/// Source: RFC 9649.
public struct WebPEncoding: ImageEncoding, Hashable {
    /// How pixels are compressed.
    public enum Compression: Hashable, Sendable {
        /// By what the eye sees least. Quality is from 0 to 100 on the scale of libwebp.
        case lossy(quality: Int)
        /// Without losing a bit.
        case lossless
    }

    /// How pixels are compressed. Default `lossy(quality: 80)`.
    public var compression: Compression
    /// How hard libwebp tries, from 0 (fast) to 6 (small). Default 4.
    public var effort: Int
    /// Whether colours under alpha 0 are kept in a lossless picture; else they become what is smallest. Default true.
    public var keepsHiddenColors: Bool
    /// Whether profile, Exif data and XMP are written. Default true.
    public var includesMetadata: Bool

    /// Makes an encoding; what is not given has its default. A quality or effort beyond its range counts as the nearest in it.
    public init(
        _ compression: Compression = .lossy(quality: 80),
        effort: Int = 4,
        keepsHiddenColors: Bool = true,
        includesMetadata: Bool = true
    ) {
        self.compression = compression
        self.effort = effort
        self.keepsHiddenColors = keepsHiddenColors
        self.includesMetadata = includesMetadata
    }

    /// `ImageFormat.webp`.
    public var format: ImageFormat { .webp }

    /// The bytes of a WebP.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a side of more than 16,383 pixels, and for frames that are no
    ///   animation: of several sizes, without a duration, or with one of 2^24 ms or more; and `decoderMemory` where libwebp
    ///   gets none.
    public func encode(_ image: Image) throws(SerializationError) -> [UInt8] { try WebPWriter(self).write(image) }
}

extension ImageEncoding where Self == WebPEncoding {
    /// WebP with the default settings: lossy.
    public static var webp: WebPEncoding { WebPEncoding() }

    /// WebP, compressed like that.
    public static func webp(
        _ compression: WebPEncoding.Compression,
        effort: Int = 4,
        keepsHiddenColors: Bool = true,
        includesMetadata: Bool = true
    ) -> WebPEncoding {
        WebPEncoding(
            compression,
            effort: effort,
            keepsHiddenColors: keepsHiddenColors,
            includesMetadata: includesMetadata
        )
    }

    /// Lossy WebP of that quality, from 0 to 100.
    public static func webp(quality: Int) -> WebPEncoding { WebPEncoding(.lossy(quality: quality)) }
}
