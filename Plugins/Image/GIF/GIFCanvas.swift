import MimeographImage

/// What an animation has drawn so far, and what it takes to draw the next frame over it.
///
/// A frame is drawn as Pillow does it: what it leaves behind is transparent where the frame has a transparent colour, and the
/// background's colour elsewhere.
struct GIFCanvas {
    let width: Int
    let height: Int
    let format: PixelFormat
    private(set) var pixels: [UInt8]
    /// What the last frame wants done before the next one.
    private var pending: (frame: GIFFrameOutline, fill: [UInt8], saved: [UInt8]?)?
    private var isEmpty = true

    /// Makes a canvas that is transparent, or black where the layout has no alpha.
    init(width: Int, height: Int, format: PixelFormat) {
        self.width = width
        self.height = height
        self.format = format
        pixels = [UInt8](repeating: 0, count: width * height * format.bytesPerPixel)
    }

    /// Does what the last frame wants done, and what this one will.
    mutating func prepare(_ frame: GIFFrameOutline, _ palette: GIFPalette, background: Int) {
        dispose()
        if isEmpty, let index = frame.transparentIndex {
            // A picture on a canvas of its own: what it does not draw has its transparent colour.
            let pixel = palette.pixel(Int(index), format, alpha: 0)
            fill(0..<width, 0..<height, pixel)
        }
        let fill: [UInt8]
        if let index = frame.transparentIndex {
            fill = palette.pixel(Int(index), format, alpha: 0)
        } else {
            fill = palette.pixel(background, format)
        }
        switch frame.disposal {
        case .none: pending = nil
        case .background: pending = (frame, fill, nil)
        case .previous:
            // Before the first frame there is nothing that could come back.
            let isOpaque = isEmpty && frame.transparentIndex == nil
            pending = isOpaque ? nil : (frame, fill, isEmpty ? nil : pixels)
        }
        isEmpty = false
    }

    /// Draws a row of indices, of which one may be transparent.
    ///
    /// - Parameters:
    ///   - indices: The row, as long as the frame is wide.
    ///   - row: Where it belongs in the frame.
    ///   - colors: The palette in the layout of the canvas.
    mutating func draw(_ indices: [UInt8], row: Int, of frame: GIFFrameOutline, _ colors: [UInt8]) {
        let y = frame.top + row
        guard y < height, frame.left < width else { return }
        let size = format.bytesPerPixel
        let end = min(frame.width, width - frame.left)
        let (indices, colors) = (indices.span, colors.span)
        var at = (y * width + frame.left) * size
        // No index is -1.
        let transparent = frame.transparentIndex.map { Int($0) } ?? -1
        var output = pixels.mutableSpan
        for x in 0..<end {
            let index = Int(indices[x])
            if index != transparent {
                for byte in 0..<size { output[at + byte] = colors[index * size + byte] }
            }
            at += size
        }
    }

    private mutating func dispose() {
        guard let (frame, color, saved) = pending else { return }
        if let saved {
            pixels = saved
        } else {
            let columns = min(width, frame.left)..<min(width, frame.left + frame.width)
            let rows = min(height, frame.top)..<min(height, frame.top + frame.height)
            fill(columns, rows, color)
        }
        pending = nil
    }

    private mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: [UInt8]) {
        let size = format.bytesPerPixel
        for y in rows {
            for x in columns {
                for byte in 0..<size { pixels[(y * width + x) * size + byte] = color[byte] }
            }
        }
    }
}
