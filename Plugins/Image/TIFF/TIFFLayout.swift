import MimeographImage

/// What the samples of a page mean, and what they become.
struct TIFFLayout {
    /// What the colours are. Source: TIFF 6.0 §4 to §7, §16, tag 262.
    enum Colors {
        case gray
        case inverseGray
        case palette
        case rgb
        case cmyk
        /// YCbCr, Lab and what else libtiff makes RGBA of by its own rules.
        case others
    }

    let colors: Colors
    /// The bits of a sample in the file.
    let bits: Int
    /// How many samples of a pixel count: the colours, and alpha behind them where there is alpha.
    let samples: Int
    /// The layout of what is decoded.
    let format: PixelFormat

    /// Works it out.
    ///
    /// - Parameters:
    ///   - photometric: The value of tag 262.
    ///   - bits: The bits of a sample.
    ///   - samples: How many samples a pixel has.
    ///   - extras: How many of them the file says are beside the colours.
    ///   - firstExtra: What the first of these is: 1 alpha by which colours are multiplied, 2 straight alpha.
    ///   - areIntegers: Whether samples are integers without a sign.
    ///   - inks: The value of tag 332.
    init(
        photometric: Int,
        bits: Int,
        samples: Int,
        extras: Int,
        firstExtra: Int,
        areIntegers: Bool = true,
        inks: Int = 1
    ) {
        self.bits = bits
        let isReadable = areIntegers && (1...16).contains(bits)
        let (colors, count): (Colors, Int) =
            switch photometric {
            case 0 where isReadable: (.inverseGray, 1)
            case 1 where isReadable: (.gray, 1)
            case 2 where isReadable && samples >= 3: (.rgb, 3)
            case 3 where isReadable && bits <= 8: (.palette, 1)
            case 5 where isReadable && samples >= 4 && inks == 1: (.cmyk, 4)
            default: (.others, 3)
            }
        self.colors = colors
        // A fourth sample that nothing is said of is alpha, and so is the number that Corel Draw writes, as Pillow reads it.
        let isBareAlpha = colors == .rgb && samples == 4 && (extras == 0 || firstExtra == 999)
        let isAlpha = extras > 0 && (firstExtra == 1 || firstExtra == 2) && samples > count
        let hasAlpha = colors != .others && (isAlpha || isBareAlpha)
        self.samples = count + (hasAlpha ? 1 : 0)
        let hasColor = colors != .gray && colors != .inverseGray
        format = PixelFormat(
            .init(color: hasColor, alpha: hasAlpha),
            depth: bits > 8 && colors != .others ? .sixteen : .eight,
            isPremultiplied: hasAlpha && firstExtra == 1 && !isBareAlpha
        )
    }
}
