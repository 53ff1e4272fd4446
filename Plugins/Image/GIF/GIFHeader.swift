import Mimeograph
import MimeographImage

/// The blocks of a GIF, read without decoding a pixel: the offsets and the fields of the frames.
///
/// The limits must be checked before giflib allocates, but giflib's function for a whole file allocates first.
///
/// Source: CompuServe, Graphics Interchange Format, Version 89a.
struct GIFHeader {
    /// The size of the canvas: that of the screen, extended to the first frame if that is larger.
    private(set) var width: Int
    private(set) var height: Int
    /// The ratio of a pixel's width to its height, times 64, or 0 if the file does not contain it.
    let aspect: Int
    /// The range of the screen's color table, or nil if there isn't one.
    let table: Range<Int>?
    /// The frames. Only the first one is kept if the frames are counted.
    private(set) var frames: [GIFFrameHeader] = []
    private(set) var frameCount = 0
    private var hasColor = false
    private var hasAlpha = false
    /// The number of times the animation is repeated after its first run, or nil if the file does not contain it.
    private(set) var repetitions: Int?
    /// The data blocks of comments, each with its length byte.
    private(set) var comments: [Range<Int>] = []
    /// The data blocks of a profile.
    private(set) var profile: Range<Int>?
    /// Whether the requested blocks are complete.
    private(set) var isWhole = false

    private static let screenLength = 13
    /// The cost of a frame besides its pixels, in bytes. It bounds a million frames of one pixel.
    static let bytesPerFrame = 256

    enum Extent {
        case firstFrame
        case all
        /// All blocks, but only the first frame is kept.
        case count
    }

    /// The smallest layout that holds all frames read.
    var pixelFormat: PixelFormat { PixelFormat(.init(color: hasColor, alpha: hasAlpha)) }

    /// Reads the blocks. Returns nil if the bytes end before the screen's color table does.
    ///
    /// - Parameter reserve: Is called with each frame and the size of the canvas before the frame is recorded.
    /// - Throws: ``SerializationError/Code/syntax``, and the errors of `reserve`.
    init?(
        _ body: Span<UInt8>,
        _ extent: Extent,
        _ reserve: (GIFFrameHeader, _ width: Int, _ height: Int) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        for (index, letter) in "GIF8".utf8.enumerated() where index < body.count && body[index] != letter {
            throw .corruptImage(.gif, "The body lacks the signature of a GIF.", at: SourceLocation(offset: 0))
        }
        guard body.count >= Self.screenLength else { return nil }
        width = body.littleEndian16(6)
        height = body.littleEndian16(8)
        aspect = body[12] == 0 ? 0 : Int(body[12]) + 15
        table = Self.table(body[10], at: Self.screenLength)
        let start = table?.upperBound ?? Self.screenLength
        guard start <= body.count else { return nil }
        try readBlocks(body, from: start, extent, reserve)
    }

    private static func table(_ flags: UInt8, at start: Int) -> Range<Int>? {
        flags & 0x80 == 0 ? nil : start..<start + 3 << (Int(flags & 7) + 1)
    }

    private mutating func readBlocks(
        _ body: Span<UInt8>,
        from start: Int,
        _ extent: Extent,
        _ reserve: (GIFFrameHeader, _ width: Int, _ height: Int) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        let screen = GIFPalette(table, of: body)
        var at = start
        var control = Control()
        var previous: GIFFrameHeader?
        // Whether the canvas under `previous` may have transparent pixels. Before the first frame, it has.
        var hadHoles = true
        while at < body.count {
            switch body[at] {
            case 0x2C:
                guard let frame = Self.frame(body, at: at, control) else { return }
                guard frame.width > 0, frame.height > 0 else {
                    let location = SourceLocation(offset: frame.start)
                    throw .corruptImage(.gif, "A frame of the GIF is empty.", at: location)
                }
                if frameCount == 0 {
                    width = max(width, frame.left + frame.width)
                    height = max(height, frame.top + frame.height)
                    hasAlpha = frame.width < width || frame.height < height
                }
                try reserve(frame, width, height)
                hasAlpha = hasAlpha || frame.transparentIndex != nil
                if let previous {
                    hasAlpha = hasAlpha || leavesHoles(previous, hadHoles, below: frame)
                    // `previous` leaves the canvas without holes, with a hole in its area, or as it was before.
                    hadHoles = previous.disposal == .background || previous.disposal == .previous && hadHoles
                }
                previous = frame
                hasColor = hasColor || (frame.table.map { GIFPalette($0, of: body) } ?? screen).hasColor
                frameCount += 1
                if extent != .count || frameCount == 1 { frames.append(frame) }
                if extent == .firstFrame {
                    isWhole = true
                    return
                }
                control = Control()
                // The size of the codes comes before the data blocks.
                guard let end = Self.end(ofBlocksAt: (frame.table?.upperBound ?? at + 10) + 1, body) else { return }
                at = end
            case 0x21:
                guard at + 2 < body.count, let end = Self.end(ofBlocksAt: at + 2, body) else { return }
                readExtension(body, at..<end, &control)
                at = end
            case 0x3B:
                isWhole = true
                return
            default:
                // Bytes that do not begin a block are skipped, as in Pillow.
                at += 1
            }
        }
    }

    /// Whether a frame leaves transparent pixels that the next frame does not cover.
    ///
    /// - Parameter hadHoles: Whether the canvas may have been transparent anywhere before the frame was drawn.
    private func leavesHoles(_ frame: GIFFrameHeader, _ hadHoles: Bool, below next: GIFFrameHeader) -> Bool {
        let (columns, rows) = frame.area(in: width, height)
        let (nextColumns, nextRows) = next.area(in: width, height)
        let isCovered = columns.clamped(to: nextColumns) == columns && rows.clamped(to: nextRows) == rows
        switch frame.disposal {
        case .none: return false
        case .background: return !isCovered
        case .previous: return hadHoles && !isCovered
        }
    }

