import Mimeograph

/// The memory that a picture is decoded into while it arrives, and the updates about it.
///
/// A picture in several passes has updates for each pass. If the program keeps them, they take more memory than the picture. So
/// the passes count against `outputBytes` in addition to the picture. The last pass is reported if one fits, and the first passes
/// as far as they fit.
@safe package final class ImageCanvas {
    let width: Int
    let height: Int
    /// The layout that the library writes.
    let format: PixelFormat
    /// The layout of the updates.
    let wanted: PixelFormat
    /// The number of passes that may be reported.
    let passesReported: Int
    /// The number of the last pass, if it is known in advance.
    private let lastPass: Int?
    // SAFETY: `size` bytes, allocated and initialized in `init` and deallocated in `deinit`. The C layer writes to them only
    // while this object lives.
    package let pixels: UnsafeMutablePointer<UInt8>
    private let size: Int
    private var updates: [ImageUpdate] = []

    /// Creates a black and transparent canvas.
    ///
    /// - Parameter room: The number of bytes that updates may take in addition to the picture.
    package init(width: Int, height: Int, format: PixelFormat, wanted: PixelFormat, lastPass: Int?, room: Int) {
        self.width = width
        self.height = height
        self.format = format
        self.wanted = wanted
        self.lastPass = lastPass
        size = width * height * format.bytesPerPixel
        // A group of rows needs memory besides its pixels. In a narrow picture that is most of the memory.
        let groups = (height + Int(Self.rowsTogether) - 1) / Int(Self.rowsTogether)
        let pass = max(size, width * height * wanted.bytesPerPixel) + groups * Self.bytesPerGroup
        passesReported = max(0, room) / pass
        unsafe pixels = .allocate(capacity: size)
        unsafe pixels.initialize(repeating: 0, count: size)
    }

    deinit { unsafe pixels.deallocate() }

    var bytesPerRow: Int { width * format.bytesPerPixel }

    /// The memory of an update besides its pixels: one element of an array that has grown to twice its contents, and the header
    /// of the pixel array.
    private static let bytesPerGroup = 2 * MemoryLayout<ImageUpdate>.stride + 32

    /// The largest number of rows in an update.
    static let rowsTogether: UInt32 = 16

    /// The pointer that the C layer passes to ``rows``.
    var context: UnsafeMutableRawPointer {
        // SAFETY: the caller keeps this object alive for as long as the C layer keeps the pointer.
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    /// Records rows. The C layer calls it. It returns before the C layer calls `longjmp`, so no frame of Swift is skipped.
    static let rows: @convention(c) (UnsafeMutableRawPointer, Int32, UInt32, UInt32, UnsafePointer<UInt8>) -> Void = {
        context,
        pass,
        first,
        count,
        _ in
        // SAFETY: the context points to a canvas that is alive.
        let canvas = unsafe Unmanaged<ImageCanvas>.fromOpaque(context).takeUnretainedValue()
        canvas.record(pass: Int(pass), first: Int(first), count: Int(count))
    }

    /// Records rows that have been decoded, if there is room for them.
    package func record(pass: Int, first: Int, count: Int) {
        let isReported = pass == lastPass ? passesReported > 0 : pass < passesReported - (lastPass == nil ? 0 : 1)
        guard isReported, first >= 0, count > 0, first + count <= height else { return }
        let rows = frame(from: first, count: count)
        updates.append(
            .rows(
                ImageRows(
                    pass: pass,
                    first: first,
                    count: count,
                    width: width,
                    format: wanted,
                    pixels: rows.converted(to: wanted).pixels
                )
            )
        )
    }

    package func moveUpdates(into elements: inout [ImageUpdate]) {
        if updates.isEmpty { return }
        elements += updates
        updates.removeAll()
    }

    /// The picture as decoded so far.
    package var frame: ImageFrame { frame(from: 0, count: height) }

    private func frame(from first: Int, count: Int) -> ImageFrame {
        // SAFETY: the rows lie within the canvas.
        let bytes = unsafe [UInt8](
            UnsafeBufferPointer(start: pixels + first * bytesPerRow, count: count * bytesPerRow)
        )
        return ImageFrame(unchecked: bytes, width: width, height: count, format: format)
    }
}
