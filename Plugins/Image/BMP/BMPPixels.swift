import Mimeograph

/// A decoder of the pixels of a bitmap whose header is known.
struct BMPPixels {
    let header: BMPHeader
    /// The colors of the table as red, green and blue. Missing colors are black.
    private let colors: [(red: UInt8, green: UInt8, blue: UInt8)]
    /// The smallest layout that holds the stored pixels.
    let format: PixelFormat

    /// Reads the color table.
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
            throw .truncatedImage(.bmp, at: SourceLocation(offset: body.count))
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

    /// Whether the body is too short, if that can be known before a pixel is decoded. For runs it cannot.
    ///
    /// The padding of the last row may be missing.
    func isTooShort(_ body: Span<UInt8>) -> Bool {
        switch header.compression {
        case .runs4, .runs8: return false
        case .none, .masks:
            let before = ImageLimits.product(header.rowLength, header.height - 1)
            return before > body.count || header.pixels + before + header.lastRowLength > body.count
        }
    }

    /// Decodes the pixels. The limits must have been checked.
    ///
    /// - Returns: The picture, and whether it is complete. Missing pixels are black and transparent.
    func decode(_ body: Span<UInt8>) -> (frame: ImageFrame, isWhole: Bool) {
        let rowLength = header.width * format.bytesPerPixel
        var pixels = [UInt8](repeating: 0, count: rowLength * header.height)
        var isWhole = true
        switch header.compression {
        case .none, .masks:
            for row in 0..<header.height {
                let from = header.pixels + row * header.rowLength
                // The padding of the last row may be missing.
                guard from + header.lastRowLength <= body.count else {
                    isWhole = false
                    break
                }
                convert(body, at: from, into: &pixels, at: position(of: row) * rowLength)
            }
        case .runs4, .runs8:
            var runs = BMPRuns(from: header.pixels, isNarrow: header.compression == .runs4, width: header.width)
            for row in 0..<header.height {
                let indices = runs.nextRow(of: body)
                convert(indices.span, into: &pixels, at: position(of: row) * rowLength)
                if runs.isCutShort {
                    isWhole = false
                    break
                }
            }
        }
        let frame = ImageFrame(unchecked: pixels, width: header.width, height: header.height, format: format)
        return (frame, isWhole)
    }

    private func position(of row: Int) -> Int { header.isTopDown ? row : header.height - 1 - row }

    private func convert(_ body: Span<UInt8>, at from: Int, into pixels: inout [UInt8], at to: Int) {
        switch header.bits {
        case 24 where header.masks.areBytes: convertBytes(body, at: from, stride: 3, into: &pixels, at: to)
        case 32 where header.masks.areBytes: convertBytes(body, at: from, stride: 4, into: &pixels, at: to)
        case 16, 24, 32: convertFields(body, at: from, into: &pixels, at: to)
        default:
            let bits = header.bits
            let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
            var output = pixels.mutableSpan
            var at = to
            for x in 0..<header.width {
                let bit = x * bits
                let index = body[from + bit >> 3] >> UInt8(8 - bits - bit & 7) & mask
                put(index, into: &output, at: &at)
            }
        }
    }

    private func convert(_ indices: Span<UInt8>, into pixels: inout [UInt8], at to: Int) {
        var output = pixels.mutableSpan
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

    private func convertBytes(
        _ body: Span<UInt8>,
        at start: Int,
        stride: Int,
        into pixels: inout [UInt8],
        at to: Int
    ) {
        var output = pixels.mutableSpan
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

    private func convertFields(
        _ body: Span<UInt8>,
        at start: Int,
        into pixels: inout [UInt8],
        at to: Int
    ) {
        var output = pixels.mutableSpan
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

/// A decoder of the run-length encoding of a bitmap with 4 or 8 bits a pixel, row by row.
///
/// A pair of bytes is a run: it fills pixels with one index (8 bits) or two alternating ones (4 bits). If the first byte is 0,
/// the second one is a code: the end of a row (0), the end of the picture (1), a jump to the right and down (2), or a number of
/// literal pixels. Pixels beyond the end of a row are ignored, and skipped pixels have index 0.
///
/// Source: Microsoft, Windows GDI, Bitmap Compression.
struct BMPRuns {
    private let isNarrow: Bool
    private let width: Int
    private var at: Int
    /// The next column.
    private var x = 0
    /// The number of rows to skip before the next one is read.
    private var rowsToSkip = 0
    private var isAtEnd = false
    /// Whether the body ended before the picture was complete.
    private(set) var isCutShort = false

    init(from start: Int, isNarrow: Bool, width: Int) {
        self.isNarrow = isNarrow
        self.width = width
        at = start
    }

    mutating func nextRow(of body: Span<UInt8>) -> [UInt8] {
        var row = [UInt8](repeating: 0, count: width)
        if rowsToSkip > 0 {
            rowsToSkip -= 1
            if rowsToSkip > 0 { return row }
        }
        while !isAtEnd {
            guard at <= body.count - 2 else {
                // A full last row needs no end marker.
                isCutShort = x < width
                x = 0
                break
            }
            let (count, second) = (Int(body[at]), body[at + 1])
            at += 2
            if count > 0 {
                fill(&row, count, second)
            } else if second == 0 {
                x = 0
                return row
            } else if second == 1 {
                isAtEnd = true
            } else if second == 2 {
                guard at <= body.count - 2 else {
                    isCutShort = true
                    break
                }
                let (right, down) = (Int(body[at]), Int(body[at + 1]))
                at += 2
                x = min(width, x + right)
                if down > 0 {
                    rowsToSkip = down
                    return row
                }
            } else {
                copy(&row, Int(second), of: body)
                if isCutShort { break }
            }
        }
        if isAtEnd || isCutShort { x = 0 }
        return row
    }

    private mutating func fill(_ row: inout [UInt8], _ count: Int, _ byte: UInt8) {
        let end = min(width, x + count)
        let (first, second) = isNarrow ? (byte >> 4, byte & 15) : (byte, byte)
        var isFirst = true
        while x < end {
            row[x] = isFirst ? first : second
            isFirst.toggle()
            x += 1
        }
    }

    private mutating func copy(_ row: inout [UInt8], _ count: Int, of body: Span<UInt8>) {
        let length = isNarrow ? (count + 1) / 2 : count
        for index in 0..<count {
            let from = at + (isNarrow ? index / 2 : index)
            guard from < body.count else {
                isCutShort = true
                return
            }
            let byte = body[from]
            if x < width { row[x] = isNarrow ? (index % 2 == 0 ? byte >> 4 : byte & 15) : byte }
            x = min(width, x + 1)
        }
        // Literal pixels are padded to an even number of bytes.
        at += (length + 1) / 2 * 2
    }
}
