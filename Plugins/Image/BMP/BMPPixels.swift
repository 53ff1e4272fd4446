import Mimeograph

/// Reads the pixels of a bitmap whose header is known.
struct BMPPixels {
    let header: BMPHeader
    /// The colours of the table, as red, green and blue; what it lacks is black.
    private let colors: [(red: UInt8, green: UInt8, blue: UInt8)]
    /// The layout that holds what is stored.
    let format: PixelFormat

    /// Reads the colour table.
    init(_ header: BMPHeader, of body: Span<UInt8>) throws(SerializationError) {
        self.header = header
        guard header.bits <= 8 else {
            colors = []
            let channels = PixelFormat.Channels(color: true, alpha: header.masks.alpha.width > 0)
            format = PixelFormat(channels, depth: header.masks.isDeep ? .sixteen : .eight)
            return
        }
        let table = header.palette
        guard table.start + table.count * table.stride <= body.count else {
            throw .truncatedImage(.bmp, at: SourceLocation(offset: body.count, in: body))
        }
        var colors = [(red: UInt8, green: UInt8, blue: UInt8)](repeating: (0, 0, 0), count: 1 << header.bits)
        var isGray = true
        for index in 0..<table.count {
            let at = table.start + index * table.stride
            colors[index] = (body[at + 2], body[at + 1], body[at])
            isGray = isGray && body[at] == body[at + 1] && body[at] == body[at + 2]
        }
        self.colors = colors
        format = isGray ? .gray8 : .rgb8
    }

    /// Whether the body is known to be too short before a pixel is decoded. Of runs it is not known.
    ///
    /// The padding of the last row may be missing.
    func isTooShort(_ body: Span<UInt8>) -> Bool {
        switch header.compression {
        case .runs4, .runs8: return false
        case .none, .masks:
            let before = ImageAllowance.product(header.rowLength, header.height - 1)
            return before > body.count || header.pixels + before + header.lastRowLength > body.count
        }
    }

    /// Decodes the pixels, for which there is room in the limits.
    ///
    /// - Returns: The picture, and whether all of it was there; what was not is black and transparent.
    func decode(_ body: Span<UInt8>) -> (frame: ImageFrame, isWhole: Bool) {
        let rowLength = header.width * format.bytesPerPixel
        var pixels = [UInt8](repeating: 0, count: rowLength * header.height)
        var isWhole = true
        var output = pixels.mutableSpan
        switch header.compression {
        case .none, .masks:
            for row in 0..<header.height {
                let from = header.pixels + row * header.rowLength
                // The padding of the last row may be missing.
                guard from + header.lastRowLength <= body.count else {
                    isWhole = false
                    break
                }
                convert(body, at: from, into: &output, at: place(of: row) * rowLength)
            }
        case .runs4, .runs8:
            var runs = BMPRuns(from: header.pixels, isNarrow: header.compression == .runs4, width: header.width)
            for row in 0..<header.height {
                let indices = runs.nextRow(of: body)
                convert(indices.span, to: &output, at: place(of: row) * rowLength)
                if runs.isCutShort {
                    isWhole = false
                    break
                }
            }
        }
        let frame = ImageFrame(unchecked: pixels, width: header.width, height: header.height, format: format)
        return (frame, isWhole)
    }

    private func place(of row: Int) -> Int { header.isTopDown ? row : header.height - 1 - row }

    #if compiler(<6.3)
        @_lifetime(output: copy output)
    #endif
    private func convert(_ body: Span<UInt8>, at from: Int, into output: inout MutableSpan<UInt8>, at to: Int) {
        switch header.bits {
        case 24 where header.masks.areBytes: convertBytes(body, at: from, stride: 3, into: &output, at: to)
        case 32 where header.masks.areBytes: convertBytes(body, at: from, stride: 4, into: &output, at: to)
        case 16, 24, 32: convertFields(body, at: from, into: &output, at: to)
        default:
            let bits = header.bits
            let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
            var at = to
            for x in 0..<header.width {
                let bit = x * bits
                let index = body[from + bit >> 3] >> UInt8(8 - bits - bit & 7) & mask
                put(index, into: &output, at: &at)
            }
        }
    }

    #if compiler(<6.3)
        @_lifetime(output: copy output)
    #endif
    private func convert(_ indices: Span<UInt8>, to output: inout MutableSpan<UInt8>, at to: Int) {
        var at = to
        for x in 0..<header.width { put(indices[x], into: &output, at: &at) }
    }

    private func put(_ index: UInt8, into output: inout MutableSpan<UInt8>, at: inout Int) {
        let color = colors[Int(index)]
        output[at] = color.red
        at += 1
        if format.channels == .gray { return }
        output[at] = color.green
        output[at + 1] = color.blue
        at += 2
    }

    #if compiler(<6.3)
        @_lifetime(output: copy output)
    #endif
    private func convertBytes(
        _ body: Span<UInt8>,
        at start: Int,
        stride: Int,
        into output: inout MutableSpan<UInt8>,
        at to: Int
    ) {
        let hasAlpha = format.channels.hasAlpha
        var (from, at) = (start, to)
        for _ in 0..<header.width {
            output[at] = body[from + 2]
            output[at + 1] = body[from + 1]
            output[at + 2] = body[from]
            if hasAlpha { output[at + 3] = body[from + 3] }
            at += hasAlpha ? 4 : 3
            from += stride
        }
    }

    #if compiler(<6.3)
        @_lifetime(output: copy output)
    #endif
    private func convertFields(
        _ body: Span<UInt8>,
        at start: Int,
        into output: inout MutableSpan<UInt8>,
        at to: Int
    ) {
        let size = header.bits / 8
        let isDeep = format.depth == .sixteen
        let maximum = UInt64(format.depth.maximum)
        let masks = header.masks
        let fields = [masks.red, masks.green, masks.blue] + (format.channels.hasAlpha ? [masks.alpha] : [])
        var (from, at) = (start, to)
        for _ in 0..<header.width {
            var pixel: UInt32 = 0
            for byte in 0..<size { pixel |= UInt32(body[from + byte]) << UInt32(8 * byte) }
            for field in fields {
                let value = field.value(of: pixel, maximum: maximum)
                if isDeep {
                    PixelRowConverter.store(UInt16(truncatingIfNeeded: value), &output, at)
                } else {
                    output[at] = UInt8(truncatingIfNeeded: value)
                }
                at += isDeep ? 2 : 1
            }
            from += size
        }
    }
}
