public import Mimeograph
public import MimeographImage

/// An encoding that writes WebP: lossy or lossless, with alpha, one picture or an animation.
///
/// ```swift
/// let bytes = try image.encoded(as: .webp(quality: 90))
/// let exact = try image.encoded(as: .webp(.lossless))
/// ```
/// - 16 bits become 8, gray becomes RGB, and premultiplied colors become straight.
/// - The profile, the Exif data with the orientation, and XMP are kept. WebP has no chunk for other texts, so they are left out.
///   So are a resolution that is not in the Exif data, and a profile for colors other than RGB.
/// - Several frames of one size become an animation. Each of them needs a duration. Only the part of a frame that differs from
///   the one before is stored. A `loopCount` of nil means one run.
///
/// Source: RFC 9649.
public struct WebPEncoding: ImageEncoding, Hashable {
    /// A way to compress pixels.
    public enum Compression: Hashable, Sendable {
        /// Discards the least visible details. The quality is from 0 to 100 on the scale of libwebp.
        case lossy(quality: Int)
        /// Keeps every bit.
        case lossless
    }

    /// The compression of the pixels. Default `lossy(quality: 80)`.
    public var compression: Compression
    /// The effort of libwebp, from 0 (fast) to 6 (small). Default 4.
    public var effort: Int
    /// Whether colors with alpha 0 are kept in a lossless picture. If false, they are changed to make the file smaller. Default
    /// true.
    public var keepsHiddenColors: Bool
    /// Whether profile, Exif data and XMP are written. Default true.
    public var includesMetadata: Bool

    /// Creates an encoding. A quality or effort outside its range counts as the nearest value in it.
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

    /// Encodes an image as a WebP.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a side of more than 16,383 pixels, and for frames that do not
    ///   form an animation: of several sizes, without a duration, or with one of 2^24 ms or more. Also `decoderMemory` if libwebp
    ///   runs out of memory.
    public func encode(_ image: Image) throws(SerializationError) -> [UInt8] { try WebPWriter(self).write(image) }
}

extension ImageEncoding where Self == WebPEncoding {
    /// WebP with the default settings: lossy.
    public static var webp: WebPEncoding { WebPEncoding() }

    /// Returns a WebP encoding with those settings.
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

    /// Returns a lossy WebP encoding of that quality, from 0 to 100.
    public static func webp(quality: Int) -> WebPEncoding { WebPEncoding(.lossy(quality: quality)) }
}
