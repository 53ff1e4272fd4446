public import Mimeograph

/// One picture: a frame of an animation, a page of a document, or the only picture of an image.
///
/// The rows follow one another from top to bottom. Each is `bytesPerRow` bytes long, and its first `width * format.bytesPerPixel`
/// bytes are pixels, from left to right.
///
/// ```swift
/// let offset = y * frame.bytesPerRow + x * frame.format.bytesPerPixel
/// let red = frame.pixels[offset]
/// let span = frame.pixels.span        // all bytes, without a copy
/// ```
public struct ImageFrame: Hashable, Sendable {
    /// The width in pixels, more than 0.
    public let width: Int
    /// The height in pixels, more than 0.
    public let height: Int
    /// How the pixels lie in memory.
    public let format: PixelFormat
    /// The bytes from the start of one row to the start of the next. Unless you set it, a row holds its pixels and nothing more.
    public let bytesPerRow: Int
    /// The rows, `height * bytesPerRow` bytes.
    public let pixels: [UInt8]
    /// The time for which an animation shows the frame, or nil if the frame does not belong to an animation.
    public var duration: Duration?

    /// Creates a frame of pixels.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - format: How the pixels lie in `pixels`.
    ///   - bytesPerRow: The bytes from the start of one row to the next, or nil if the rows are packed.
    ///   - pixels: The rows. The last one may end after its pixels.
    ///   - duration: The time for which an animation shows the frame.
    /// - Throws: ``SerializationError/Code/dataShape`` for a width or height that is not positive, rows that are too short for
    ///   their pixels, and too few bytes.
    public init(
        width: Int,
        height: Int,
        format: PixelFormat,
        bytesPerRow: Int? = nil,
        pixels: [UInt8],
        duration: Duration? = nil
    ) throws(SerializationError) {
        let (packed, overflow) = width.multipliedReportingOverflow(by: format.bytesPerPixel)
        let rowLength = bytesPerRow ?? packed
        let (before, isTooLarge) = rowLength.multipliedReportingOverflow(by: height - (height > 0 ? 1 : 0))
        let (needed, isFarTooLarge) = before.addingReportingOverflow(packed)
        guard width > 0, height > 0, !overflow, !isTooLarge, !isFarTooLarge, rowLength >= packed,
            pixels.count >= needed
        else {
            throw SerializationError(
                .dataShape,
                "\(pixels.count) bytes in rows of \(rowLength) do not fit a picture of \(width) by \(height) pixels in \(format).",
                remedy: "Pass height times bytesPerRow bytes, and rows of at least width times bytesPerPixel bytes."
            )
        }
        self.init(unchecked: pixels, width: width, height: height, format: format, bytesPerRow: rowLength)
        self.duration = duration
    }

    /// Creates a frame without checking the number of bytes.
    package init(unchecked pixels: [UInt8], width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil) {
        self.width = width
        self.height = height
        self.format = format
        self.bytesPerRow = bytesPerRow ?? width * format.bytesPerPixel
        self.pixels = pixels
    }
}

extension ImageFrame {
    /// Calls `body` with the samples of an image with 16 bits a sample, `bytesPerRow / 2` in each row. Returns nil if the samples
    /// have 8 bits or a row has an odd number of bytes.
    public func withSamples16<Result>(_ body: (Span<UInt16>) -> Result) -> Result? {
        guard format.depth == .sixteen, bytesPerRow.isMultiple(of: 2) else { return nil }
        // SAFETY: the address is checked to be even, the count is in whole samples, any bits are a valid integer, and the span
        // does not outlive the closure in which the array's storage is valid.
        return unsafe pixels.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress, Int(bitPattern: start).isMultiple(of: 2) else { return nil }
            let samples = unsafe UnsafeBufferPointer(
                start: start.assumingMemoryBound(to: UInt16.self),
                count: buffer.count / 2
            )
            return body(unsafe Span(_unsafeElements: samples))
        }
    }
}
