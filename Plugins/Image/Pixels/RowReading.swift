/// Gives libraries in C the memory that they write rows to.
enum RowReading {
    /// All rows of a picture.
    ///
    /// - Parameters:
    ///   - rowLength: The bytes of a row.
    ///   - height: How many rows there are.
    ///   - zeroed: Whether rows that are not written are black and transparent; else nothing is given back where some
    ///     are missing.
    ///   - read: Writes the rows, and says whether it could write all.
    /// - Returns: The pixels, and whether they are whole.
    static func all(
        rowLength: Int,
        height: Int,
        zeroed: Bool,
        _ read: (UnsafeMutablePointer<UInt8>) -> Bool
    ) -> (pixels: [UInt8], isWhole: Bool) {
        let size = rowLength * height
        var isWhole = false
        // SAFETY: `read` writes `size` bytes, the capacity, or it says that it did not: then the bytes count only where
        // they were set before.
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            if zeroed { unsafe start.initialize(repeating: 0, count: size) }
            isWhole = unsafe read(start)
            count = isWhole || zeroed ? size : 0
        }
        return (pixels, isWhole)
    }

    /// The rows of a picture that is reduced while they come, so that it is never in memory as a whole.
    ///
    /// - Parameters:
    ///   - format: The layout of the rows.
    ///   - size: The size of the picture in pixels.
    ///   - reduced: The size of the result.
    ///   - read: Writes the next row, and says whether it could; after the first failure it is not called again, and the
    ///     rows that are missing count as black and transparent.
    /// - Returns: The pixels of the result, and whether all rows were there.
    static func reduced(
        _ format: PixelFormat,
        from size: (width: Int, height: Int),
        to reduced: (width: Int, height: Int),
        _ read: (UnsafeMutablePointer<UInt8>) -> Bool
    ) -> (pixels: [UInt8], isWhole: Bool) {
        var reducer = RowReducer(format: format, from: size, to: reduced)
        var row = [UInt8](repeating: 0, count: size.width * format.bytesPerPixel)
        var isWhole = true
        for _ in 0..<size.height {
            if isWhole {
                // SAFETY: `read` writes one row, which the array holds.
                isWhole = unsafe row.withUnsafeMutableBufferPointer { buffer in
                    unsafe buffer.baseAddress.map { unsafe read($0) } ?? false
                }
                if !isWhole { row = [UInt8](repeating: 0, count: row.count) }
            }
            reducer.take(row.span, at: 0)
        }
        return (reducer.pixels, isWhole)
    }
}
