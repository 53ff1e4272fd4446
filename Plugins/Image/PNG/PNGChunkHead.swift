import Mimeograph

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

    /// Whether the chunk tells anything that is wanted, by its name and length; others are passed over.
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
