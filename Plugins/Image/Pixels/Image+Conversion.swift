extension Image {
    /// The same picture in another layout; see ``ImageFrame/converted(to:)``.
    public func converted(to format: PixelFormat) -> Image {
        if frames.allSatisfy({ $0.format == format }) { return self }
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
