extension Image {
    /// The same picture in another layout; see ``ImageFrame/converted(to:)``.
    public func converted(to format: PixelFormat) -> Image {
        if frames.allSatisfy({ $0.format == format && $0.isPacked }) { return self }
        return changingFrames { $0.converted(to: format) }
    }

    /// The picture turned as its orientation says, and the orientation ``ImageOrientation/up``.
    public func upright() -> Image {
        if metadata.orientation == .up { return self }
        var image = changingFrames { $0.turned(metadata.orientation) }
        image.metadata = metadata.turned
        return image
    }

    /// The picture with no side longer than that, its proportions kept; one that is small enough stays as it is.
    ///
    /// - Parameter maxPixelSize: The longest side in pixels; less than 1 counts as 1.
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
    /// Whether the bytes are those of the pixels, with nothing between the rows and nothing after the last one.
    var isPacked: Bool {
        let rowLength = width * format.bytesPerPixel
        return bytesPerRow == rowLength && pixels.count == rowLength * height
    }

    /// The same picture in another layout, or in its own, with nothing between its rows.
    ///
    /// - 16 bits become 8 by rounding, `(v * 255 + 32895) >> 16`; 8 become 16 by `v * 257`, so that the way there and back
    ///   changes nothing.
    /// - Colours become gray by the luma of ITU-R BT.601 §2.5.1: `(19595 R + 38470 G + 7471 B + 32768) >> 16`.
    /// - Alpha that is added is opaque. Alpha that is taken away is forgotten: the straight colours stay.
    /// - Multiplying by alpha, and dividing, round to the nearest; a colour under alpha 0 is lost by it.
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

    /// A frame of the same size that is shown as long.
    private func with(_ pixels: [UInt8], _ format: PixelFormat) -> ImageFrame {
        var frame = ImageFrame(unchecked: pixels, width: width, height: height, format: format)
        frame.duration = duration
        return frame
    }
}

extension ImageFrame {
    /// The picture in 8 bits and without alpha: what is transparent is mixed with a colour, rounded to the nearest.
    ///
    /// A gray picture stays gray where the colour is gray.
    func flattened(over background: JPEGEncoding.Background) -> ImageFrame {
        guard format.channels.hasAlpha else { return converted(to: format.channels.hasColor ? .rgb8 : .gray8) }
        let isGray = background.red == background.green && background.green == background.blue
        let staysGray = !format.channels.hasColor && isGray
        // What is converted has nothing between its rows.
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
    /// The picture made smaller; a side that would become longer stays as it is.
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
