extension ImageFrame {
    /// The picture in 8 bits and without alpha: what is transparent is mixed with a colour, rounded to the nearest.
    ///
    /// A gray picture stays gray where the colour is gray.
    func flattened(over background: JPEGEncoding.Background) -> ImageFrame {
        guard format.channels.hasAlpha else { return converted(to: format.channels.hasColor ? .rgb8 : .gray8) }
        let isGray = background.red == background.green && background.green == background.blue
        let staysGray = !format.channels.hasColor && isGray
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
