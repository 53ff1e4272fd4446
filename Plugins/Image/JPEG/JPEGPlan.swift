import CMimeographImage
import Mimeograph

/// What is to be made of a JPEG whose header is known, and that the limits allow it.
struct JPEGPlan {
    /// The part of its size at which it is decoded: 1, 2, 4 or 8.
    let denominator: Int
    /// The size at which it is decoded.
    let decoded: (width: Int, height: Int)
    /// The size that is wanted, as large or smaller.
    let size: (width: Int, height: Int)
    /// The layout that libjpeg is asked for: what is wanted, so far as libjpeg can.
    let format: PixelFormat

    var reducesRows: Bool { size != decoded }

    init(
        _ header: mimeograph_jpeg_header,
        options: ImageReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) {
        let width = Int(header.width)
        let height = Int(header.height)
        let size = options.size(for: width, height)
        // The smallest that still has all pixels that are wanted; as it is stored where that is wanted, however small it is.
        var denominator = 8
        while denominator > 1 {
            let isLarge = width / denominator >= size.width && height / denominator >= size.height
            if isLarge, Self.reduces(width, by: denominator), Self.reduces(height, by: denominator) { break }
            denominator /= 2
        }
        decoded = ((width + denominator - 1) / denominator, (height + denominator - 1) / denominator)
        self.size = size
        self.denominator = denominator
        format = Self.format(hasColor: header.has_color != 0, options)
        var allowance = ImageAllowance(limits)
        try allowance.admit(width: width, height: height, bytesPerPixel: 0)
        try allowance.admit(bytes: Int(clamping: header.coefficient_bytes))
        // What libjpeg cannot make is made of what it makes: 16 bits a sample take more.
        let bytesPerPixel = max(
            format.bytesPerPixel,
            options.bytesPerPixel(for: header.has_color != 0 ? .rgb8 : .gray8)
        )
        try allowance.admit(bytes: ImageAllowance.product(size.width * size.height, bytesPerPixel))
        if reducesRows { try allowance.admit(bytes: RowReducer.workingBytes(from: decoded, to: size)) }
    }

    /// Whether a side may be decoded at a part of its length: libjpeg rounds it up, so that the last pixel is made of what fills
    /// the last block, too. Among many pixels that is one that is not quite right; a small picture it would be another picture.
    private static func reduces(_ side: Int, by denominator: Int) -> Bool {
        side % denominator == 0 || side / denominator >= 32
    }

    /// libjpeg makes gray of gray only, and no 16 bits: what else is wanted is made afterwards. Alpha is opaque here, so
    /// that premultiplied colours are the same as straight ones.
    static func format(hasColor: Bool, _ options: ImageReadingOptions) -> PixelFormat {
        let wanted = options.format(for: hasColor ? .rgb8 : .gray8)
        switch wanted.channels {
        case .rgb: return .rgb8
        case .rgba: return wanted.isPremultiplied ? .rgba8.premultiplied : .rgba8
        case .gray, .grayAlpha: return hasColor ? .rgb8 : .gray8
        }
    }
}
