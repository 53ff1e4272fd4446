extension ImageFrame {
    /// The same picture in another layout.
    ///
    /// - 16 bits become 8 by rounding, `(v * 255 + 32895) >> 16`; 8 become 16 by `v * 257`, so that the way there and back
    ///   changes nothing.
    /// - Colours become gray by the luma of ITU-R BT.601 §2.5.1: `(19595 R + 38470 G + 7471 B + 32768) >> 16`.
    /// - Alpha that is added is opaque. Alpha that is taken away is forgotten: the straight colours stay.
    /// - Multiplying by alpha, and dividing, round to the nearest; a colour under alpha 0 is lost by it.
    public func converted(to target: PixelFormat) -> ImageFrame {
        if target == format { return self }
        let rowLength = width * target.bytesPerPixel
        var output = [UInt8](repeating: 0, count: rowLength * height)
        var converter = PixelRowConverter(from: format, to: target, width: width)
        var destination = output.mutableSpan
        for row in 0..<height {
            converter.convert(pixels.span, at: row * bytesPerRow, into: &destination, at: row * rowLength)
        }
        var frame = ImageFrame(unchecked: output, width: width, height: height, format: target)
        frame.duration = duration
        return frame
    }
}
