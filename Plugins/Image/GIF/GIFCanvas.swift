import Mimeograph
import MimeographImage

/// What an animation has drawn so far, and what it takes to draw the next frame over it.
///
/// A frame is drawn as browsers do it: an area that is to get the background becomes transparent, whatever colour the screen
/// names for it. An area that no frame has drawn is transparent, too.
struct GIFCanvas {
    let width: Int
    let height: Int
    let format: PixelFormat
    private(set) var pixels: [UInt8]
    /// What the last frame wants done before the next one: its area, or what was there before it.
    private var pending: (frame: GIFFrameHeader, saved: [UInt8]?)?

    /// Makes a canvas that is transparent, or black where the layout has no alpha.
    init(width: Int, height: Int, format: PixelFormat) {
        self.width = width
        self.height = height
        self.format = format
        pixels = [UInt8](repeating: 0, count: width * height * format.bytesPerPixel)
    }

    /// Does what the last frame wants done, and remembers what this one will.
    mutating func prepare(_ frame: GIFFrameHeader) {
        dispose()
        switch frame.disposal {
        case .none: pending = nil
        case .background: pending = (frame, nil)
        case .previous: pending = (frame, pixels)
        }
    }

    /// Draws a row of indices, of which one may be transparent.
    ///
    /// - Parameters:
    ///   - indices: The row, as long as the frame is wide.
    ///   - row: Where it belongs in the frame.
    ///   - colors: The palette in the layout of the canvas.
    mutating func draw(_ indices: [UInt8], row: Int, of frame: GIFFrameHeader, _ colors: [UInt8]) {
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

/// The colours of a frame, laid out as the pixels are.
struct GIFPalette {
    /// Red, green and blue of 256 colours; those that a table lacks are black.
    private let colors: [UInt8]
    /// Whether a colour is other than gray.
    let hasColor: Bool

    /// Reads a table; without one the indices are grays, as Pillow shows them.
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

    /// One colour in a layout of 8 bits.
    func pixel(_ index: Int, _ format: PixelFormat, alpha: UInt8 = 0xFF) -> [UInt8] {
        let channels = format.channels.hasColor ? 3 : 1
        return Array(colors[index * 3..<index * 3 + channels]) + (format.channels.hasAlpha ? [alpha] : [])
    }

    /// All colours in a layout of 8 bits, one behind the other.
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
