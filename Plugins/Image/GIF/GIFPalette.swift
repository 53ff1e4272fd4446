import Mimeograph
import MimeographImage

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
