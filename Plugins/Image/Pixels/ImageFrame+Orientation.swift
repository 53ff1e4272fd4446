extension ImageFrame {
    /// The stored picture turned and mirrored so that it stands upright.
    package func turned(_ orientation: ImageOrientation) -> ImageFrame {
        if orientation == .up { return self }
        let (newWidth, newHeight) = orientation.swapsAxes ? (height, width) : (width, height)
        let size = format.bytesPerPixel
        // From pixel (0, 0) of the result, where in the stored picture it lies, and how far it is to the pixel at its
        // right and below it.
        let right = (width - 1) * size
        let bottom = (height - 1) * bytesPerRow
        let (start, across, down) =
            switch orientation {
            case .up: (0, size, bytesPerRow)
            case .upMirrored: (right, -size, bytesPerRow)
            case .down: (bottom + right, -size, -bytesPerRow)
            case .downMirrored: (bottom, size, -bytesPerRow)
            case .leftMirrored: (0, bytesPerRow, size)
            case .right: (bottom, -bytesPerRow, size)
            case .rightMirrored: (bottom + right, -bytesPerRow, -size)
            case .left: (right, bytesPerRow, -size)
            }
        var output = [UInt8](repeating: 0, count: newWidth * newHeight * size)
        var destination = output.mutableSpan
        let source = pixels.span
        // In tiles, so that the rows of both pictures stay in the cache.
        let tile = 32
        for top in stride(from: 0, to: newHeight, by: tile) {
            for left in stride(from: 0, to: newWidth, by: tile) {
                for y in top..<min(newHeight, top + tile) {
                    var from = start + y * down + left * across
                    var to = (y * newWidth + left) * size
                    for _ in left..<min(newWidth, left + tile) {
                        for byte in 0..<size { destination[to + byte] = source[from + byte] }
                        from += across
                        to += size
                    }
                }
            }
        }
        var frame = ImageFrame(unchecked: output, width: newWidth, height: newHeight, format: format)
        frame.duration = duration
        return frame
    }
}
