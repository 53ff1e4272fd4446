import Mimeograph

/// A picture of an icon whose header is known.
struct ICOPicture {
    /// The format of a picture, with its header.
    enum Kind {
        case bitmap(BMPHeader)
        case png(ImageInfo)
    }

    let kind: Kind
    /// The range of the picture in the icon.
    let range: Range<Int>
    let width: Int
    let height: Int
    /// The bits of a pixel.
    let bits: Int
    let bitsPerSample: Int
    /// The layout of the decoded picture. The mask of a bitmap becomes alpha.
    let format: PixelFormat

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - bytes: The picture, or its bytes received so far.
    ///   - start: The offset of the picture in the icon.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated`` and
    ///   ``SerializationError/Code/unsupportedMediaType``.
    init(_ bytes: Span<UInt8>, start: Int) throws(SerializationError) {
        range = start..<start + bytes.count
        if Signature.png.matches(bytes) {
            guard let header = try PNGHeader(bytes) else { throw .truncatedImage(.ico) }
            let info = header.info
            kind = .png(info)
            (width, height, bitsPerSample, format) = (info.width, info.height, info.bitsPerSample, info.pixelFormat)
            bits = info.bitsPerSample * info.pixelFormat.channels.count
        } else {
            guard let header = try BMPHeader.inIcon(bytes) else { throw .truncatedImage(.ico) }
            guard header.height > 0, header.compression != .runs4, header.compression != .runs8 else {
                throw .corruptImage(.ico, "A picture of the icon is a kind of bitmap that is not allowed in icons.")
            }
            kind = .bitmap(header)
            (width, height, bits, bitsPerSample) = (header.width, header.height, header.bits, header.bitsPerSample)
            format = PixelFormat(.rgba, depth: header.bits > 8 && header.masks.isDeep ? .sixteen : .eight)
        }
    }

    var area: Int { ImageLimits.product(width, height) }
}

extension ICOPicture {
    /// Decodes the picture.
    ///
    /// - Parameters:
    ///   - icon: The whole icon.
    ///   - imageLimits: The remaining limits for all pictures together.
    /// - Throws: The errors of the BMP and PNG codecs.
    func decode(
        from icon: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits,
        _ imageLimits: inout ImageLimits
    ) throws(SerializationError) -> (frame: ImageFrame, isWhole: Bool) {
        try imageLimits.reserve(width: width, height: height, bytesPerPixel: options.bytesPerPixel(for: format))
        let bytes = icon.extracting(range)
        switch kind {
        case .png:
            var plain = options
            // Each picture could have its own metadata. The serializer reduces all pictures together.
            plain.metadataBytes = 0
            plain.maxPixelSize = nil
            // Reducing weights colors by alpha, so alpha is removed only afterwards.
            if options.maxPixelSize != nil { plain.pixelFormat = .native }
            let image = try PNGCodec().decode(bytes, options: plain, limits: limits)
            return (image.frames[0], !image.isPartial)
        case .bitmap(let header): return try decodeBitmap(header, bytes, options)
        }
    }

    private func decodeBitmap(
        _ header: BMPHeader,
        _ bytes: Span<UInt8>,
        _ options: ImageReadingOptions
    ) throws(SerializationError) -> (frame: ImageFrame, isWhole: Bool) {
        let reader = try BMPPixels(header, of: bytes)
        if !options.allowsPartialImages, reader.isTooShort(bytes) { throw .truncatedImage(.ico) }
        let (colors, isWhole) = reader.decode(bytes)
        guard isWhole || options.allowsPartialImages else { throw .truncatedImage(.ico) }
        var pixels = colors.converted(to: format).pixels
        if !reader.format.channels.hasAlpha || !Self.showsAnything(pixels, format) {
            applyMask(of: bytes, header, to: &pixels)
        }
        return (ImageFrame(unchecked: pixels, width: width, height: height, format: format), isWhole)
    }

    /// Whether any pixel is not transparent. In old bitmaps with 32 bits, alpha is 0 everywhere. Their mask decides what is
    /// visible, as in Windows.
    private static func showsAnything(_ pixels: [UInt8], _ format: PixelFormat) -> Bool {
        let size = format.bytesPerPixel
        let alpha = format.depth.bytes
        for end in stride(from: size, through: pixels.count, by: size) {
            for byte in end - alpha..<end where pixels[byte] != 0 { return true }
        }
        return false
    }

    /// Sets alpha from the mask after the colors: one bit for each pixel, 1 if it is hidden.
    ///
    /// Pixels whose mask bits are missing are visible.
    private func applyMask(of bytes: Span<UInt8>, _ header: BMPHeader, to pixels: inout [UInt8]) {
        let start = header.pixels + header.rowLength * header.height
        let rowLength = (width + 31) / 32 * 4
        let (size, alpha) = (format.bytesPerPixel, format.depth.bytes)
        for row in 0..<height {
            let from = start + row * rowLength
            let y = header.isTopDown ? row : height - 1 - row
            for x in 0..<width {
                let isHidden = from + x / 8 < bytes.count && bytes[from + x / 8] << UInt8(x % 8) & 0x80 != 0
                let end = (y * width + x + 1) * size
                for byte in end - alpha..<end { pixels[byte] = isHidden ? 0 : 0xFF }
            }
        }
    }
}
