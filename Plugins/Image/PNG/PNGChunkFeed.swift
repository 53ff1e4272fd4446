import Mimeograph

/// Cuts a PNG, which may arrive in pieces, into whole chunks, and those of pixels into blocks of one size.
///
/// So libpng never buffers, and small pieces are not copied again and again. The result does not depend on the cuts: not even
/// the rows before damage do, which depend on how much zlib is given at once. A whole PNG goes the same way, without a copy.
///
/// Chunks that hold nothing that is wanted are skipped. So are chunks of pixels behind other chunks: pixels stand together.
///
/// Source: W3C PNG (third edition) §5.2, §5.3, §5.6.
struct PNGChunkFeed {
    /// What goes on.
    struct Piece {
        enum Kind {
            case signature
            /// A chunk that is whole.
            case chunk(PNGChunkHead.Name)
            /// The head of a chunk of pixels: the first of them comes after everything that says how to read them.
            case pixelHead
            /// Bytes within a chunk of pixels, with its checksum.
            case pixels
        }

        let kind: Kind
        /// Where the piece stands in the bytes that were given; nil where it came in several parts: then it is in `gathered`.
        let range: Range<Int>?
    }

    private enum State {
        case signature
        case header
        case head
        case chunk(PNGChunkHead.Name, Int)
        case pixels(Int)
        case skipping(Int)
        case end
    }

    /// The most bytes of pixels that are handed on at once.
    private static let block = 4096

    private var state = State.signature
    /// The bytes of a piece that came in several pieces.
    private(set) var gathered: [UInt8] = []
    /// Whether `gathered` has been handed on.
    private var isHandedOn = false
    /// Where the last piece, or what comes now, begins, in bytes from the start of the PNG.
    private(set) var offset = 0
    private var isBehindPixels = false
    /// Whether a chunk that is none of pixels came behind them.
    private var pixelsHaveEnded = false
    /// The longest chunk of texts or a profile that is handed on.
    private let textBytes: Int
    private var consumed = 0

    init(metadataBytes: Int) {
        // What is compressed may be a little longer than what it holds.
        textBytes = metadataBytes > 0 ? max(metadataBytes, 1 << 10) : -1
    }

    /// The next piece; nil where the bytes end before it does.
    ///
    /// - Parameters:
    ///   - bytes: What is there.
    ///   - index: Where in it to go on; set to behind what was read.
    /// - Throws: ``SerializationError/Code/syntax`` for the head of a chunk that no PNG has.
    mutating func next(in bytes: Span<UInt8>, at index: inout Int) throws(SerializationError) -> Piece? {
        if isHandedOn {
            gathered.removeAll(keepingCapacity: true)
            isHandedOn = false
        }
        while true {
            switch state {
            case .signature:
                guard beginsAsPNG(bytes, index) else {
                    throw .corruptImage(.png, "The body does not begin as a PNG does.")
                }
                guard let piece = gather(8, .signature, bytes, &index) else { return nil }
                state = .header
                return piece
            case .header:
                // It is always of this length, or none.
                guard let head = head(in: bytes, &index) else { return nil }
                guard head.name == .ihdr, head.length == 13 else {
                    throw .corruptImage(.png, "The PNG does not begin with a chunk IHDR of 13 bytes.")
                }
                state = .chunk(.ihdr, 13 + PNGChunkHead.emptyChunk)
            case .head:
                guard let head = head(in: bytes, &index) else { return nil }
                try choose(head)
                guard head.name == .idat, case .pixels = state else { continue }
                return gather(PNGChunkHead.count, .pixelHead, bytes, &index)
            case .chunk(let name, let count):
                guard let piece = gather(count, .chunk(name), bytes, &index) else { return nil }
                state = name == .iend ? .end : .head
                return piece
            case .pixels(let left):
                let count = min(left, Self.block)
                guard let piece = gather(count, .pixels, bytes, &index) else { return nil }
                state = left == count ? .head : .pixels(left - count)
                return piece
            case .skipping(let left):
                let count = min(left - gathered.count, bytes.count - index)
                offset = consumed - gathered.count
                index += count
                consumed += count
                state = .skipping(left - count)
                guard left - count == gathered.count else { return nil }
                gathered.removeAll(keepingCapacity: true)
                state = .head
            case .end: return nil
            }
        }
    }

    /// Removes what is there of a block of pixels whose rest does not come; it is in `gathered`.
    mutating func removeRest() -> Piece? {
        guard case .pixels = state, !gathered.isEmpty, !isHandedOn else { return nil }
        state = .end
        return Piece(kind: .pixels, range: nil)
    }

    /// Decides what becomes of a chunk.
    private mutating func choose(_ head: PNGChunkHead) throws(SerializationError) {
        if let error = head.error(isBehindPixels: isBehindPixels) { throw error }
        if head.name == .idat, !pixelsHaveEnded {
            isBehindPixels = true
            state = .pixels(head.length + 4)
        } else if head.name != .idat, head.isWanted(isBehindPixels: isBehindPixels, textBytes: textBytes) {
            state = .chunk(head.name, head.length + PNGChunkHead.emptyChunk)
        } else {
            state = .skipping(head.length + PNGChunkHead.emptyChunk)
        }
        pixelsHaveEnded = isBehindPixels && head.name != .idat || pixelsHaveEnded
    }

    /// The head of the next chunk, which stays to be handed on with the chunk; nil where it is not all there.
    private mutating func head(in bytes: Span<UInt8>, _ index: inout Int) -> PNGChunkHead? {
        if gathered.isEmpty, bytes.count - index >= PNGChunkHead.count {
            offset = consumed
            return PNGChunkHead(bytes, at: index)
        }
        fill(to: PNGChunkHead.count, bytes, &index)
        return gathered.count < PNGChunkHead.count ? nil : PNGChunkHead(gathered.span, at: 0)
    }

