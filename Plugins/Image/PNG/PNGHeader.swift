import Mimeograph

/// The chunks of a PNG that describe its pixels, read without libpng: a few loads for each chunk.
///
/// This type decides which chunks count: the first of its kind that is valid, has the right checksum and is in an allowed
/// position. libpng gets no others, so a whole body, a body in pieces and the first bytes yield the same result.
///
/// Source: W3C PNG (third edition) §5.3 (chunks), §5.6 (their order), §11.2.1 (IHDR), §11.3.
struct PNGHeader {
    let width: Int
    let height: Int
    let bits: Int
    let hasColor: Bool
    private(set) var hasAlpha: Bool
    let isInterlaced: Bool
    private(set) var resolution: ImageResolution?
    /// The range of the Exif data.
    private(set) var exif: Range<Int>?
    private(set) var orientation = ImageOrientation.up
    /// The ranges of the chunks before the pixels that are passed to libpng, each with its head and checksum.
    private(set) var chunks: [Range<Int>]
    private var hasPixels = false
    private let isIndexed: Bool
    private var colorCount = 0
    private var hasTransparency = false

    /// The length of the signature and an IHDR chunk with its checksum, in bytes.
    static let headerLength = 33
    private static let signatureLength = 8

    /// Reads the chunks up to the end of the bytes. Returns nil if the bytes end before the header does.
    ///
    /// - Parameter prefix: The first bytes. Chunks that ``PNGChunkHead/isWanted(isBehindPixels:textBytes:)`` rejects may be
    ///   missing.
    /// - Throws: ``SerializationError/Code/syntax`` for chunks that are not allowed before the pixels of a PNG.
    init?(_ prefix: Span<UInt8>) throws(SerializationError) {
        let signature = Signature.png.pattern
        for index in 0..<min(signature.count, prefix.count) where prefix[index] != signature[index] {
            throw .corruptPNG("The body does not begin with the signature of a PNG.", at: index)
        }
        guard prefix.count >= Self.signatureLength + PNGChunkHead.count else { return nil }
        let head = PNGChunkHead(prefix, at: Self.signatureLength)
        guard head.name == .ihdr, head.length == 13 else {
            throw .corruptPNG("The PNG does not begin with an IHDR chunk of 13 bytes.", at: 8)
        }
        guard prefix.count >= Self.headerLength else { return nil }
        guard prefix.hasPNGChecksum(at: Self.signatureLength, length: 13) else {
            throw .corruptPNG("The PNG is corrupt in its chunk IHDR: its checksum is wrong.", at: 8)
        }
        width = prefix.bigEndian32(16)
        height = prefix.bigEndian32(20)
        bits = Int(prefix[24])
        let colorType = prefix[25]
        hasColor = colorType & 2 != 0
        hasAlpha = colorType & 4 != 0
        isIndexed = colorType == 3
        isInterlaced = prefix[28] == 1
        chunks = [Self.signatureLength..<Self.headerLength]
        guard width > 0, height > 0, width < 1 << 31, height < 1 << 31, Self.allowed(bits: bits, colorType),
            prefix[26] == 0, prefix[27] == 0, prefix[28] <= 1
        else {
            throw .corruptPNG("The PNG's chunk IHDR has a field with a value that is not allowed.", at: 16)
        }
        try scan(prefix)
    }

    /// The public information.
    var info: ImageInfo {
        ImageInfo(
            format: .png,
            width: width,
            height: height,
            pixelFormat: pixelFormat,
            bitsPerSample: bits,
            orientation: orientation,
            isProgressive: isInterlaced,
            resolution: resolution
        )
    }

    /// The smallest layout that holds the stored pixels.
    var pixelFormat: PixelFormat {
        PixelFormat(.init(color: hasColor, alpha: hasAlpha), depth: bits == 16 ? .sixteen : .eight)
    }

