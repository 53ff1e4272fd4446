import Mimeograph
import MimeographImage

/// The directories of a TIFF, read without libtiff: what the first page is, and how many there are.
///
/// Both forms are read, that with 32-bit offsets and BigTIFF, in both byte orders.
///
/// Source: TIFF 6.0 §2; "The BigTIFF File Format Proposal" (Adobe's and libtiff's).
struct TIFFOutline {
    /// The fields of a page that tell what it is. Source: TIFF 6.0 §8.
    struct Page {
        var width = 0
        var height = 0
        var bits = 1
        var samples = 1
        var photometric: Int?
        var orientation = ImageOrientation.up
        var extraSamples = 0
        var firstExtra = 0
        var resolution: (horizontal: Double, vertical: Double) = (0, 0)
        var unit = 2
    }

    private(set) var first = Page()
    /// How many directories there are; nil where that is not asked.
    private(set) var pageCount: Int?

    /// Whether fields of the first page have values that are not among the bytes.
    private(set) var lacksValues = false

    private let isBigEndian: Bool
    private let isBig: Bool

    /// Reads the first directory, and counts the others.
    ///
    /// - Parameters:
    ///   - countsPages: Whether they are counted; that takes the whole body.
    ///   - budget: Bounds the number of directories, by `elements`.
    /// - Returns: Nil where the bytes end before the first directory does.
    /// - Throws: ``SerializationError/Code/syntax``, also where directories go round in a circle,
    ///   ``SerializationError/Code/truncated`` where a later one is not there, and
    ///   ``SerializationError/Code/limitExceeded`` for `elements`.
    init?(_ body: Span<UInt8>, countsPages: Bool, budget: DecodeBudget) throws(SerializationError) {
        guard body.count >= 8 else {
            if body.count >= 2, body[0] != body[1] || (body[0] != 0x49 && body[0] != 0x4D) { throw Self.noTIFF(body) }
            return nil
        }
        isBigEndian = body[0] == 0x4D
        let version = isBigEndian ? body.bigEndian16(2) : body.littleEndian16(2)
        isBig = version == 43
        guard body[0] == body[1], body[0] == 0x49 || body[0] == 0x4D, version == 42 || version == 43 else {
            throw Self.noTIFF(body)
        }
        guard body.count >= 16 || !isBig else { return nil }
        var next = isBig ? word64(body, 8) : word32(body, 4)
        guard let entries = entries(at: next, body) else { return nil }
        readPage(entries, body)
        guard countsPages else { return }
        var seen: Set<Int> = []
        while next != 0 {
            guard seen.insert(next).inserted else {
                throw .corruptImage(
                    .tiff,
                    "The TIFF's directories go round in a circle.",
                    at: SourceLocation(offset: next, in: body)
                )
            }
            try budget.check(.elements, seen.count)
            guard let entries = self.entries(at: next, body) else {
                throw .truncatedImage(.tiff, at: SourceLocation(offset: body.count, in: body))
            }
            next = offset(body, entries.upperBound)
        }
        pageCount = seen.count
    }

    private static func noTIFF(_ body: Span<UInt8>) -> SerializationError {
        .corruptImage(.tiff, "The body does not begin as a TIFF does.", at: SourceLocation(offset: 0, in: body))
    }

    private var entryLength: Int { isBig ? 20 : 12 }

    private func word16(_ body: Span<UInt8>, _ at: Int) -> Int {
        isBigEndian ? body.bigEndian16(at) : body.littleEndian16(at)
    }

    private func word32(_ body: Span<UInt8>, _ at: Int) -> Int {
        isBigEndian ? body.bigEndian32(at) : body.littleEndian32(at)
    }

    /// Eight bytes; the largest number where it is more than one holds.
    private func word64(_ body: Span<UInt8>, _ at: Int) -> Int {
        let (first, second) = (word32(body, at), word32(body, at + 4))
        let (high, low) = isBigEndian ? (first, second) : (second, first)
        return high >> 31 != 0 ? .max : high << 32 | low
    }

    private func offset(_ body: Span<UInt8>, _ at: Int) -> Int { isBig ? word64(body, at) : word32(body, at) }

    /// Where the entries of a directory stand; nil where they, or the offset behind them, are not all there.
    private func entries(at start: Int, _ body: Span<UInt8>) -> Range<Int>? {
        let head = isBig ? 8 : 2
        guard start > 0, start <= body.count - head else { return nil }
        let count = isBig ? word64(body, start) : word16(body, start)
        let left = body.count - start - head - (isBig ? 8 : 4)
        guard left >= 0, count <= left / entryLength else { return nil }
        return start + head..<start + head + count * entryLength
    }

    private mutating func readPage(_ entries: Range<Int>, _ body: Span<UInt8>) {
        for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: entryLength) {
            let tag = word16(body, entry)
            if tag == 258 || tag == 282 || tag == 283 || tag == 338 {
                lacksValues = lacksValues || place(body, entry, size: tag == 282 || tag == 283 ? 8 : 2) == nil
            }
            switch tag {
            case 256: first.width = number(body, entry)
            case 257: first.height = number(body, entry)
            case 258: first.bits = number(body, entry)
            case 262: first.photometric = number(body, entry)
            case 274: first.orientation = ImageOrientation(rawValue: number(body, entry)) ?? .up
            case 277: first.samples = number(body, entry)
            case 282: first.resolution.horizontal = rational(body, entry)
            case 283: first.resolution.vertical = rational(body, entry)
            case 296: first.unit = number(body, entry)
            case 338:
                first.extraSamples = isBig ? word64(body, entry + 4) : word32(body, entry + 4)
                first.firstExtra = number(body, entry)
            default: break
            }
        }
    }

    /// Where the values of an entry stand: in it where they fit, else where it says; nil where that is not there.
    private func place(_ body: Span<UInt8>, _ entry: Int, size: Int) -> Int? {
        let count = isBig ? word64(body, entry + 4) : word32(body, entry + 4)
        let room = isBig ? 8 : 4
        let value = entry + (isBig ? 12 : 8)
        guard count > 0 else { return nil }
        if count <= room / size { return value }
        let at = offset(body, value)
        return at <= body.count - size ? at : nil
    }

    /// The first value of an entry of integers; 0 where there is none.
    private func number(_ body: Span<UInt8>, _ entry: Int) -> Int {
        switch word16(body, entry + 2) {
        case 1: place(body, entry, size: 1).map { Int(body[$0]) } ?? 0
        case 3: place(body, entry, size: 2).map { word16(body, $0) } ?? 0
        case 4: place(body, entry, size: 4).map { word32(body, $0) } ?? 0
        case 16: place(body, entry, size: 8).map { word64(body, $0) } ?? 0
        default: 0
        }
    }

    private func rational(_ body: Span<UInt8>, _ entry: Int) -> Double {
        guard word16(body, entry + 2) == 5, let at = place(body, entry, size: 8) else { return 0 }
        let denominator = word32(body, at + 4)
        return denominator == 0 ? 0 : Double(word32(body, at)) / Double(denominator)
    }
}
