import Mimeograph

/// The headers of a bitmap: the file header, if there is one, and the bitmap header.
///
/// The length of the bitmap header determines its version: 12 bytes (OS/2 1, `BITMAPCOREHEADER`), 40 (`BITMAPINFOHEADER`), 52 and
/// 56 (the same with masks), 108 (V4), 124 (V5). The header of OS/2 2 has 64 bytes, and may end after any of its fields from the
/// 16th byte on; the missing fields are 0. A bitmap in an icon has no file header, and its height is doubled.
///
/// Source: Microsoft, Windows GDI, Bitmap Header Types; IBM, OS/2 2.1 Presentation Manager, BITMAPINFOHEADER2; bmpsuite,
/// q/pal8os2v2-16.bmp.
struct BMPHeader {
    enum Compression {
        case none
        case runs8
        case runs4
        case masks
    }

    let width: Int
    /// The number of rows, positive also if they are stored from top to bottom.
    private(set) var height: Int
    let isTopDown: Bool
    let bits: Int
    let compression: Compression
    /// The offset of the bitmap header in the body.
    let start: Int
    private(set) var masks = BMPMasks()
    /// The offset of the color table in the body, the number of its colors, and the bytes of each.
    private(set) var palette = (start: 0, count: 0, stride: 4)
    /// The offset of the pixels in the body.
    private(set) var pixels = 0
    private(set) var resolution: ImageResolution?
    private(set) var isSRGB = false
    /// The range of a profile in the body.
    private(set) var profile: Range<Int>?

    /// The bytes from one stored row to the next. Rows are padded to four bytes.
    var rowLength: Int { (width * bits + 31) / 32 * 4 }

    /// The bytes of a row without its padding.
    var lastRowLength: Int { (width * bits + 7) / 8 }

    static let fileHeaderLength = 14
    /// The length of the longest bitmap header, version 5.
    static let longest = 124

    /// Reads the file header and the bitmap header.
    ///
    /// - Returns: The headers, or nil if the bytes end before the headers do.
    static func ofFile(_ body: Span<UInt8>) throws(SerializationError) -> BMPHeader? {
        for (index, letter) in [UInt8(ascii: "B"), UInt8(ascii: "M")].enumerated()
        where index < body.count && body[index] != letter {
            throw .corruptImage(.bmp, "The body lacks the signature of a BMP.", at: SourceLocation(offset: 0))
        }
        guard body.count >= fileHeaderLength else { return nil }
        return try BMPHeader(body, at: fileHeaderLength, pixels: body.littleEndian32(10))
    }

    /// Reads the header of a bitmap in an icon. Its stored height includes the mask.
    static func inIcon(_ body: Span<UInt8>) throws(SerializationError) -> BMPHeader? {
        guard var header = try BMPHeader(body, at: 0, pixels: 0) else { return nil }
        header.height /= 2
        // The fourth byte of a pixel, which is ignored elsewhere, is alpha here.
        if header.bits == 32, header.masks.alpha.width == 0 { header.masks.alpha = BMPMasks.Field(0xFF00_0000) }
        return header
    }

