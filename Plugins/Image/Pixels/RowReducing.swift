/// Reduces the rows of a picture as a library in C tells of them, so that the whole is never in memory.
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
        rows.reducer.take(unsafe Span(_unsafeElements: bytes), at: 0)
        rows.rowsRead += 1
    }

    /// The pixels of the result; rows that did not come count as black and transparent.
    var pixels: [UInt8] {
        for index in row.indices { row[index] = 0 }
        while rowsRead < height {
            reducer.take(row.span, at: 0)
            rowsRead += 1
        }
        return reducer.pixels
    }
}