    /// The fields of a graphic control extension for the frame that follows it. Source: GIF89a §23.
    private struct Control {
        var transparentIndex: UInt8?
        var disposal = GIFFrameHeader.Disposal.none
        var delay = 0
    }

    private static func frame(_ body: Span<UInt8>, at start: Int, _ control: Control) -> GIFFrameHeader? {
        guard start + 10 <= body.count else { return nil }
        let flags = body[start + 9]
        let table = table(flags, at: start + 10)
        guard (table?.upperBound ?? 0) <= body.count else { return nil }
        return GIFFrameHeader(
            start: start,
            left: body.littleEndian16(start + 1),
            top: body.littleEndian16(start + 3),
            width: body.littleEndian16(start + 5),
            height: body.littleEndian16(start + 7),
            isInterlaced: flags & 0x40 != 0,
            table: table,
            transparentIndex: control.transparentIndex,
            disposal: control.disposal,
            delay: control.delay
        )
    }

    /// Returns the offset after the empty block that ends data blocks, or nil if the bytes end first.
    private static func end(ofBlocksAt start: Int, _ body: Span<UInt8>) -> Int? {
        var at = start
        while at < body.count {
            let length = Int(body[at])
            at += 1 + length
            if length == 0 { return at }
        }
        return nil
    }

    private mutating func readExtension(_ body: Span<UInt8>, _ range: Range<Int>, _ control: inout Control) {
        let blocks = range.lowerBound + 2
        let length = Int(body[blocks])
        switch body[range.lowerBound + 1] {
        case 0xF9 where length >= 4:
            let flags = body[blocks + 1]
            control.transparentIndex = flags & 1 != 0 ? body[blocks + 4] : nil
            control.delay = body.littleEndian16(blocks + 2)
            control.disposal =
                switch flags >> 2 & 7 {
                case 2: .background
                case 3: .previous
                default: .none
                }
        case 0xFE where range.upperBound > blocks + 1: comments.append(blocks..<range.upperBound)
        case 0xFF where length == 11:
            let name = blocks + 1
            let data = blocks + 12
            // Source: the extension of Netscape Navigator 2.0, which all viewers support.
            if body.begins("NETSCAPE2.0", at: name) || body.begins("ANIMEXTS1.0", at: name), body[data] >= 3,
                body[data + 1] == 1
            {
                repetitions = body.littleEndian16(data + 2)
            }
            // Source: ICC.1:2022 annex B.6.
            if body.begins("ICCRGBG1012", at: name), profile == nil { profile = data..<range.upperBound }
        default: break
        }
    }

    /// Returns the content of data blocks, or nil if it is longer than `limit` bytes.
    static func content(of blocks: Range<Int>, _ body: Span<UInt8>, atMost limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var at = blocks.lowerBound
        while at < blocks.upperBound, body[at] > 0 {
            let end = at + 1 + Int(body[at])
            guard end <= blocks.upperBound, bytes.count + Int(body[at]) <= limit else { return nil }
            bytes += [UInt8](body.extracting(at + 1..<end))
            at = end
        }
        return bytes
    }
}

extension GIFHeader {
    /// The number of times the animation runs, 0 for without end.
    var loopCount: Int {
        guard let repetitions else { return 1 }
        return repetitions == 0 ? 0 : repetitions + 1
    }

    /// The proportions of a pixel, or nil if they are unknown or square.
    var resolution: ImageResolution? {
        aspect == 0 || aspect == 64
            ? nil : ImageResolution(horizontal: 64, vertical: Double(aspect), unit: .aspectRatio)
    }

    /// Returns the comments and the profile, as much as fits.
    func metadata(_ body: Span<UInt8>, atMost limit: Int) -> ImageMetadata {
        var metadata = ImageMetadata(resolution: resolution)
        var left = limit
        if let profile, left > 0, let bytes = Self.content(of: profile, body, atMost: left), !bytes.isEmpty {
            metadata.iccProfile = bytes
            left -= bytes.count
        }
        for comment in comments.prefix(1_000) where left > 0 {
            guard let bytes = Self.content(of: comment, body, atMost: left) else { continue }
            metadata.texts.append(ImageText("Comment", String(decoding: bytes, as: UTF8.self)))
            left -= bytes.count
        }
        return metadata
    }
}

/// The fields before the compressed indices of a frame.
struct GIFFrameHeader {
    /// The treatment of a frame's area when the next frame is shown. Source: GIF89a §23.
    enum Disposal {
        /// The area stays.
        case none
        /// The area becomes transparent.
        case background
        /// The pixels from before the frame are restored.
        case previous
    }

    /// The offset of its image separator in bytes.
    let start: Int
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    let isInterlaced: Bool
    /// The range of its own color table, or nil if it has none.
    let table: Range<Int>?
    let transparentIndex: UInt8?
    let disposal: Disposal
    /// The delay in hundredths of a second.
    let delay: Int

    /// Returns the columns and rows of the canvas that the frame covers.
    func area(in canvasWidth: Int, _ canvasHeight: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        (
            min(canvasWidth, left)..<min(canvasWidth, left + width),
            min(canvasHeight, top)..<min(canvasHeight, top + height)
        )
    }

    /// The rows of the picture in the order in which they are stored. Source: GIF89a appendix E.
    var rows: [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }
}
