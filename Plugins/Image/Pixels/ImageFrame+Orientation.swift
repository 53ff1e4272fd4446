extension ImageFrame {
    /// The stored picture turned and mirrored so that it stands upright.
    package func turned(_ orientation: ImageOrientation) -> ImageFrame {
        if orientation == .up { return self }
        var frame =
            switch format.bytesPerPixel {
            case 1: turned(orientation, as: UInt8.self, each: 1)
            case 2: turned(orientation, as: UInt16.self, each: 1)
            case 3: turned(orientation, as: UInt8.self, each: 3)
            case 4: turned(orientation, as: UInt32.self, each: 1)
            case 6: turned(orientation, as: UInt16.self, each: 3)
            default: turned(orientation, as: UInt64.self, each: 1)
            }
        frame.duration = duration
        return frame
    }

    /// The same for pixels that are moved as so many integers of that type.
    private func turned<Unit: FixedWidthInteger & BitwiseCopyable>(
        _ orientation: ImageOrientation,
        as unit: Unit.Type,
        each units: Int
    ) -> ImageFrame {
        let (newWidth, newHeight) = orientation.swapsAxes ? (height, width) : (width, height)
        let size = format.bytesPerPixel
        // From pixel (0, 0) of the result, where in the stored picture it lies, and how far it is to the pixel at its
        // right and below it, in bytes.
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
        let count = newWidth * newHeight * size
        // In tiles, so that the rows of both pictures stay in the cache.
        let tile = 32
        // SAFETY: `start` and the two steps lead to each pixel of the stored picture once, all of them within `pixels`; the
        // result has room for as many, and each is written once. Loads and stores need no alignment.
        let output = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            let destination = UnsafeMutableRawBufferPointer(buffer)
            unsafe pixels.withUnsafeBytes { source in
                for top in stride(from: 0, to: newHeight, by: tile) {
                    for left in stride(from: 0, to: newWidth, by: tile) {
                        for y in top..<min(newHeight, top + tile) {
                            var from = start + y * down + left * across
                            var to = (y * newWidth + left) * size
                            for _ in left..<min(newWidth, left + tile) {
                                for part in 0..<units {
                                    let offset = part * MemoryLayout<Unit>.size
                                    let value = unsafe source.loadUnaligned(
                                        fromByteOffset: from + offset,
                                        as: Unit.self
                                    )
                                    unsafe destination.storeBytes(of: value, toByteOffset: to + offset, as: Unit.self)
                                }
                                from += across
                                to += size
                            }
                        }
                    }
                }
            }
            written = count
        }
        return ImageFrame(unchecked: output, width: newWidth, height: newHeight, format: format)
    }
}