    private init?(_ body: Span<UInt8>, at start: Int, pixels offset: Int) throws(SerializationError) {
        guard body.count >= start + 4 else { return nil }
        let length = body.littleEndian32(start)
        let isCore = length == 12
        let isWindows = [40, 52, 56, 108, 124].contains(length)
        // The fields of OS/2 2 have four bytes, except for four of two bytes each from the 40th on.
        let isOS2 =
            isCore || !isWindows && (16...64).contains(length) && (length % 4 == 0 || length == 42 || length == 46)
        guard isOS2 || isWindows else {
            throw .corruptImage(
                .bmp,
                "The BMP has a header of \(length) bytes, which is not the length of any version.",
                at: SourceLocation(offset: start)
            )
        }
        guard body.count >= start + length else { return nil }
        self.start = start
        if isCore {
            width = body.littleEndian16(start + 4)
            height = body.littleEndian16(start + 6)
            isTopDown = false
            bits = body.littleEndian16(start + 10)
        } else {
            width = body.signedLittleEndian32(start + 4)
            let signed = body.signedLittleEndian32(start + 8)
            height = abs(signed)
            isTopDown = signed < 0
            bits = body.littleEndian16(start + 14)
        }
        guard width > 0, height > 0 else {
            throw .corruptImage(
                .bmp,
                "The BMP is \(width) by \(height) pixels. Both sides must be at least 1 pixel.",
                at: SourceLocation(offset: start + 4)
            )
        }
        let method = length >= 20 ? body.littleEndian32(start + 16) : 0
        compression = try Self.compression(method, bits: bits, isOS2: isOS2, at: start, isCore: isCore)
        var end = start + length
        if compression == .masks {
            // Three or four masks follow the first 40 bytes: in the header, or after it, in place of a color table.
            let hasAlpha = length >= 56 || method == 6
            end = max(end, start + 40 + (hasAlpha ? 16 : 12))
            guard body.count >= end else { return nil }
            masks = BMPMasks(body, at: start + 40, hasAlpha: hasAlpha, bits: bits)
        } else {
            masks = BMPMasks(standard: bits)
        }
        if length >= 32 { readDetails(body, length: length) }
        try findPixels(
            after: end,
            stride: isCore ? 3 : 4,
            colors: length >= 36 ? body.littleEndian32(start + 32) : 0,
            offset
        )
    }

    private static func compression(
        _ method: Int,
        bits: Int,
        isOS2: Bool,
        at start: Int,
        isCore: Bool
    ) throws(SerializationError) -> Compression {
        let found: Compression? =
            switch method {
            case 0: [1, 2, 4, 8, 16, 24, 32].contains(bits) ? Compression.none : nil
            case 1: bits == 8 ? .runs8 : nil
            case 2: bits == 4 ? .runs4 : nil
            // 6 is the same with alpha, from Windows CE. In OS/2, 3 has another meaning.
            case 3, 6: !isOS2 && [16, 24, 32].contains(bits) ? .masks : nil
            default: nil
            }
        if let found { return found }
        let unsupported: String? =
            switch (isOS2, method) {
            case (true, 3): "holds pixels in the Huffman code of OS/2"
            case (true, 4): "holds pixels in runs of 24 bits of OS/2"
            case (false, 4): "holds a JPEG"
            case (false, 5): "holds a PNG"
            case (false, 0) where bits == 64: "has 64 bits a pixel"
            default: nil
            }
        if let unsupported {
            throw SerializationError(
                .unsupportedMediaType,
                "The BMP \(unsupported), which is not supported.",
                at: SourceLocation(offset: method == 0 ? start + 14 : start + 16),
                remedy: "Ask the sender for a BMP with plain pixels, or for PNG."
            )
        }
        throw .corruptImage(
            .bmp,
            "The BMP has \(bits) bits a pixel and compression \(method), which cannot be combined.",
            at: SourceLocation(offset: start + (isCore ? 10 : 14))
        )
    }

    private mutating func readDetails(_ body: Span<UInt8>, length: Int) {
        let across = body.signedLittleEndian32(start + 24)
        let down = body.signedLittleEndian32(start + 28)
        if across > 0, down > 0 {
            resolution = ImageResolution(horizontal: Double(across), vertical: Double(down), unit: .meter)
        }
        guard length >= 108 else { return }
        // The letters `sRGB` and `MBED`. Source: Microsoft, [MS-WMF] §2.1.1.14 (LogicalColorSpace).
        let space = body.littleEndian32(start + 56)
        isSRGB = space == 0x7352_4742
        if length >= 124, space == 0x4D42_4544 {
            let from = start + body.littleEndian32(start + 112)
            profile = from..<from + body.littleEndian32(start + 116)
        }
    }

