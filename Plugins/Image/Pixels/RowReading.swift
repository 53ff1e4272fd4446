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
            reducer.append(row.span, at: 0)
        }
        return (reducer.pixels, isWhole)
    }
}

/// Reduces the rows of a picture as a library in C reports them, so that the whole is never in memory.
@safe final class RowReducing {
    private var reducer: RowReducer
    private var row: [UInt8]
    private var rowsRead = 0
    private let height: Int

    init(_ format: PixelFormat, from size: (width: Int, height: Int), to reduced: (width: Int, height: Int)) {
        reducer = RowReducer(format: format, from: size, to: reduced)
        row = [UInt8](repeating: 0, count: size.width * format.bytesPerPixel)
        height = size.height
    }

    /// Gives `body` the row that the library writes to, and what it hands back with each call of ``rows``.
    func withRow(_ body: (UnsafeMutablePointer<UInt8>, UnsafeMutableRawPointer) -> Void) {
        var row = row
        // SAFETY: the object lives until this call ends, and the row is not used otherwise until then.
        unsafe row.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe body(start, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    /// Reduces a row. It is called by the C layer, which jumps over no frame of Swift: it has returned before.
    static let rows: @convention(c) (UnsafeMutableRawPointer, Int32, UInt32, UInt32, UnsafePointer<UInt8>) -> Void = {
        context,
        _,
        _,
        _,
        row in
        // SAFETY: the context is that of an object that lives, and the row has as many bytes as its own.
        let rows = unsafe Unmanaged<RowReducing>.fromOpaque(context).takeUnretainedValue()
        let bytes = unsafe UnsafeBufferPointer(start: row, count: rows.row.count)
        rows.reducer.append(unsafe Span(_unsafeElements: bytes), at: 0)
        rows.rowsRead += 1
    }

    /// The pixels of the result; rows that did not come count as black and transparent.
    var pixels: [UInt8] {
        for index in row.indices { row[index] = 0 }
        while rowsRead < height {
            reducer.append(row.span, at: 0)
            rowsRead += 1
        }
        return reducer.pixels
    }
}
