import Mimeograph

/// Functions that provide memory to which C libraries write rows.
enum RowReading {
    /// Reads all rows of a picture.
    ///
    /// - Parameters:
    ///   - rowLength: The length of a row in bytes.
    ///   - height: The number of rows.
    ///   - zeroed: Whether rows that are not written are black and transparent. If false, no pixels are returned if rows are
    ///     missing.
    ///   - read: Writes the rows and returns whether it wrote all of them.
    /// - Returns: The pixels, and whether they are complete.
    static func all(
        rowLength: Int,
        height: Int,
        zeroed: Bool,
        _ read: (UnsafeMutablePointer<UInt8>) -> Bool
    ) -> (pixels: [UInt8], isWhole: Bool) {
        let size = rowLength * height
        var isWhole = false
        // SAFETY: `read` writes `size` bytes, the capacity, or returns false. Then the bytes count only if they were initialized
        // before.
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            if zeroed { unsafe start.initialize(repeating: 0, count: size) }
            isWhole = unsafe read(start)
            count = isWhole || zeroed ? size : 0
        }
        return (pixels, isWhole)
    }

    /// Reads and reduces a picture row by row, so the whole picture is never in memory.
    ///
    /// - Parameters:
    ///   - format: The layout of the rows.
    ///   - size: The size of the picture in pixels.
    ///   - reduced: The size of the result.
    ///   - read: Writes the next row and returns whether it succeeded. It is not called after the first failure. Missing rows
    ///     count as black and transparent.
    /// - Returns: The pixels of the result, and whether all rows were read.
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
                // SAFETY: `read` writes one row, and the array has room for one.
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

/// A receiver of rows from a C library that reduces them one by one, so the whole picture is never in memory.
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

    /// Calls `body` with the row that the library writes to and the pointer that it passes to ``rows``.
    func withRow(_ body: (UnsafeMutablePointer<UInt8>, UnsafeMutableRawPointer) -> Void) {
        var row = row
        // SAFETY: the object lives until this call ends, and only `body` uses the row until then.
        unsafe row.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe body(start, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    /// Reduces a row. The C layer calls it. It returns before the C layer calls `longjmp`, so no frame of Swift is skipped.
    static let rows: @convention(c) (UnsafeMutableRawPointer, Int32, UInt32, UInt32, UnsafePointer<UInt8>) -> Void = {
        context,
        _,
        _,
        _,
        row in
        // SAFETY: the context points to an object that is alive, and the row has as many bytes as its own.
        let rows = unsafe Unmanaged<RowReducing>.fromOpaque(context).takeUnretainedValue()
        let bytes = unsafe UnsafeBufferPointer(start: row, count: rows.row.count)
        rows.reducer.append(unsafe Span(_unsafeElements: bytes), at: 0)
        rows.rowsRead += 1
    }

    /// The pixels of the result. Rows that did not arrive count as black and transparent.
    var pixels: [UInt8] {
        for index in row.indices { row[index] = 0 }
        while rowsRead < height {
            reducer.append(row.span, at: 0)
            rowsRead += 1
        }
        return reducer.pixels
    }
}