    /// Finds the color table and the pixels.
    ///
    /// Some writers store the end of the header as the offset of the pixels, although their color table begins there. Others
    /// leave out unused colors without reducing the stored count. Both kinds of file are accepted.
    private mutating func findPixels(
        after end: Int,
        stride: Int,
        colors: Int,
        _ offset: Int
    ) throws(SerializationError) {
        guard bits <= 8 else {
            // Without a color table, recommended colors come before the pixels.
            pixels = offset == 0 ? end + colors * stride : offset
            if offset != 0, offset < end { try throwOffset(offset) }
            return
        }
        let most = 1 << bits
        let stored = colors == 0 ? most : colors
        let tableEnd = end + stored * stride
        var count = min(stored, most)
        if offset == 0 || offset == end {
            pixels = tableEnd
        } else {
            if offset < end { try throwOffset(offset) }
            pixels = offset
            count = min(count, (offset - end) / stride)
        }
        palette = (end, count, stride)
    }

    private func throwOffset(_ offset: Int) throws(SerializationError) {
        throw .corruptImage(
            .bmp,
            "The BMP gives the offset of its pixels as \(offset), which is inside its header.",
            at: SourceLocation(offset: 10)
        )
    }
}

/// The positions of the channels in a pixel of 16, 24 or 32 bits.
struct BMPMasks {
    /// The bits of one channel, from the lowest to the highest bit of its mask. Gaps in the mask are ignored.
    struct Field {
        let shift: Int
        /// The width in bits, or 0 if the channel is missing.
        let width: Int

        init(_ mask: UInt32) {
            shift = mask == 0 ? 0 : mask.trailingZeroBitCount
            width = mask == 0 ? 0 : 32 - mask.leadingZeroBitCount - shift
        }

        private init(shift: Int, width: Int) {
            self.shift = shift
            self.width = width
        }

        static let none = Field(shift: 0, width: 0)

        /// Returns the channel of a pixel, scaled to 8 or 16 bits as in Pillow: `v * maximum / (2^width - 1)`, rounded down.
        func value(of pixel: UInt32, maximum: UInt64) -> UInt64 {
            if width == 0 { return 0 }
            let most = UInt64(1) << UInt64(width) - 1
            let value = UInt64(pixel >> UInt32(shift)) & most
            return most == maximum ? value : value * maximum / most
        }
    }

    var red = Field.none
    var green = Field.none
    var blue = Field.none
    var alpha = Field.none

    /// Creates empty masks.
    init() {}

    /// Creates the masks of a bitmap that does not define any: 5 bits each in 16, 8 bits each in 24 and 32.
    init(standard bits: Int) {
        red = Field(bits == 16 ? 0x7C00 : 0xFF_0000)
        green = Field(bits == 16 ? 0x03E0 : 0xFF00)
        blue = Field(bits == 16 ? 0x001F : 0xFF)
    }

    init(_ body: Span<UInt8>, at start: Int, hasAlpha: Bool, bits: Int) {
        func mask(_ index: Int) -> UInt32 {
            let mask = UInt32(truncatingIfNeeded: body.littleEndian32(start + index * 4))
            return bits == 32 ? mask : mask & (1 << UInt32(bits) - 1)
        }
        let words = (mask(0), mask(1), mask(2), hasAlpha ? mask(3) : 0)
        if words == (0, 0, 0, 0) {
            // As in Pillow: if all masks are 0, the default ones count, with alpha if a pixel has room for it.
            self.init(standard: bits)
            if bits == 32 { alpha = Field(0xFF00_0000) }
            return
        }
        self.init()
        red = Field(words.0)
        green = Field(words.1)
        blue = Field(words.2)
        alpha = Field(words.3)
    }

    var isDeep: Bool { max(red.width, green.width, blue.width, alpha.width) > 8 }

    /// Whether the channels are bytes in this order: blue, green, red, and alpha if there is alpha.
    var areBytes: Bool {
        func isByte(_ field: Field, _ shift: Int) -> Bool { field.width == 8 && field.shift == shift }
        return isByte(blue, 0) && isByte(green, 8) && isByte(red, 16) && (alpha.width == 0 || isByte(alpha, 24))
    }
}
