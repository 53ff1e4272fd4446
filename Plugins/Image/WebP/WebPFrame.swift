import Mimeograph
import MimeographImage

/// A chunk of a WebP: four letters, a length, and that many bytes.
///
/// Source: RFC 9649 §2.3.
struct WebPChunk {
    /// The four letters as a number, the first in the lowest byte.
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

        var letters: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) } }
    }

    /// The name, or nil for a chunk that is skipped.
    let name: Name?
    /// The offset of its letters.
    let start: Int
    /// The range of its content. It may extend beyond the bytes if they end early.
    let content: Range<Int>
    /// The offset of the next chunk.
    let next: Int

    /// Reads the head of a chunk. Returns nil if the bytes end before it does.
    ///
    /// - Parameter end: The end of the container of the chunk.
    init?(_ body: Span<UInt8>, at start: Int, before end: Int) throws(SerializationError) {
        guard start <= end - WebPContainer.chunkHead else {
            throw WebPContainer.corrupt("\(end - start) bytes of the WebP are too few for a chunk", at: start)
        }
        guard start + WebPContainer.chunkHead <= body.count else { return nil }
        name = Name(rawValue: body.littleEndian32(start))
        self.start = start
        let length = body.littleEndian32(start + 4)
        let first = start + WebPContainer.chunkHead
        guard length <= end - first else {
            let room = "\(length) bytes, but its container has room for \(end - first)"
            throw WebPContainer.corrupt("A chunk of the WebP has a length of \(room)", at: start)
        }
        content = first..<first + length
        // A padding byte follows an odd length. Some writers leave out the last one.
        next = min(end, content.upperBound + length % 2)
    }
}

/// One picture of a WebP as stored.
struct WebPFrame {
    /// Its position on the canvas in pixels.
    private(set) var left = 0
    private(set) var top = 0
    let width: Int
    let height: Int
    /// The duration in milliseconds.
    private(set) var duration = 0
    private(set) var isBlended = false
    /// Whether its area becomes transparent before the next frame is shown.
    private(set) var isCleared = false
    let isLossless: Bool
    let hasAlpha: Bool
    /// The ranges of the content of the picture's chunk, and of the alpha chunk that libwebp reads. Alpha may be lossy or
    /// lossless by itself.
    private let content: Range<Int>
    private let alpha: Range<Int>?
    /// Whether the alpha of a lossy picture is a lossless picture of its own.
    let isAlphaLossless: Bool
    /// Whether the picture is not passed to libwebp, because its prefix codes are corrupt.
    var isRefused = false
    /// The range of its chunks as libwebp reads them, from its alpha chunk on. It may extend beyond the bytes if they end early.
    let data: Range<Int>
    /// Whether all of these bytes have arrived.
    let isWhole: Bool

    /// Reads the head of a picture. Returns nil if it is incomplete.
    ///
    /// - Parameters:
    ///   - content: The range of the content of the picture's chunk.
    ///   - start: The offset of the first chunk of the picture.
    ///   - alpha: The range of the content of the last alpha chunk before a lossy picture.
    init?(
        _ content: Range<Int>,
        _ name: WebPChunk.Name?,
        from start: Int,
        alpha: Range<Int>? = nil,
        _ body: Span<UInt8>
    ) throws(SerializationError) {
        let at = content.lowerBound
        isLossless = name == .lossless
        // Source: RFC 6386 §9.1 for lossy pictures, RFC 9649 §3.4 for lossless ones.
        let length = isLossless ? 5 : 10
        guard content.count >= length else {
            throw WebPContainer.corrupt("A picture of the WebP has \(content.count) bytes, which is too few", at: at)
        }
        guard at + length <= body.count else { return nil }
        if isLossless {
            let bits = body.littleEndian32(at + 1)
            guard body[at] == 0x2F, bits >> 29 == 0 else {
                throw WebPContainer.corrupt("A lossless picture of the WebP has an invalid header", at: at)
            }
            (width, height) = (1 + bits & 0x3FFF, 1 + bits >> 14 & 0x3FFF)
            hasAlpha = bits >> 28 & 1 == 1
        } else {
            // A key frame, and the start code. Source: RFC 6386 §9.1.
            guard body[at] & 1 == 0, body[at + 3] == 0x9D, body[at + 4] == 0x01, body[at + 5] == 0x2A else {
                throw WebPContainer.corrupt("A lossy picture of the WebP has an invalid header", at: at)
            }
            (width, height) = (body.littleEndian16(at + 6) & 0x3FFF, body.littleEndian16(at + 8) & 0x3FFF)
            guard width > 0, height > 0 else {
                throw WebPContainer.corrupt(
                    "A picture of the WebP is \(width) by \(height) pixels, but both sides must be at least 1 pixel",
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

    /// Reads a frame of an animation. Returns nil if its head is incomplete.
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
                "A frame of the WebP has \(chunk.content.count) bytes, which is too few",
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
            let sizes = "\(size.0) by \(size.1) pixels, but its picture is \(width) by \(height)"
            throw WebPContainer.corrupt("A frame of the WebP is \(sizes)", at: at)
        }
        guard left + width <= canvas.width, top + height <= canvas.height else {
            let area =
                "\(left + width) by \(top + height) pixels, but the canvas is \(canvas.width) by \(canvas.height)"
            throw WebPContainer.corrupt("A frame of the WebP extends to \(area)", at: at)
        }
    }

    /// The length of the fields before the chunks of a frame. Source: RFC 9649 §2.7.1.1, figure 9.
    private static let headLength = 16

    /// Finds the picture among the chunks of a frame. Returns nil if its head is incomplete.
    private static func picture(in range: Range<Int>, _ body: Span<UInt8>) throws(SerializationError) -> WebPFrame? {
        var at = range.lowerBound
        var alpha: Int?
        // libwebp reads the last of several alpha chunks.
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
        throw WebPContainer.corrupt("A frame of the WebP contains no picture", at: range.lowerBound)
    }

    /// Checks that the memory that libwebp allocates for prefix codes during decoding fits in the remaining limits.
    ///
    /// The prefix codes are read only if their largest possible size does not fit.
    ///
    /// - Parameter reserved: The limits with all other reservations.
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
            // The bits after the signature byte and the size. Source: RFC 9649 §3.4.
            let outcome = WebPTables.bytes(bytes, from: isLossless ? 40 : 0, width: width, height: height)
            if case .some(let count) = outcome {
                rest = reserved
                try rest.reserve(bytes: count, at: SourceLocation(offset: stream.lowerBound))
            }
            return outcome
        }
    }

    /// The columns and rows of the canvas that the frame covers.
    var area: (columns: Range<Int>, rows: Range<Int>) { (left..<left + width, top..<top + height) }
}
