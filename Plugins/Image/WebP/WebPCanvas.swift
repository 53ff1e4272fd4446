import Mimeograph
import MimeographImage

/// The canvas of an animation as drawn so far.
///
/// Frames are drawn exactly as by WebPAnimDecoder of libwebp. The canvas is transparent at first, and an area becomes transparent
/// again when its frame is cleared, whatever background the file names.
///
/// Source: RFC 9649 §2.7.1.1 (blending and disposal).
struct WebPCanvas {
    let width: Int
    let height: Int
    let layout: PixelFormat
    /// The layout that the file announces.
    private let native: PixelFormat
    private(set) var pixels: [UInt8]
    private var previous: WebPFrame?
    /// Whether nothing from before the last frame remained under it.
    private var wasFresh = true

    /// Creates a canvas that is transparent, or black if the file does not announce alpha.
    init(width: Int, height: Int, layout: PixelFormat, native: PixelFormat) {
        self.width = width
        self.height = height
        self.layout = layout
        self.native = native
        pixels = [UInt8](repeating: 0, count: width * height * layout.bytesPerPixel)
        if isOpaque { clear(0..<width, 0..<height) }
    }

    /// Whether the layout has alpha but the file does not announce it.
    private var isOpaque: Bool { layout.channels.hasAlpha && !native.channels.hasAlpha }

    private var bytesPerRow: Int { width * layout.bytesPerPixel }

    /// Draws the next frame.
    ///
    /// - Parameter isPartial: Whether a frame that cannot be decoded completely is drawn.
    /// - Returns: The error if the frame is incomplete. It is drawn as far as it could be decoded.
    mutating func draw(
        _ frame: WebPFrame,
        of body: Span<UInt8>,
        isPartial: Bool
    ) throws(SerializationError) -> SerializationError? {
        let isFresh = isFresh(frame)
        clear(isFresh)
        let hole = isFresh ? nil : previous.flatMap { $0.isCleared ? $0.area : nil }
        previous = frame
        wasFresh = isFresh
        let plan = WebPPlan(frame, layout: layout, native: native)
        // In a lossless picture, the bit that announces alpha is only a hint. Source: RFC 9649 §3.4.
        let mayShine = (frame.hasAlpha || frame.isLossless) && layout == .rgba8 && !isOpaque
        if isFresh || !frame.isBlended || !mayShine {
            let start = frame.top * bytesPerRow + frame.left * layout.bytesPerPixel
            let stride = bytesPerRow
            // SAFETY: the frame lies within the canvas, so that many rows follow its first pixel.
            return try unsafe pixels.withUnsafeMutableBufferPointer { (canvas) throws(SerializationError) in
                guard let first = canvas.baseAddress else { return nil }
                return try unsafe Self.decode(frame, body, plan, into: first + start, bytesPerRow: stride, isPartial)
            }
        }
        var rows = [UInt8](repeating: 0, count: plan.bytesPerRow * frame.height)
        // SAFETY: the array has room for the rows of the frame.
        let failure = try unsafe rows.withUnsafeMutableBufferPointer { (buffer) throws(SerializationError) in
            guard let first = buffer.baseAddress else { return SerializationError?.none }
            return try unsafe Self.decode(frame, body, plan, into: first, bytesPerRow: plan.bytesPerRow, isPartial)
        }
        blend(rows, frame, hole)
        return failure
    }

    /// Whether nothing that was drawn before is visible under the frame or around it.
    private func isFresh(_ frame: WebPFrame) -> Bool {
        guard let previous else { return true }
        if covers(frame), !frame.isBlended || !frame.hasAlpha { return true }
        return previous.isCleared && (covers(previous) || wasFresh)
    }

    private func covers(_ frame: WebPFrame) -> Bool { frame.width == width && frame.height == height }

    /// Clears the area of the last frame if it is to be cleared, or the whole canvas.
    private mutating func clear(_ isFresh: Bool) {
        guard let previous else { return }
        if isFresh {
            clear(0..<width, 0..<height)
        } else if previous.isCleared {
            clear(previous.area.columns, previous.area.rows)
        }
    }

    private mutating func clear(_ columns: Range<Int>, _ rows: Range<Int>) {
        let size = layout.bytesPerPixel
        for row in rows {
            let (start, end) = ((row * width + columns.lowerBound) * size, (row * width + columns.upperBound) * size)
            for index in start..<end { pixels[index] = 0 }
            if isOpaque { for alpha in stride(from: start + 3, to: end, by: size) { pixels[alpha] = 0xFF } }
        }
    }

    @unsafe private static func decode(
        _ frame: WebPFrame,
        _ body: Span<UInt8>,
        _ plan: WebPPlan,
        into pixels: UnsafeMutablePointer<UInt8>,
        bytesPerRow: Int,
        _ isPartial: Bool
    ) throws(SerializationError) -> SerializationError? {
        let data = body.extracting(frame.data.clamped(to: 0..<body.count))
        // SAFETY: the caller owns the rows, and libwebp keeps no pointer.
        if !isPartial, frame.isWhole {
            return unsafe WebPReader.decode(data, plan, into: pixels, bytesPerRow: bytesPerRow).failure(frame)
        }
        let outcome = try unsafe WebPReader.decodePartly(
            data,
            isWhole: frame.isWhole,
            plan,
            into: pixels,
            bytesPerRow: bytesPerRow
        )
        return frame.isWhole ? outcome.failure(frame) : .truncatedImage(.webp, at: SourceLocation(offset: body.count))
    }

    /// Blends the pixels of a frame over the canvas.
    ///
    /// - Parameter hole: An area of the canvas that is empty, where pixels are copied unchanged.
    private mutating func blend(_ rows: [UInt8], _ frame: WebPFrame, _ hole: (columns: Range<Int>, rows: Range<Int>)?) {
        let source = rows.span
        let width = width
        var canvas = pixels.mutableSpan
        for row in 0..<frame.height {
            var from = row * frame.width * 4
            var to = ((frame.top + row) * width + frame.left) * 4
            let isHole = hole.map { $0.rows.contains(frame.top + row) } ?? false
            let columns = isHole ? hole?.columns ?? 0..<0 : 0..<0
            for column in frame.left..<frame.left + frame.width {
                let alpha = UInt32(source[from + 3])
                if alpha == 255 || columns.contains(column) {
                    for byte in 0..<4 { canvas[to + byte] = source[from + byte] }
                } else if alpha > 0 {
                    // Blends the frame's pixel over the canvas. Straight colors are weighted by their alpha and by the visible
                    // part of the lower alpha. Products are fractions of 256 and 2^24, as in libwebp, so the result is the same.
                    // This is not a separate function, because one that takes both spans cannot be declared for both Swift 6.2
                    // and 6.3.
                    let below = (UInt32(canvas[to + 3]) &* (256 &- alpha)) &>> 8
                    let sum = alpha &+ below
                    let scale = (1 << 24) / sum
                    for byte in 0..<3 {
                        let mixed = UInt32(source[from + byte]) &* alpha &+ UInt32(canvas[to + byte]) &* below
                        canvas[to + byte] = UInt8(truncatingIfNeeded: (mixed &* scale) &>> 24)
                    }
                    canvas[to + 3] = UInt8(truncatingIfNeeded: sum)
                }
                from += 4
                to += 4
            }
        }
    }
}
