import Mimeograph

/// What is to be made of a PNG whose header is known, and that the limits allow it.
struct PNGPlan {
    let width: Int
    let height: Int
    let isInterlaced: Bool
    /// The layout that libpng is asked for: what is wanted, so far as libpng can.
    let format: PixelFormat
    /// The size that is wanted.
    let size: (width: Int, height: Int)

    /// Whether the rows are reduced as they come, so that the whole is never in memory.
    var reducesRows: Bool { !isInterlaced && size != (width, height) }

    /// Makes the plan.
    ///
    /// - Parameter reducing: Whether rows may be reduced as they come.
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    init(
        _ outline: PNGHeader,
        options: ImageReadingOptions,
        limits: DecodingLimits,
        reducing: Bool = true
    ) throws(SerializationError) {
        width = outline.width
        height = outline.height
        isInterlaced = outline.isInterlaced
        format = Self.format(for: outline.pixelFormat, options)
        size = reducing ? options.size(for: width, height) : (width, height)
        var allowance = ImageAllowance(limits)
        if reducesRows {
            try allowance.admit(width: width, height: height, bytesPerPixel: 0)
            try allowance.admit(bytes: ImageAllowance.product(size.width * size.height, format.bytesPerPixel))
            try allowance.admit(bytes: RowReducer.workingBytes(from: (width, height), to: size))
        } else {
            try allowance.admit(width: width, height: height, bytesPerPixel: format.bytesPerPixel)
        }
    }

    /// libpng knows no premultiplied alpha that fits here, and another gray than ours: both are made afterwards.
    static func format(for native: PixelFormat, _ options: ImageReadingOptions) -> PixelFormat {
        let wanted = options.format(for: native)
        let needsColor = native.channels.hasColor && !wanted.channels.hasColor
        // Reducing weighs colours by alpha, so alpha goes only afterwards.
        let needsAlpha = native.channels.hasAlpha && options.maxPixelSize != nil
        return PixelFormat(
            .init(
                color: wanted.channels.hasColor || needsColor,
                alpha: wanted.channels.hasAlpha || needsAlpha
            ),
            // What is made afterwards is made of all bits, so that it is rounded once.
            depth: needsColor || wanted.isPremultiplied ? max(native.depth, wanted.depth) : wanted.depth
        )
    }
}
