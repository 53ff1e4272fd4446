public import Mimeograph

/// Reads BMP, in Swift: Windows bitmaps of all versions and those of OS/2, with 1 to 32 bits a pixel, plain, by masks or
/// run-length encoded.
///
/// - Channels of other than 8 bits are stretched as Pillow does it: `v * 255 / (2^n - 1)`, rounded down. Channels of more than 8
///   bits give samples of 16.
/// - Alpha is there where masks name it. The fourth byte of a plain pixel with 32 bits means nothing.
/// - A palette of grays gives gray. An index for which the palette has no colour is black, and a pixel that runs leap over has
///   the first colour.
/// - JPEG or PNG inside of a BMP, which only printers take, and the Huffman code and the runs of 24 bits of OS/2 are not read.
///
/// Source: Microsoft, Windows GDI, Bitmap Storage.
public struct BMPCodec: ImageCodec, Hashable {
    /// ``ImageFormat/bmp``.
    public var format: ImageFormat { .bmp }

    /// Makes the codec.
    public init() {}

    /// Reads the headers.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``, and
    ///   ``SerializationError/Code/unsupportedMediaType`` for JPEG or PNG inside of it, and what only OS/2 has.
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
    /// - Throws: What ``info(from:isWhole:limits:)`` throws, and ``SerializationError/Code/limitExceeded`` for `pixels` and
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
    /// BMP, in Swift.
    public static var bmp: BMPCodec { BMPCodec() }
}

extension ImageFormat {
    /// Windows and OS/2 bitmaps. Source: RFC 7903 §1.1 (`image/bmp`).
    ///
    /// `image/x-bmp` and `image/x-ms-bmp` are what was sent before that name was registered.
    public static let bmp = ImageFormat(
        "BMP",
        mediaTypes: ["image/bmp", "image/x-bmp", "image/x-ms-bmp"],
        signatures: [.bmp],
        fileExtensions: ["bmp", "dib"]
    )
}

extension BMPHeader {
    /// The bits of a sample: of an index, or of the widest channel.
    var bitsPerSample: Int {
        bits <= 8 ? bits : max(masks.red.width, masks.green.width, masks.blue.width, masks.alpha.width)
    }
}

extension ImageReadingOptions {
    /// The bytes that a pixel takes where `native` is what the file has: as it is decoded, or as it is wanted, whichever is
    /// more.
    package func bytesPerPixel(for native: PixelFormat) -> Int {
        max(native.bytesPerPixel, format(for: native).bytesPerPixel)
    }

    /// Whether a library may make alpha while it decodes. What is missing of a partial image is black: alpha that the file does
    /// not have is added afterwards, where it is opaque.
    package func decodesAlpha(of native: PixelFormat) -> Bool { native.channels.hasAlpha || !allowsPartialImages }
}
