public import Mimeograph

/// A codec that reads BMP in Swift: Windows bitmaps of all versions and OS/2 bitmaps, with 1 to 32 bits a pixel, uncompressed,
/// with masks or run-length encoded.
///
/// - Channels that do not have 8 bits are scaled as in Pillow: `v * 255 / (2^n - 1)`, rounded down. Channels of more than 8 bits
///   become samples of 16 bits.
/// - A picture has alpha if masks define it. The fourth byte of a 32-bit pixel without masks is ignored.
/// - A palette of grays yields a gray picture. An index beyond the palette is black. Pixels that a run skips have the first
///   color.
/// - These are not supported: JPEG or PNG inside of a BMP, which only printers accept; the Huffman code of OS/2; 24-bit runs of
///   OS/2; 64 bits a pixel.
///
/// Source: Microsoft, Windows GDI, Bitmap Storage.
public struct BMPCodec: ImageCodec, Hashable {
    /// ``ImageFormat/bmp``.
    public var format: ImageFormat { .bmp }

    /// Creates the codec.
    public init() {}

    /// Reads the headers.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``, and
    ///   ``SerializationError/Code/unsupportedMediaType`` for JPEG or PNG inside of a BMP, for compressions that only OS/2 has, and
    ///   for 64 bits a pixel.
    public func info(
        from prefix: Span<UInt8>,
        isWhole: Bool,
        limits: DecodingLimits
    ) throws(SerializationError) -> ImageInfo? {
        guard let header = try BMPHeader.ofFile(prefix) else {
            if isWhole { throw .truncatedImage(.bmp, at: SourceLocation(offset: prefix.count)) }
            return nil
        }
        let paletteEnd = header.palette.start + header.palette.count * header.palette.stride
        if header.bits <= 8, !isWhole, prefix.count < paletteEnd { return nil }
        return ImageInfo(
            format: .bmp,
            width: header.width,
            height: header.height,
            pixelFormat: try BMPPixels(header, of: prefix).format,
            bitsPerSample: header.bitsPerSample,
            resolution: header.resolution
        )
    }

    /// Decodes a BMP.
    ///
    /// - Throws: The errors of ``info(from:isWhole:limits:)``, and ``SerializationError/Code/limitExceeded`` for `pixels` and
    ///   `outputBytes`.
    public func decode(
        _ body: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> Image {
        guard let header = try BMPHeader.ofFile(body) else {
            throw .truncatedImage(.bmp, at: SourceLocation(offset: body.count))
        }
        let reader = try BMPPixels(header, of: body)
        var imageLimits = ImageLimits(limits)
        try imageLimits.reserve(
            width: header.width,
            height: header.height,
            bytesPerPixel: options.bytesPerPixel(for: reader.format)
        )
        let truncation = SerializationError.truncatedImage(.bmp, at: SourceLocation(offset: body.count))
        if !options.allowsPartialImages, reader.isTooShort(body) { throw truncation }
        let (frame, isWhole) = reader.decode(body)
        guard isWhole || options.allowsPartialImages else { throw truncation }
        var metadata = ImageMetadata(isSRGB: header.isSRGB, resolution: header.resolution)
        if let profile = header.profile, profile.upperBound <= body.count, profile.count <= options.metadataBytes,
            !profile.isEmpty
        {
            metadata.iccProfile = [UInt8](body.extracting(profile))
        }
        var image = Image(frame, metadata: metadata)
        image.isPartial = !isWhole
        image.source = .bmp
        return image
    }
}

extension ImageCodec where Self == BMPCodec {
    /// A codec for BMP.
    public static var bmp: BMPCodec { BMPCodec() }
}

extension ImageFormat {
    /// Windows and OS/2 bitmaps. Source: RFC 7903 §1.1 (`image/bmp`).
    ///
    /// `image/x-bmp` and `image/x-ms-bmp` were in use before that name was registered.
    public static let bmp = ImageFormat(
        "BMP",
        mediaTypes: ["image/bmp", "image/x-bmp", "image/x-ms-bmp"],
        signatures: [.bmp],
        fileExtensions: ["bmp", "dib"]
    )
}

extension BMPHeader {
    /// The bits of a sample: of an index or of the widest channel.
    var bitsPerSample: Int {
        bits <= 8 ? bits : max(masks.red.width, masks.green.width, masks.blue.width, masks.alpha.width)
    }
}

extension ImageReadingOptions {
    /// Returns the larger of two pixel sizes in bytes: in the native layout, and in the requested one.
    package func bytesPerPixel(for native: PixelFormat) -> Int {
        max(native.bytesPerPixel, format(for: native).bytesPerPixel)
    }

    /// Whether a library may add alpha while it decodes. The missing pixels of a partial image are black, so alpha that is not in
    /// the file is added afterwards, as opaque.
    package func decodesAlpha(of native: PixelFormat) -> Bool { native.channels.hasAlpha || !allowsPartialImages }
}
