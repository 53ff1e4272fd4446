/// Where in a pixel of 16, 24 or 32 bits its channels stand.
struct BMPMasks {
    /// The bits of one channel: those from its lowest to its highest, whatever the mask has between them.
    struct Field {
        let shift: Int
        /// In bits; 0 where the channel is not there.
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

        /// The channel of a pixel, stretched to 8 or 16 bits: `v * maximum / (2^width - 1)`, rounded down, as Pillow does.
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

    /// None of them.
    init() {}

    /// Those of a bitmap that names none: 5 bits each in 16, 8 bits each in 24 and 32.
    init(standard bits: Int) {
        red = Field(bits == 16 ? 0x7C00 : 0xFF_0000)
        green = Field(bits == 16 ? 0x03E0 : 0xFF00)
        blue = Field(bits == 16 ? 0x001F : 0xFF)
    }

    /// Reads them.
    init(_ body: Span<UInt8>, at start: Int, hasAlpha: Bool, bits: Int) {
        func mask(_ index: Int) -> UInt32 {
            let mask = UInt32(truncatingIfNeeded: body.littleEndian32(start + index * 4))
            return bits == 32 ? mask : mask & (1 << UInt32(bits) - 1)
        }
        let words = (mask(0), mask(1), mask(2), hasAlpha ? mask(3) : 0)
        if words == (0, 0, 0, 0) {
            // As Pillow reads it: nothing is said, so it is what is usual, with alpha where there is room for it.
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

    /// Whether there is more in a channel than 8 bits hold.
    var isDeep: Bool { max(red.width, green.width, blue.width, alpha.width) > 8 }

    /// Whether the channels are bytes in this order: blue, green, red, and alpha where it is there.
    var areBytes: Bool {
        func isByte(_ field: Field, _ shift: Int) -> Bool { field.width == 8 && field.shift == shift }
        return isByte(blue, 0) && isByte(green, 8) && isByte(red, 16) && (alpha.width == 0 || isByte(alpha, 24))
    }
}
