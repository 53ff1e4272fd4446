extension Image {
    /// Does what the codec has left to do: size, orientation, layout and scale, in that order.
    ///
    /// Reducing comes first, because everything after it then costs less.
    consuming func finished(
        _ options: ImageReadingOptions,
        source format: @autoclosure () -> ImageFormat
    ) -> Image {
        var image = self
        if options.frames == .first { image = image.firstFrame }
        if let side = options.maxPixelSize { image = image.fitting(maxPixelSize: side) }
        if options.appliesOrientation, image.metadata.orientation != .up { image = image.upright() }
        if !image.frames.allSatisfy({ $0.format == options.format(for: $0.format) }) {
            image = image.changingFrames { $0.converted(to: options.format(for: $0.format)) }
        }
        image.scale = options.scale
        if image.source == nil { image.source = format() }
        return image
    }
}
