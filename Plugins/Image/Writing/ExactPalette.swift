/// The colours of a picture where they are few enough to be numbered, and the picture in these numbers.
struct ExactPalette {
    /// Three bytes a colour, then one byte of alpha for the first ``alphaCount``.
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0
    /// The colours that are not opaque come first, so that only they need alpha.
    private(set) var alphaCount = 0
    /// One byte a pixel, rows without anything between.
    private(set) var indices: [UInt8] = []

    /// Bits of an index: 1, 2, 4 or 8.
    var bits: Int { count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8 }

    /// Nil where there are more than 256 colours.
    ///
    /// - Parameter frame: RGB or RGBA, 8 bits, straight.
    init?(_ frame: ImageFrame) {
        let size = frame.format.bytesPerPixel
        let hasAlpha = size == 4
        let source = frame.pixels.span
        var numbers: [UInt32: Int] = [:]
        var colors: [UInt32] = []
        var raw = [UInt8](repeating: 0, count: frame.width * frame.height)
        var previous: UInt32?
        var number = 0
        var at = 0
        for row in 0..<frame.height {
            var from = row * frame.bytesPerRow
            for _ in 0..<frame.width {
                let alpha = hasAlpha ? UInt32(source[from + 3]) : 0xFF
                let color =
                    UInt32(source[from]) << 24 | UInt32(source[from + 1]) << 16 | UInt32(source[from + 2]) << 8 | alpha
                if color != previous {
                    if let known = numbers[color] {
                        number = known
                    } else {
                        guard colors.count < 256 else { return nil }
                        number = colors.count
                        numbers[color] = number
                        colors.append(color)
                    }
                    previous = color
                }
                raw[at] = UInt8(truncatingIfNeeded: number)
                at += 1
                from += size
            }
        }
        count = colors.count
        let order =
            colors.indices.filter { colors[$0] & 0xFF != 0xFF } + colors.indices.filter { colors[$0] & 0xFF == 0xFF }
        alphaCount = colors.count { $0 & 0xFF != 0xFF }
        var places = [UInt8](repeating: 0, count: colors.count)
        for (place, old) in order.enumerated() {
            places[old] = UInt8(truncatingIfNeeded: place)
            bytes += [24, 16, 8].map { UInt8(truncatingIfNeeded: colors[old] >> $0) }
        }
        bytes += order.prefix(alphaCount).map { UInt8(truncatingIfNeeded: colors[$0]) }
        for index in raw.indices { raw[index] = places[Int(raw[index])] }
        indices = raw
    }
}
