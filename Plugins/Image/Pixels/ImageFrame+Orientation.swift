import CMimeographImage

/// A mapping of the pixels of a stored picture to the upright picture.
struct PictureTurn {
    /// The size of the upright picture in pixels.
    let width: Int
    let height: Int
    /// The offset of the first stored pixel in the upright picture, and the distances from a pixel to its right and lower
    /// neighbors there, in bytes.
    private let start: Int
    private let right: Int
    private let down: Int
    private let pixelBytes: Int

    init(_ orientation: ImageOrientation, width: Int, height: Int, pixelBytes size: Int) {
        (self.width, self.height) = orientation.swapsAxes ? (height, width) : (width, height)
        pixelBytes = size
        let row = self.width * size
        let lastColumn = (self.width - 1) * size
        let lastRow = (self.height - 1) * row
        (start, right, down) =
            switch orientation {
            case .up: (0, size, row)
            case .upMirrored: (lastColumn, -size, row)
            case .down: (lastRow + lastColumn, -size, -row)
            case .downMirrored: (lastRow, size, -row)
            case .leftMirrored: (0, row, size)
            case .right: (lastColumn, row, -size)
            case .rightMirrored: (lastRow + lastColumn, -row, -size)
            case .left: (lastRow, -row, size)
            }
    }

    /// Copies rows to the upright picture.
    ///
    /// - Parameters:
    ///   - rows: The first of the rows, with `bytesPerRow` bytes from one to the next.
    ///   - columns: The width of the stored picture.
    ///   - first: The index of the first row in the stored picture.
    ///   - count: The number of rows.
    ///   - upright: The upright picture with packed rows.
    @unsafe func turn(
        _ rows: UnsafePointer<UInt8>,
        bytesPerRow: Int,
        columns: Int,
        first: Int,
        count: Int,
        into upright: UnsafeMutablePointer<UInt8>
    ) {
        // SAFETY: `start` and the two distances map each stored pixel into the upright picture, whose memory the caller owns.
        unsafe mimeograph_image_turn(
            rows,
            bytesPerRow,
            columns,
            count,
            pixelBytes,
            upright + start + first * down,
            right,
            down
        )
    }
}

extension ImageFrame {
    /// Returns the stored picture turned and mirrored so that it is upright.
    package func turned(_ orientation: ImageOrientation) -> ImageFrame {
        if orientation == .up { return self }
        let turn = PictureTurn(orientation, width: width, height: height, pixelBytes: format.bytesPerPixel)
        let count = width * height * format.bytesPerPixel
        // SAFETY: each pixel of the result is written once, and there are as many as stored pixels.
        let output = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            unsafe pixels.withUnsafeBufferPointer { source in
                guard let rows = source.baseAddress, let upright = buffer.baseAddress else { return }
                unsafe turn.turn(
                    rows,
                    bytesPerRow: bytesPerRow,
                    columns: width,
                    first: 0,
                    count: height,
                    into: upright
                )
                written = count
            }
        }
        var frame = ImageFrame(unchecked: output, width: turn.width, height: turn.height, format: format)
        frame.duration = duration
        return frame
    }
}

extension ImageMetadata {
    /// The metadata of the picture after it is turned according to the orientation.
    package var turned: ImageMetadata {
        var metadata = self
        metadata.orientation = .up
        if orientation.swapsAxes, let resolution {
            metadata.resolution = ImageResolution(
                horizontal: resolution.vertical,
                vertical: resolution.horizontal,
                unit: resolution.unit
            )
        }
        return metadata
    }
}