    /// Rejects palette indices without a palette. Call it when the pixels begin.
    ///
    /// - Throws: ``SerializationError/Code/syntax``.
    mutating func beginPixels() throws(SerializationError) {
        if !hasPixels, isIndexed, colorCount == 0 {
            throw .corruptImage(
                .png,
                "The PNG is corrupt in its chunk PLTE: its pixels need a palette, and no valid one comes before them."
            )
        }
        hasPixels = true
    }

    /// Reads a whole chunk of Exif data, which may come after the pixels. Returns whether it is the one that counts.
    mutating func readExif(_ bytes: Span<UInt8>, _ chunk: Range<Int>) -> Bool {
        let content = chunk.lowerBound + PNGChunkHead.count..<chunk.upperBound - 4
        // The byte order mark. Source: W3C PNG (third edition) §11.3.4.5.
        guard exif == nil, content.count >= 4, content.count <= PNGChunkHead.longestExif,
            Exif.hasByteOrder(bytes.extracting(content)),
            bytes.hasPNGChecksum(at: chunk.lowerBound, length: content.count)
        else { return false }
        exif = content
        orientation = Exif.orientation(bytes.extracting(content)) ?? .up
        return true
    }

    /// Reads the chunks after the header. A chunk that extends beyond the bytes ends the scan.
    private mutating func scan(_ bytes: Span<UInt8>) throws(SerializationError) {
        var at = Self.headerLength
        while bytes.count - at >= PNGChunkHead.count {
            let head = PNGChunkHead(bytes, at: at)
            if var error = head.error(isBehindPixels: hasPixels) {
                // An error after the pixels is reported with the pixels.
                if hasPixels { return }
                error.location = SourceLocation(offset: at)
                throw error
            }
            if head.name == .idat { try beginPixels() }
            guard head.name != .iend, head.length <= bytes.count - at - PNGChunkHead.emptyChunk else { return }
            let end = at + PNGChunkHead.emptyChunk + head.length
            read(head, bytes, at..<end)
            at = end
        }
    }

    private mutating func read(_ head: PNGChunkHead, _ bytes: Span<UInt8>, _ chunk: Range<Int>) {
        guard head.isWanted(isBehindPixels: hasPixels, textBytes: .max) else { return }
        switch head.name {
        case .exif: _ = readExif(bytes, chunk)
        case .phys:
            guard resolution == nil, head.length == 9, isIntact(bytes, chunk) else { return }
            let content = chunk.lowerBound + PNGChunkHead.count
            resolution = ImageResolution(
                horizontal: Double(bytes.bigEndian32(content)),
                vertical: Double(bytes.bigEndian32(content + 4)),
                unit: bytes[content + 8] == 1 ? .meter : .aspectRatio
            )
        case .plte:
            // In other color types the palette is only a suggestion.
            guard isIndexed, colorCount == 0, head.length > 0, head.length % 3 == 0, isIntact(bytes, chunk) else {
                return
            }
            colorCount = min(head.length / 3, 1 << bits)
            chunks.append(chunk)
        case .trns:
            let isFitting =
                isIndexed
                ? (1...max(1, colorCount)).contains(head.length) && colorCount > 0
                : !hasAlpha && head.length == (hasColor ? 6 : 2)
            guard !hasTransparency, isFitting, isIntact(bytes, chunk) else { return }
            hasTransparency = true
            hasAlpha = true
            chunks.append(chunk)
        default:
            // Other chunks do not affect the layout, so libpng validates them. After the pixels they are passed on directly.
            if !hasPixels { chunks.append(chunk) }
        }
    }

    private func isIntact(_ bytes: Span<UInt8>, _ chunk: Range<Int>) -> Bool {
        bytes.hasPNGChecksum(at: chunk.lowerBound, length: chunk.count - PNGChunkHead.emptyChunk)
    }

    /// Source: W3C PNG (third edition) §11.2.1, table 8.
    private static func allowed(bits: Int, _ colorType: UInt8) -> Bool {
        switch colorType {
        case 0: [1, 2, 4, 8, 16].contains(bits)
        case 3: [1, 2, 4, 8].contains(bits)
        case 2, 4, 6: bits == 8 || bits == 16
        default: false
        }
    }
}
