import Mimeograph

extension ICOPicture {
    /// Decodes the picture.
    ///
    /// - Parameters:
    ///   - icon: The whole icon.
    ///   - allowance: What all pictures together may still cost.
    /// - Throws: What the codecs of BMP and PNG throw.
    func decode(
        from icon: Span<UInt8>,
        options: ImageReadingOptions,
        limits: DecodingLimits,
        _ allowance: inout ImageAllowance
    ) throws(SerializationError) -> (frame: ImageFrame, isWhole: Bool) {
        try allowance.admit(width: width, height: height, bytesPerPixel: options.bytesPerPixel(for: format))
        let bytes = icon.extracting(range)
        switch kind {
        case .png:
            var plain = options
            // Each picture could bring its own, and the size is made once for all.
            plain.metadataBytes = 0
            plain.maxPixelSize = nil
            // Reducing weighs colours by alpha, so that alpha goes only afterwards.
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

    /// Whether any pixel is not transparent. Bitmaps with 32 bits from before there was alpha have 0 for it everywhere: they
    /// are shown by their mask, as Windows does.
    private static func showsAnything(_ pixels: [UInt8], _ format: PixelFormat) -> Bool {
        let size = format.bytesPerPixel
        let alpha = format.depth.bytes
        for end in stride(from: size, through: pixels.count, by: size) {
            for byte in end - alpha..<end where pixels[byte] != 0 { return true }
        }
        return false
    }

    /// Makes transparent what the mask behind the colours says: a bit for each pixel, 1 where it is not to be seen.
    ///
    /// A mask that is missing, as far as it is missing, hides nothing.
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
