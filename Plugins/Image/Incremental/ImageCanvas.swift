import Mimeograph

/// The memory that a picture is decoded into while it arrives, and the updates about it.
///
/// A picture in several passes has updates for each of them, which are larger than the picture if the program leaves them where
/// they are. So the passes count against `outputBytes` beside the picture itself. The last pass is reported if one fits, and
/// the first ones are reported as far as there is room.
@safe package final class ImageCanvas {
    let width: Int
    let height: Int
    /// The layout that the library makes.
    let format: PixelFormat
    /// The layout of the updates.
    let wanted: PixelFormat
    /// How many passes may be reported.
    let passesReported: Int
    /// The number of the last pass, where it is known beforehand.
    private let lastPass: Int?
    // SAFETY: `size` bytes, allocated and set in `init` and released in `deinit`; handed to the C layer, which writes to them
    // while this object lives.
    package let pixels: UnsafeMutablePointer<UInt8>
    private let size: Int
    private var updates: [ImageUpdate] = []

    /// Makes a black and transparent canvas.
    ///
    /// - Parameter room: The bytes that updates may take, beside the picture.
    package init(width: Int, height: Int, format: PixelFormat, wanted: PixelFormat, lastPass: Int?, room: Int) {
        self.width = width
        self.height = height
        self.format = format
        self.wanted = wanted
        self.lastPass = lastPass
        size = width * height * format.bytesPerPixel
        // A group of rows needs memory beside its pixels. In a narrow picture that is most of the memory.
        let groups = (height + Int(Self.rowsTogether) - 1) / Int(Self.rowsTogether)
        let pass = max(size, width * height * wanted.bytesPerPixel) + groups * Self.bytesPerGroup
        passesReported = max(0, room) / pass
        unsafe pixels = .allocate(capacity: size)
        unsafe pixels.initialize(repeating: 0, count: size)
    }

    deinit { unsafe pixels.deallocate() }

    var bytesPerRow: Int { width * format.bytesPerPixel }

    /// The memory of an update beside its pixels: an element of an array that has grown to twice of what it holds, and the header
    /// of the array of pixels.
    private static let bytesPerGroup = 2 * MemoryLayout<ImageUpdate>.stride + 32

    /// How many rows an update has at most.
    static let rowsTogether: UInt32 = 16

    /// What the C layer hands back with each call of ``rows``.
    var context: UnsafeMutableRawPointer {
        // SAFETY: the caller that hands it on keeps this object longer than the C layer keeps the pointer.
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    /// Records rows. It is called by the C layer, which jumps over no frame of Swift: it has returned before.
    static let rows: @convention(c) (UnsafeMutableRawPointer, Int32, UInt32, UInt32, UnsafePointer<UInt8>) -> Void = {
        context,
        pass,
        first,
        count,
        _ in
        // SAFETY: the context is that of a canvas that lives.
        let canvas = unsafe Unmanaged<ImageCanvas>.fromOpaque(context).takeUnretainedValue()
        canvas.record(pass: Int(pass), first: Int(first), count: Int(count))
    }

    /// Records rows that are there now, as far as there is room for them.
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

    /// Moves the updates that are waiting.
    package func moveUpdates(into elements: inout [ImageUpdate]) {
        if updates.isEmpty { return }
        elements += updates
        updates.removeAll()
    }

    /// The picture as it is.
    package var frame: ImageFrame { frame(from: 0, count: height) }

    private func frame(from first: Int, count: Int) -> ImageFrame {
        // SAFETY: the rows lie within the canvas.
        let bytes = unsafe [UInt8](
            UnsafeBufferPointer(start: pixels + first * bytesPerRow, count: count * bytesPerRow)
        )
        return ImageFrame(unchecked: bytes, width: width, height: count, format: format)
    }
}
