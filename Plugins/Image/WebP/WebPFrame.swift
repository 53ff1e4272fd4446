import Mimeograph
import MimeographImage

/// A chunk of a WebP: four letters, a length, and as many bytes.
///
/// Source: RFC 9649 §2.3.
struct WebPChunk {
    /// The four letters, the first in the lowest byte.
    enum Name: Int {
        case lossy = 0x2038_5056
        case lossless = 0x4C38_5056
        case extended = 0x5838_5056
        case alpha = 0x4850_4C41
        case animation = 0x4D49_4E41
        case frame = 0x464D_4E41
        case profile = 0x5043_4349
        case exif = 0x4649_5845
        case xmp = 0x2050_4D58

        /// The four letters.
        var letters: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) } }
    }

    /// Nil for a chunk that is passed over.
    let name: Name?
    /// Where its letters stand.
    let start: Int
    /// What it holds; more than there is where the bytes end early.
    let content: Range<Int>
    /// Where the next one begins.
    let next: Int

    /// Reads the head of a chunk; nil where the bytes end before that.
    ///
    /// - Parameter end: Where that ends which holds the chunk.
    init?(_ body: Span<UInt8>, at start: Int, before end: Int) throws(SerializationError) {
        guard start <= end - WebPContainer.chunkHead else {
            throw WebPContainer.corrupt("\(end - start) bytes of the WebP are no chunk", at: start)
        }
        guard start + WebPContainer.chunkHead <= body.count else { return nil }
        name = Name(rawValue: body.littleEndian32(start))
        self.start = start
        let length = body.littleEndian32(start + 4)
        let first = start + WebPContainer.chunkHead
        guard length <= end - first else {
            let room = "\(length) bytes, and there is room for \(end - first)"
            throw WebPContainer.corrupt("A chunk of the WebP says that it has \(room)", at: start)
        }
        content = first..<first + length
        // A byte follows where the length is odd; some writers leave out the last one.
        next = min(end, content.upperBound + length % 2)
    }
}

/// One picture of a WebP, as it is stored.
struct WebPFrame {
    /// Where it stands on the canvas.
    private(set) var left = 0
    private(set) var top = 0
    let width: Int
    let height: Int
    /// In milliseconds.
    private(set) var duration = 0
    /// Whether what is transparent shows what was there before.
    private(set) var isBlended = false
    /// Whether its area becomes transparent when the next frame is shown.
    private(set) var isCleared = false
    let isLossless: Bool
    let hasAlpha: Bool
    /// What the chunk of the picture holds; and that of its alpha, which is lossy or not by itself, where libwebp reads it.
    private let content: Range<Int>
    private let alpha: Range<Int>?
    /// Whether alpha beside a lossy picture is a lossless picture of its own.
    let isAlphaLossless: Bool
    /// Whether libwebp is not to see it, because its prefix codes are corrupt.
    var isRefused = false
    /// Its chunks, from that of alpha on where it has one, as libwebp reads them; more than there is where the bytes end early.
    let data: Range<Int>
    /// Whether all of them are there.
    let isWhole: Bool

    /// Reads the head of a picture; nil where it is not among the bytes.
    ///
    /// - Parameters:
    ///   - content: What the chunk of the picture holds.
    ///   - start: Where the chunks of the picture begin.
    ///   - alpha: What the last chunk of alpha before a lossy picture holds.
    init?(
        _ content: Range<Int>,
        _ name: WebPChunk.Name?,
        from start: Int,
        alpha: Range<Int>? = nil,
        _ body: Span<UInt8>
    ) throws(SerializationError) {
        let at = content.lowerBound
        isLossless = name == .lossless
        // Source: RFC 6386 §9.1 for the one, RFC 9649 §3.4 for the other.
        let length = isLossless ? 5 : 10
        guard content.count >= length else {
            throw WebPContainer.corrupt("A picture of the WebP has \(content.count) bytes, which is no picture", at: at)
        }
        guard at + length <= body.count else { return nil }
        if isLossless {
            let bits = body.littleEndian32(at + 1)
            guard body[at] == 0x2F, bits >> 29 == 0 else {
                throw WebPContainer.corrupt("A lossless picture of the WebP does not begin as one does", at: at)
            }
            (width, height) = (1 + bits & 0x3FFF, 1 + bits >> 14 & 0x3FFF)
            hasAlpha = bits >> 28 & 1 == 1
        } else {
            // A key frame, and the start code. Source: RFC 6386 §9.1.
            guard body[at] & 1 == 0, body[at + 3] == 0x9D, body[at + 4] == 0x01, body[at + 5] == 0x2A else {
                throw WebPContainer.corrupt("A lossy picture of the WebP does not begin as one does", at: at)
            }
            (width, height) = (body.littleEndian16(at + 6) & 0x3FFF, body.littleEndian16(at + 8) & 0x3FFF)
            guard width > 0, height > 0 else {
                throw WebPContainer.corrupt(
                    "A picture of the WebP is \(width) by \(height) pixels, which is no size",
                    at: at
                )
            }
            hasAlpha = start < at - WebPContainer.chunkHead
        }
        self.content = content
        self.alpha = isLossless ? nil : alpha
        // Source: RFC 9649 §2.7.1.2, figure 10.
        isAlphaLossless =
            self.alpha.map { !$0.isEmpty && $0.lowerBound < body.count && body[$0.lowerBound] & 3 == 1 } ?? false
        data = start..<content.upperBound
        isWhole = content.upperBound <= body.count
    }

