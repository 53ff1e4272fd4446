import Mimeograph

extension Image {
    /// Returns the picture in another layout; see ``ImageFrame/converted(to:)``.
    public func converted(to format: PixelFormat) -> Image {
        if frames.allSatisfy({ $0.format == format && $0.isPacked }) { return self }
        return changingFrames { $0.converted(to: format) }
    }

    /// Returns the picture turned according to its orientation, which then is ``ImageOrientation/up``.
    public func upright() -> Image {
        if metadata.orientation == .up { return self }
        var image = changingFrames { $0.turned(metadata.orientation) }
        image.metadata = metadata.turned
        return image
    }

    /// Returns the picture, reduced so that no side is longer than `maxPixelSize`. The proportions do not change. A smaller
    /// picture is returned unchanged.
    ///
    /// - Parameter maxPixelSize: The maximum length of a side in pixels; less than 1 counts as 1.
    public func fitting(maxPixelSize: Int) -> Image {
        let options = ImageReadingOptions(maxPixelSize: maxPixelSize)
        if frames.allSatisfy({ options.size(for: $0.width, $0.height) == ($0.width, $0.height) }) { return self }
        return changingFrames {
            let size = options.size(for: $0.width, $0.height)
            return $0.reduced(width: size.width, height: size.height)
        }
    }
}

extension ImageFrame {
    /// Whether the rows are packed, with nothing between them and nothing after the last one.
    var isPacked: Bool {
        let rowLength = width * format.bytesPerPixel
        return bytesPerRow == rowLength && pixels.count == rowLength * height
    }

    /// Returns the picture in another layout, or in its own, with packed rows.
    ///
    /// - 16 bits become 8 by rounding, `(v * 255 + 32895) >> 16`. 8 bits become 16 by `v * 257`, so converting to 16 bits and
    ///   back changes nothing.
    /// - Colors become gray by the luma of ITU-R BT.601 §2.5.1: `(19595 R + 38470 G + 7471 B + 32768) >> 16`.
    /// - Alpha that is added is opaque. Alpha that is removed is discarded: the straight colors stay.
    /// - Multiplying and dividing by alpha round to the nearest. Colors with alpha 0 are lost.
    public func converted(to target: PixelFormat) -> ImageFrame {
        let rowLength = width * target.bytesPerPixel
        if target == format {
            if isPacked { return self }
            var packed: [UInt8] = []
            packed.reserveCapacity(rowLength * height)
            for row in 0..<height { packed += pixels[row * bytesPerRow..<row * bytesPerRow + rowLength] }
            return with(packed, target)
        }
        var output = [UInt8](repeating: 0, count: rowLength * height)
        var converter = PixelRowConverter(from: format, to: target, width: width)
        for row in 0..<height {
            converter.convert(pixels.span, at: row * bytesPerRow, into: &output, at: row * rowLength)
        }
        return with(output, target)
    }

    /// Returns a frame of the same size and duration.
    private func with(_ pixels: [UInt8], _ format: PixelFormat) -> ImageFrame {
        var frame = ImageFrame(unchecked: pixels, width: width, height: height, format: format)
        frame.duration = duration
        return frame
    }
}

extension ImageFrame {
    /// Returns the picture in 8 bits and without alpha. Transparent pixels are mixed with a color, rounded to the nearest.
    ///
    /// A gray picture stays gray if the color is gray.
    func flattened(over background: JPEGEncoding.Background) -> ImageFrame {
        guard format.channels.hasAlpha else { return converted(to: format.channels.hasColor ? .rgb8 : .gray8) }
        let isGray = background.red == background.green && background.green == background.blue
        let staysGray = !format.channels.hasColor && isGray
        // A converted frame has packed rows.
        let source = converted(to: staysGray ? .grayAlpha8 : .rgba8)
        let colors = staysGray ? [background.red] : [background.red, background.green, background.blue]
        let count = colors.count
        var output = [UInt8](repeating: 0, count: width * height * count)
        var destination = output.mutableSpan
        let pixels = source.pixels.span
        for pixel in 0..<width * height {
            let alpha = UInt32(pixels[pixel * (count + 1) + count])
            for channel in 0..<count {
                let mixed =
                    UInt32(pixels[pixel * (count + 1) + channel]) * alpha + UInt32(colors[channel]) * (255 - alpha)
                destination[pixel * count + channel] = UInt8(truncatingIfNeeded: (mixed + 127) / 255)
            }
        }
        return ImageFrame(unchecked: output, width: width, height: height, format: staysGray ? .gray8 : .rgb8)
    }
}

extension ImageFrame {
    /// Returns the picture reduced to that size. A side that would become longer stays as it is.
    package func reduced(width newWidth: Int, height newHeight: Int) -> ImageFrame {
        let size = (width: min(max(1, newWidth), width), height: min(max(1, newHeight), height))
        if size == (width, height) { return self }
        var reducer = RowReducer(format: format, from: (width, height), to: size)
        for row in 0..<height { reducer.append(pixels.span, at: row * bytesPerRow) }
        var frame = ImageFrame(
            unchecked: reducer.pixels,
            width: size.width,
            height: size.height,
            format: format
        )
        frame.duration = duration
        return frame
    }
}
