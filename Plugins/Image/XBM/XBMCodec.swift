public import Mimeograph

/// A codec that reads XBM, the bitmaps of the X Window System, which are C source text.
///
/// The bits become gray of 8 bits. The format defines only which pixels are foreground. By default this codec makes them white,
/// as Pillow does. Browsers draw them black on white: `.xbm(foreground: .black)`. The codec reads both forms: X11 in bytes, and
/// X10 in words of 16 bits.
///
/// Source: X Window System, Xlib §16.9 (XReadBitmapFile).
public struct XBMCodec: ImageCodec, Hashable {
    /// The color of foreground pixels, whose bits are set. Other pixels have the opposite color.
    public enum Foreground: Hashable, Sendable {
        /// 255, as in Pillow.
        case white
        /// 0, as in browsers, ImageMagick, and X with its usual colors.
        case black

        var value: UInt8 { self == .white ? 0xFF : 0 }
    }

    /// The color of foreground pixels. Default ``Foreground/white``.
    public var foreground: Foreground

    /// ``ImageFormat/xbm``.
    public var format: ImageFormat { .xbm }

    /// Creates the codec.
    public init(foreground: Foreground = .white) { self.foreground = foreground }

    /// Whether the bytes begin with `#define`, possibly after a few blanks. A file that begins with a comment is recognized only
    /// by its media type.
    ///
    /// The codec examines no more bytes than ``ImageDecoder`` waits for, so a body is recognized in the same way however it
    /// arrives.
    public func matches(_ prefix: Span<UInt8>) -> Bool {
        XBMHeader.matches(prefix.extracting(first: min(prefix.count, Self.signatureLength)))
    }

    private static let signatureLength = 12

    /// Reads the lines before the bits.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` and ``SerializationError/Code/truncated``.
    public func info(
        from prefix: Span<UInt8>,
        isWhole: Bool,
        limits: DecodingLimits
    ) throws(SerializationError) -> ImageInfo? {
        guard let header = try XBMHeader(prefix) else {
            if isWhole { throw .truncatedImage(.xbm, at: SourceLocation(offset: prefix.count, in: prefix)) }
            return nil
        }
        return ImageInfo(
            format: .xbm,
            width: header.width,
            height: header.height,
            pixelFormat: .gray8,
            bitsPerSample: 1
        )
    }

    /// Decodes an XBM.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``, and
    ///   ``SerializationError/Code/limitExceeded`` for `pixels` and `outputBytes`.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        guard let header = try XBMHeader(body) else {
            throw .truncatedImage(.xbm, at: SourceLocation(offset: body.count, in: body))
        }
        var imageLimits = ImageLimits(limits)
        let bytesPerPixel = options.bytesPerPixel(for: .gray8)
        try imageLimits.reserve(width: header.width, height: header.height, bytesPerPixel: bytesPerPixel)
        var pixels = [UInt8](repeating: ~foreground.value, count: header.width * header.height)
        var failure: SerializationError?
        do throws(SerializationError) {
            try read(body, header, into: &pixels)
        } catch {
            guard options.allowsPartialImages else { throw error }
            failure = error
        }
        let frame = ImageFrame(unchecked: pixels, width: header.width, height: header.height, format: .gray8)
        var image = Image(frame)
        image.isPartial = failure != nil
        image.source = .xbm
        return image
    }

    private func read(
        _ body: Span<UInt8>,
        _ header: XBMHeader,
        into pixels: inout [UInt8]
    ) throws(SerializationError) {
        var scanner = header.scanner
        let bits = header.hasWords ? 16 : 8
        for row in 0..<header.height {
            for left in stride(from: 0, to: header.width, by: bits) {
                let word = scanner.word(body)
                guard let word, scanner.at < body.count else {
                    scanner.skipBlanks(body)
                    if scanner.at < body.count {
                        throw .corruptImage(
                            .xbm,
                            "The XBM has fewer bits than its width and height need.",
                            at: SourceLocation(offset: scanner.at, in: body)
                        )
                    }
                    throw .truncatedImage(.xbm, at: SourceLocation(offset: body.count, in: body))
                }
                guard let value = XBMScanner.number(word, in: body), value < 1 << bits else {
                    throw .corruptImage(
                        .xbm,
                        "The XBM has an element that is not a number of \(bits) bits.",
                        at: SourceLocation(offset: word.lowerBound, in: body)
                    )
                }
                // The first pixel is the lowest bit.
                for bit in 0..<min(bits, header.width - left) where value >> bit & 1 == 1 {
                    pixels[row * header.width + left + bit] = foreground.value
                }
                _ = scanner.skip(",", body)
            }
        }
    }
}

extension ImageCodec where Self == XBMCodec {
    /// A codec for XBM with a white foreground.
    public static var xbm: XBMCodec { XBMCodec() }

    /// Returns a codec for XBM with that foreground.
    public static func xbm(foreground: XBMCodec.Foreground) -> XBMCodec { XBMCodec(foreground: foreground) }
}

extension ImageFormat {
    /// Bitmaps of the X Window System. None of the media types is registered.
    ///
    /// A body of type `image/x-win-bitmap` may also be a cursor or a BMP; its first bytes decide.
    public static let xbm = ImageFormat(
        "XBM",
        mediaTypes: ["image/x-xbitmap", "image/x-xbm", "image/x-win-bitmap"],
        fileExtensions: ["xbm"]
    )
}
