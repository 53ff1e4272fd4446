/// A bitmap assembled from fields that may have any value.
struct BMPFixture {
    var width: Int32 = 3
    var height: Int32 = 2
    var bits: UInt16 = 24
    var compression: UInt32 = 0
    var headerLength: UInt32 = 40
    /// Blue, green, red and an ignored byte, which a core header does not have.
    var palette: [[UInt8]] = []
    var colors: UInt32 = 0
    /// The bytes of the header after its first 40, or the bytes after a header of 40.
    var more: [UInt8] = []
    var pixels: [UInt8] = []
    /// The bytes between the palette and the pixels.
    var gap: [UInt8] = []
    /// The offset of the pixels in the header, or nil for the right one.
    var offset: UInt32?
    var pixelsPerMeter: (UInt32, UInt32) = (0, 0)

    static func word(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    static func short(_ number: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }

    /// The bitmap without a file header.
    var bitmap: [UInt8] {
        var header = Self.word(headerLength)
        if headerLength == 12 {
            header += Self.short(UInt16(truncatingIfNeeded: width)) + Self.short(UInt16(truncatingIfNeeded: height))
            header += [1, 0] + Self.short(bits)
        } else {
            header += Self.word(UInt32(bitPattern: width)) + Self.word(UInt32(bitPattern: height)) + [1, 0]
            header += Self.short(bits) + Self.word(compression) + Self.word(UInt32(pixels.count))
            header += Self.word(pixelsPerMeter.0) + Self.word(pixelsPerMeter.1) + Self.word(colors) + Self.word(0)
            header = Array(header.prefix(Int(headerLength)))
        }
        header += more
        if headerLength > 40, headerLength < 1_000, header.count < headerLength {
            header += [UInt8](repeating: 0, count: Int(headerLength) - header.count)
        }
        return header + palette.flatMap { $0 } + gap + pixels
    }

    /// The file.
    var file: [UInt8] {
        let start = UInt32(14 + bitmap.count - pixels.count)
        return [0x42, 0x4D] + Self.word(UInt32(14 + bitmap.count)) + Self.word(0) + Self.word(offset ?? start) + bitmap
    }
}