    /// Whether what is there goes on with the signature, also where its end is still missing: what has a wrong byte is no PNG,
    /// and not one that was cut off.
    private func beginsAsPNG(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
        let rest = Signature.png.pattern.dropFirst(gathered.count)
        return zip(rest, index..<bytes.count).allSatisfy { $0 == bytes[$1] }
    }

    /// A piece of that many bytes; nil where they are not all there.
    private mutating func gather(
        _ count: Int,
        _ kind: Piece.Kind,
        _ bytes: Span<UInt8>,
        _ index: inout Int
    ) -> Piece? {
        if gathered.isEmpty, bytes.count - index >= count {
            offset = consumed
            index += count
            consumed += count
            return Piece(kind: kind, range: index - count..<index)
        }
        fill(to: count, bytes, &index)
        guard gathered.count == count else { return nil }
        isHandedOn = true
        return Piece(kind: kind, range: nil)
    }

    private mutating func fill(to count: Int, _ bytes: Span<UInt8>, _ index: inout Int) {
        offset = consumed - gathered.count
        let end = index + min(count - gathered.count, bytes.count - index)
        if end > index { gathered += [UInt8](bytes.extracting(index..<end)) }
        consumed += end - index
        index = end
    }
}

/// The length and the name of a chunk, which say what becomes of it.
///
/// Source: W3C PNG (third edition) §5.3, §5.4, §5.6.
struct PNGChunkHead {
    /// A name as the number that its four letters make, the first the most significant.
    struct Name: Hashable {
        let number: UInt32

        init(_ number: UInt32) { self.number = number }

        static let ihdr = Name(0x4948_4452)
        static let plte = Name(0x504C_5445)
        static let idat = Name(0x4944_4154)
        static let iend = Name(0x4945_4E44)
        static let trns = Name(0x7452_4E53)
        static let phys = Name(0x7048_5973)
        static let exif = Name(0x6558_4966)
        static let gama = Name(0x6741_4D41)
        static let srgb = Name(0x7352_4742)
        static let chrm = Name(0x6348_524D)
        static let iccp = Name(0x6943_4350)
        static let text = Name(0x7445_5874)
        static let ztxt = Name(0x7A54_5874)
        static let itxt = Name(0x6954_5874)
    }

    /// The bytes of a head.
    static let count = 8
    /// The bytes of a chunk that holds nothing: its head and its checksum.
    static let emptyChunk = 12
    /// The longest Exif data that are looked at, in bytes: those of a JPEG have 64 KiB at most.
    static let longestExif = 4 << 20
    /// The longest palette, in bytes: 256 colours.
    static let longestPalette = 768

    let name: Name
    /// The bytes of the content.
    let length: Int

    /// Reads a head whose bytes are all there.
    init(_ bytes: Span<UInt8>, at offset: Int) {
        length = bytes.bigEndian32(offset)
        name = Name(UInt32(truncatingIfNeeded: bytes.bigEndian32(offset + 4)))
    }

    /// What is wrong with the head, whatever follows it; nil where nothing is.
    ///
    /// - Parameter isBehindPixels: Whether a chunk of pixels came before it.
    func error(isBehindPixels: Bool) -> SerializationError? {
        guard length < 1 << 31, (0..<4).allSatisfy({ isLetter(UInt8(truncatingIfNeeded: name.number >> (8 * $0))) })
        else {
            return .corruptImage(.png, "The PNG is corrupt: a chunk has a length or a name that no chunk may have.")
        }
        switch name {
        case .ihdr: return .corruptImage(.png, "The PNG is corrupt in its chunk IHDR: there are two.")
        case .iend where !isBehindPixels:
            return .corruptImage(.png, "The PNG is corrupt in its chunk IEND: there are no pixels before it.")
        case .plte, .idat, .iend: return nil
        default:
            // The fifth bit of the first letter says that the picture can be read without the chunk.
            if name.number & 0x2000_0000 != 0 { return nil }
            return .corruptImage(.png, "The PNG has a chunk that is not known, and that no reader may pass over.")
        }
    }

    /// Whether the chunk may hold something that is wanted, by its name and length; others are skipped.
    ///
    /// - Parameters:
    ///   - isBehindPixels: Whether a chunk of pixels came before it: then it is too late for what says how to read them.
    ///   - textBytes: The longest chunk of texts or a profile.
    func isWanted(isBehindPixels: Bool, textBytes: Int) -> Bool {
        switch name {
        case .iend: true
        case .exif: length <= Self.longestExif
        case .text, .ztxt, .itxt: length <= textBytes
        case .iccp: !isBehindPixels && length <= textBytes
        case .plte, .trns: !isBehindPixels && length <= Self.longestPalette
        case .phys, .gama, .srgb, .chrm: !isBehindPixels && length <= 32
        default: false
        }
    }

    private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}

extension Span where Element == UInt8 {
    /// Whether the checksum of the chunk whose head stands there, and that is all there, is right.
    ///
    /// Source: W3C PNG (third edition) annex D.
    func hasPNGChecksum(at offset: Int, length: Int) -> Bool {
        let end = offset + PNGChunkHead.count + length
        let table = crcTable.span
        var crc = UInt32.max
        for index in offset + 4..<end { crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ self[index])] }
        return Int(~crc) == bigEndian32(end)
    }
}

/// What a byte makes of the checksum.
private let crcTable: [UInt32] = (0..<256).map { (number: UInt32) in
    (0..<8).reduce(number) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
}
