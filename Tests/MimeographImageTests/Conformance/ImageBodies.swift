import SuiteSupport

/// Small bodies of the formats that this plugin can only read, written byte by byte from their specifications.
enum ImageBodies {
    /// One red pixel of 24 bits.
    ///
    /// Source: Microsoft, "Bitmap Storage": BITMAPFILEHEADER, BITMAPINFOHEADER.
    static let bmp = bmp(pixels: 1)

    /// Returns a bitmap of one column with that many pixels. Adjacent pixels differ.
    static func bmp(pixels count: Int) -> [UInt8] {
        let header = [UInt8](
            joining: [0x42, 0x4D],
            little(54 + 4 * count, 4),
            little(0, 4),
            little(54, 4),
            little(40, 4),
            little(1, 4),
            little(count, 4),
            little(1, 2),
            little(24, 2),
            little(0, 4),
            little(4 * count, 4),
            little(2835, 4),
            little(2835, 4),
            little(0, 4),
            little(0, 4)
        )
        return (0..<count).reduce(into: header) { bytes, number in
            bytes += [UInt8(truncatingIfNeeded: number), 0, 0xFF, 0] as [UInt8]
        }
    }

    /// Returns an icon with one picture, which is a whole PNG.
    ///
    /// Source: Microsoft, "Icons": ICONDIR, ICONDIRENTRY.
    static func icon(of png: [UInt8], width: UInt8, height: UInt8) -> [UInt8] {
        [UInt8](
            joining: little(0, 2),
            little(1, 2),
            little(1, 2),
            [width, height, 0, 0],
            little(1, 2),
            little(32, 2),
            little(png.count, 4),
            little(22, 4),
            png
        )
    }

    /// Eight alternating pixels.
    ///
    /// Source: the X Window System, XReadBitmapFile(3).
    static let xbm = Array(
        """
        #define dots_width 8
        #define dots_height 1
        static unsigned char dots_bits[] = { 0x55 };

        """.utf8
    )

}

/// Returns a number in `count` bytes, the lowest first.
package func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