    /// Reads a frame of an animation; nil where its head is not among the bytes.
    ///
    /// - Parameter canvas: The size of the canvas in pixels.
    init?(
        animated chunk: WebPChunk,
        of canvas: (width: Int, height: Int),
        _ body: Span<UInt8>
    ) throws(SerializationError) {
        let at = chunk.content.lowerBound
        guard chunk.content.count >= Self.headLength else {
            throw WebPContainer.corrupt(
                "A frame of the WebP has \(chunk.content.count) bytes, which is no frame",
                at: at
            )
        }
        guard at + Self.headLength <= body.count else { return nil }
        guard let found = try Self.picture(in: at + Self.headLength..<chunk.content.upperBound, body) else {
            return nil
        }
        self = found
        left = 2 * body.littleEndian24(at)
        top = 2 * body.littleEndian24(at + 3)
        duration = body.littleEndian24(at + 12)
        isBlended = body[at + 15] & 2 == 0
        isCleared = body[at + 15] & 1 == 1
        let size = (1 + body.littleEndian24(at + 6), 1 + body.littleEndian24(at + 9))
        guard size == (width, height) else {
            let sizes = "\(size.0) by \(size.1) pixels, and its picture has \(width) by \(height)"
            throw WebPContainer.corrupt("A frame of the WebP says that it has \(sizes)", at: at)
        }
        guard left + width <= canvas.width, top + height <= canvas.height else {
            let area =
                "\(left + width) by \(top + height) pixels, and the canvas has \(canvas.width) by \(canvas.height)"
            throw WebPContainer.corrupt("A frame of the WebP reaches to \(area)", at: at)
        }
    }

    /// What stands before the chunks of a frame. Source: RFC 9649 §2.7.1.1, figure 9.
    private static let headLength = 16

    /// The picture among the chunks of a frame; nil where its head is not among the bytes.
    private static func picture(in range: Range<Int>, _ body: Span<UInt8>) throws(SerializationError) -> WebPFrame? {
        var at = range.lowerBound
        var alpha: Int?
        // libwebp reads the last of several.
        var last: Range<Int>?
        while at < range.upperBound {
            guard let chunk = try WebPChunk(body, at: at, before: range.upperBound) else { return nil }
            switch chunk.name {
            case .alpha:
                alpha = alpha ?? chunk.start
                last = chunk.content
            case .lossy:
                return try WebPFrame(chunk.content, chunk.name, from: alpha ?? chunk.start, alpha: last, body)
            case .lossless: return try WebPFrame(chunk.content, chunk.name, from: chunk.start, body)
            default: break
            }
            at = chunk.next
        }
        throw WebPContainer.corrupt("A frame of the WebP holds no picture", at: range.lowerBound)
    }

    /// Holds what libwebp allocates for prefix codes, while it decodes, to what the limits leave.
    ///
    /// The picture is only read for that where it could have more than fits.
    ///
    /// - Parameter reserved: What is reserved besides.
    /// - Throws: ``SerializationError/Code/limitExceeded`` for `outputBytes`.
    func checkTables(_ body: Span<UInt8>, beside reserved: ImageLimits) throws(SerializationError) -> WebPTables.Outcome
    {
        guard let stream = isLossless ? content : isAlphaLossless ? alpha?.dropFirst() : nil else { return .some(0) }
        var rest = reserved
        let most = WebPTables.mostBytes(width: width, height: height, in: stream.count)
        do throws(SerializationError) {
            try rest.reserve(bytes: most)
            return .some(most)
        } catch {
            let bytes = body.extracting(stream.clamped(to: 0..<body.count))
            // Behind the byte that begins it, and its size. Source: RFC 9649 §3.4.
            let outcome = WebPTables.bytes(bytes, from: isLossless ? 40 : 0, width: width, height: height)
            if case .some(let count) = outcome {
                rest = reserved
                try rest.reserve(bytes: count, at: SourceLocation(offset: stream.lowerBound))
            }
            return outcome
        }
    }

    /// The columns and rows of the canvas that it covers.
    var area: (columns: Range<Int>, rows: Range<Int>) { (left..<left + width, top..<top + height) }
}
