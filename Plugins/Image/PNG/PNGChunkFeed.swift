import Mimeograph

/// A splitter of a PNG, which may arrive in pieces, into whole chunks, and of pixel data into blocks of one size.
///
/// libpng therefore never buffers, and small pieces are not copied repeatedly. The result does not depend on how the body is
/// split. Even the rows before damage do not, although they depend on how many bytes zlib gets at once. A whole PNG takes the
/// same path, without a copy.
///
/// Chunks that are not needed are skipped. So are chunks of pixels that follow other chunks after the pixels have ended, because
/// pixel chunks must be consecutive.
///
/// Source: W3C PNG (third edition) §5.2, §5.3, §5.6.
struct PNGChunkFeed {
    /// A piece that is passed on.
    struct Piece {
        enum Kind {
            case signature
            /// A whole chunk.
            case chunk(PNGChunkHead.Name)
            /// The head of a chunk of pixels. The first one comes after all chunks that affect how pixels are read.
            case pixelHead
            /// Bytes within a chunk of pixels, including its checksum.
            case pixels
        }

        let kind: Kind
        /// The range of the piece in the bytes passed in. Nil if it arrived in several parts; it then is in `gathered`.
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

    /// The largest number of pixel bytes that are passed on at once.
    private static let block = 4096

    private var state = State.signature
    /// The bytes of a piece that arrived in several parts.
    private(set) var gathered: [UInt8] = []
    /// Whether `gathered` has been passed on.
    private var isHandedOn = false
    /// The offset in the PNG of the last piece or of the one that is read now, in bytes.
    private(set) var offset = 0
    private var isBehindPixels = false
    /// Whether a chunk of another kind came after the pixel chunks.
    private var pixelsHaveEnded = false
    /// The length of the longest text or profile chunk that is passed on.
    private let textBytes: Int
    private var consumed = 0

    init(metadataBytes: Int) {
        // Compressed data may be a little longer than its content.
        textBytes = metadataBytes > 0 ? max(metadataBytes, 1 << 10) : -1
    }

    /// Returns the next piece, or nil if the bytes end before it does.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that have arrived.
    ///   - index: The index to continue from; set to the index after the bytes read.
    /// - Throws: ``SerializationError/Code/syntax`` for a chunk head that is not allowed in a PNG.
    mutating func next(in bytes: Span<UInt8>, at index: inout Int) throws(SerializationError) -> Piece? {
        if isHandedOn {
            gathered.removeAll(keepingCapacity: true)
            isHandedOn = false
        }
        while true {
            switch state {
            case .signature:
                guard beginsAsPNG(bytes, index) else {
                    throw .corruptImage(.png, "The body does not begin with the signature of a PNG.")
                }
                guard let piece = gather(8, .signature, bytes, &index) else { return nil }
                state = .header
                return piece
            case .header:
                // IHDR is required and always has this length.
                guard let head = head(in: bytes, &index) else { return nil }
                guard head.name == .ihdr, head.length == 13 else {
                    throw .corruptImage(.png, "The PNG does not begin with an IHDR chunk of 13 bytes.")
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

    /// Removes an incomplete block of pixels when no more bytes follow. Its bytes are in `gathered`.
    mutating func removeRest() -> Piece? {
        guard case .pixels = state, !gathered.isEmpty, !isHandedOn else { return nil }
        state = .end
        return Piece(kind: .pixels, range: nil)
    }

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

    /// Reads the head of the next chunk, which is passed on later with the chunk. Returns nil if it is incomplete.
    private mutating func head(in bytes: Span<UInt8>, _ index: inout Int) -> PNGChunkHead? {
        if gathered.isEmpty, bytes.count - index >= PNGChunkHead.count {
            offset = consumed
            return PNGChunkHead(bytes, at: index)
        }
        fill(to: PNGChunkHead.count, bytes, &index)
        return gathered.count < PNGChunkHead.count ? nil : PNGChunkHead(gathered.span, at: 0)
    }

    /// Whether the bytes continue the signature, which may be incomplete. A wrong byte means that the body is not a PNG, not that
    /// it is truncated.
    private func beginsAsPNG(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
        let rest = Signature.png.pattern.dropFirst(gathered.count)
        return zip(rest, index..<bytes.count).allSatisfy { $0 == bytes[$1] }
    }

    /// Returns a piece of that many bytes, or nil if they have not all arrived.
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

/// The length and the name of a chunk, which determine how it is handled.
///
/// Source: W3C PNG (third edition) §5.3, §5.4, §5.6.
struct PNGChunkHead {
    /// A name as the number of its four letters, the first one the most significant.
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

    /// The length of a head in bytes.
    static let count = 8
    /// The length of an empty chunk in bytes: its head and its checksum.
    static let emptyChunk = 12
    /// The length of the longest Exif data that is read, in bytes. In a JPEG it has at most 64 KiB.
    static let longestExif = 4 << 20
    /// The length of the longest palette, in bytes: 256 colors.
    static let longestPalette = 768

    let name: Name
    let length: Int

    /// Reads a head whose bytes have all arrived.
    init(_ bytes: Span<UInt8>, at offset: Int) {
        length = bytes.bigEndian32(offset)
        name = Name(UInt32(truncatingIfNeeded: bytes.bigEndian32(offset + 4)))
    }

    /// Returns the error in the head itself, or nil if there isn't one.
    ///
    /// - Parameter isBehindPixels: Whether a chunk of pixels precedes this chunk.
    func error(isBehindPixels: Bool) -> SerializationError? {
        guard length < 1 << 31, (0..<4).allSatisfy({ isLetter(UInt8(truncatingIfNeeded: name.number >> (8 * $0))) })
        else {
            return .corruptImage(.png, "The PNG is corrupt: the length or the name of a chunk is not allowed.")
        }
        switch name {
        case .ihdr: return .corruptImage(.png, "The PNG is corrupt in its chunk IHDR: the chunk occurs twice.")
        case .iend where !isBehindPixels:
            return .corruptImage(.png, "The PNG is corrupt in its chunk IEND: the pixels are missing before it.")
        case .plte, .idat, .iend: return nil
        default:
            // Bit 5 of the first letter means that the picture can be read without the chunk.
            if name.number & 0x2000_0000 != 0 { return nil }
            return .corruptImage(.png, "The PNG has an unknown chunk that is marked as critical.")
        }
    }

    /// Whether the chunk may be needed, by its name and length. Other chunks are skipped.
    ///
    /// - Parameters:
    ///   - isBehindPixels: Whether a chunk of pixels precedes this chunk. Then it is too late for chunks that affect how pixels
    ///     are read.
    ///   - textBytes: The length of the longest text or profile chunk.
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
    /// Whether the checksum of the chunk at an offset is correct. The whole chunk must have arrived.
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

/// The contribution of each byte to the checksum.
private let crcTable: [UInt32] = (0..<256).map { (number: UInt32) in
    (0..<8).reduce(number) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
}
