extension ImageFrame {
    /// The picture made smaller; a side that would become longer stays as it is.
    package func reduced(width newWidth: Int, height newHeight: Int) -> ImageFrame {
        let size = (width: min(max(1, newWidth), width), height: min(max(1, newHeight), height))
        if size == (width, height) { return self }
        var reducer = RowReducer(format: format, from: (width, height), to: size)
        for row in 0..<height { reducer.take(pixels.span, at: row * bytesPerRow) }
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
