/// Small bodies of the image formats that nothing here writes, byte by byte as their specifications say.
enum ImageBodies {
    /// One red pixel of 24 bits.
    ///
    /// Source: Microsoft, "Bitmap Storage": BITMAPFILEHEADER, BITMAPINFOHEADER.
    static let bmp = [UInt8](
        joining: [0x42, 0x4D],
        little(58, 4),
        little(0, 4),
        little(54, 4),
        little(40, 4),
        little(1, 4),
        little(1, 4),
        little(1, 2),
        little(24, 2),
        little(0, 4),
        little(4, 4),
        little(2835, 4),
        little(2835, 4),
        little(0, 4),
        little(0, 4),
        [0, 0, 0xFF, 0]
    )

    /// An icon of one picture, which is a whole PNG.
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

    /// Eight pixels, one and one.
    ///
    /// Source: the X Window System, XReadBitmapFile(3).
    static let xbm = Array(
        """
        #define dots_width 8
        #define dots_height 1
        static unsigned char dots_bits[] = { 0x55 };

        """.utf8
    )

    /// One white pixel.
    ///
    /// Source: CompuServe, "Graphics Interchange Format", version 89a.
    static let gif = [UInt8](
        joining: Array("GIF89a".utf8),
        little(1, 2),
        little(1, 2),
        [0x80, 0, 0],
        [0xFF, 0xFF, 0xFF, 0, 0, 0],
        [0x2C],
        little(0, 2),
        little(0, 2),
        little(1, 2),
        little(1, 2),
        [0],
        [2, 2, 0x44, 0x01, 0],
        [0x3B]
    )

    /// One gray pixel of 8 bits, in one strip behind the directory.
    ///
    /// Source: TIFF 6.0 §2, §4.
    static let tiff: [UInt8] = {
        let fields: [(tag: Int, type: Int, value: Int)] = [
            (256, 3, 1), (257, 3, 1), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 0), (277, 3, 1), (278, 3, 1),
            (279, 4, 1),
        ]
        let end = 8 + 2 + fields.count * 12 + 4
        var bytes = [UInt8](joining: [0x49, 0x49], little(42, 2), little(8, 4), little(fields.count, 2))
        for field in fields {
            bytes += little(field.tag, 2) + little(field.type, 2) + little(1, 4)
            bytes += little(field.tag == 273 ? end : field.value, 4)
        }
        return bytes + little(0, 4) + [0x80]
    }()

    /// A number in so many bytes, the lowest first.
    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

extension [UInt8] {
    /// The bytes of each of these, one after the other.
    ///
    /// A long sum of literals is what the compiler needs minutes for.
    init(joining parts: [UInt8]...) { self = parts.flatMap { $0 } }
}
