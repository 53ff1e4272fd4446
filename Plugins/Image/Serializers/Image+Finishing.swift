import Mimeograph

extension Image {
    /// Does what the codec has left to do: size, orientation, layout and scale, in that order.
    ///
    /// Reducing comes first, because everything after it then costs less.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for `outputBytes`, where reducing a long picture takes more.
    consuming func finished(
        _ options: ImageReadingOptions,
        limits: DecodingLimits,
        source format: @autoclosure () -> ImageFormat
    ) throws(SerializationError) -> Image {
        var image = self
        if options.frames == .first { image = image.firstFrame }
        if let side = options.maxPixelSize {
            for frame in image.frames {
                let size = options.size(for: frame.width, frame.height)
                if size == (frame.width, frame.height) { continue }
                try limits.check(.outputBytes, RowReducer.workingBytes(from: (frame.width, frame.height), to: size))
            }
            image = image.fitting(maxPixelSize: side)
        }
        if options.appliesOrientation, image.metadata.orientation != .up { image = image.upright() }
        if !image.frames.allSatisfy({ $0.format == options.format(for: $0.format) }) {
            image = image.changingFrames { $0.converted(to: options.format(for: $0.format)) }
        }
        image.scale = options.scale
        if image.source == nil { image.source = format() }
        return image
    }
}
