import Mimeograph
import MimeographImage

/// The canvas of an animation as drawn so far, and the disposal that is due before the next frame.
///
/// Frames are drawn as in browsers: an area that is disposed of to the background becomes transparent, whatever background color
/// the file names. An area on which no frame has been drawn is transparent, too.
struct GIFCanvas {
    let width: Int
    let height: Int
    let format: PixelFormat
    private(set) var pixels: [UInt8]
    /// The disposal of the last frame: its area, or the pixels from before it.
    private var pending: (frame: GIFFrameHeader, saved: [UInt8]?)?

    /// Creates a canvas that is transparent, or black if the layout has no alpha.
    init(width: Int, height: Int, format: PixelFormat) {
        self.width = width
        self.height = height
        self.format = format
        pixels = [UInt8](repeating: 0, count: width * height * format.bytesPerPixel)
    }

    /// Disposes of the last frame, and saves what the disposal of this one needs.
    mutating func prepare(_ frame: GIFFrameHeader) {
        dispose()
        switch frame.disposal {
        case .none: pending = nil
        case .background: pending = (frame, nil)
        case .previous: pending = (frame, pixels)
        }
    }

    /// Draws a row of indices, one of which may be transparent.
    ///
    /// - Parameters:
    ///   - indices: The row, as long as the frame is wide.
    ///   - row: The index of the row in the frame.
    ///   - colors: The palette in the layout of the canvas.
    mutating func draw(_ indices: [UInt8], row: Int, of frame: GIFFrameHeader, _ colors: [UInt8]) {
        let y = frame.top + row
        guard y < height, frame.left < width else { return }
        let size = format.bytesPerPixel
        let end = min(frame.width, width - frame.left)
        let (indices, colors) = (indices.span, colors.span)
        var at = (y * width + frame.left) * size
        // An index is never -1.
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
        guard let (frame, saved) = pending else { return }
        pending = nil
        if let saved {
            pixels = saved
            return
        }
        let (columns, rows) = frame.area(in: width, height)
        let size = format.bytesPerPixel
        for y in rows {
            for byte in (y * width + columns.lowerBound) * size..<(y * width + columns.upperBound) * size {
                pixels[byte] = 0
            }
        }
    }
}

/// The colors of a frame in the layout of the pixels.
struct GIFPalette {
    /// Red, green and blue of 256 colors. Colors that a table lacks are black.
    private let colors: [UInt8]
    /// Whether any color is not gray.
    let hasColor: Bool

    /// Reads a table. Without one the indices are grays, as in Pillow.
    init(_ table: Range<Int>?, of body: Span<UInt8>) {
        guard let table else {
            colors = (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 3) }
            hasColor = false
            return
        }
        var colors = [UInt8](body.extracting(table))
        var hasColor = false
        for red in stride(from: 0, to: colors.count - 2, by: 3) {
            hasColor = hasColor || colors[red] != colors[red + 1] || colors[red] != colors[red + 2]
        }
        self.hasColor = hasColor
        colors += [UInt8](repeating: 0, count: 768 - colors.count)
        self.colors = colors
    }

    /// Returns one color in a layout of 8 bits.
    func pixel(_ index: Int, _ format: PixelFormat, alpha: UInt8 = 0xFF) -> [UInt8] {
        let channels = format.channels.hasColor ? 3 : 1
        return Array(colors[index * 3..<index * 3 + channels]) + (format.channels.hasAlpha ? [alpha] : [])
    }

    /// Returns all colors in a layout of 8 bits.
    func pixels(_ format: PixelFormat) -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(256 * format.bytesPerPixel)
        let channels = format.channels.hasColor ? 3 : 1
        for index in 0..<256 {
            for channel in 0..<channels { pixels.append(colors[index * 3 + channel]) }
            if format.channels.hasAlpha { pixels.append(0xFF) }
        }
        return pixels
    }
}
