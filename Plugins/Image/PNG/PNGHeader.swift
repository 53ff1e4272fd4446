import Mimeograph

/// What the chunks of a PNG say about its pixels, read without libpng: a few loads for each chunk.
///
/// It decides which of these chunks count: the first of its kind that is valid, has a right checksum and stands where it may.
/// libpng gets no others, so that the picture, its pieces and its first bytes give the same.
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
    /// Where the Exif data stand.
    private(set) var exif: Range<Int>?
    private(set) var orientation = ImageOrientation.up
    /// Where the chunks before the pixels stand that libpng is given, each with its head and its checksum.
    private(set) var chunks: [Range<Int>]
    /// Whether a chunk of pixels has come.
    private var hasPixels = false
    private let isIndexed: Bool
    /// How many colours the palette has.
    private var colorCount = 0
    private var hasTransparency = false

    /// The bytes of a signature and an IHDR chunk with its checksum.
    static let headerLength = 33
    private static let signatureLength = 8

    /// Reads the chunks, to where the bytes end; nil where the bytes end before the header does.
    ///
    /// - Parameter prefix: The first bytes; chunks that ``PNGChunkHead/isWanted(isBehindPixels:textBytes:)`` refuses may be
    ///   missing.
    /// - Throws: ``SerializationError/Code/syntax`` for what no PNG has before its pixels.
    init?(_ prefix: Span<UInt8>) throws(SerializationError) {
        let signature = Signature.png.pattern
        for index in 0..<min(signature.count, prefix.count) where prefix[index] != signature[index] {
            throw .corruptPNG("The body does not begin as a PNG does.", at: index)
        }
        guard prefix.count >= Self.signatureLength + PNGChunkHead.count else { return nil }
        let head = PNGChunkHead(prefix, at: Self.signatureLength)
        guard head.name == .ihdr, head.length == 13 else {
            throw .corruptPNG("The PNG does not begin with a chunk IHDR of 13 bytes.", at: 8)
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
            throw .corruptPNG("The PNG's chunk IHDR has a field that no PNG may have.", at: 16)
        }
        try scan(prefix)
    }

    /// What it is, for a person.
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

    /// The layout that holds what is stored and no more.
    var pixelFormat: PixelFormat {
        PixelFormat(.init(color: hasColor, alpha: hasAlpha), depth: bits == 16 ? .sixteen : .eight)
    }

    /// Refuses indices without a palette. Call it where the pixels begin.
    ///
    /// - Throws: ``SerializationError/Code/syntax``.
    mutating func beginPixels() throws(SerializationError) {
        if !hasPixels, isIndexed, colorCount == 0 {
            throw .corruptImage(
                .png,
                "The PNG is corrupt in its chunk PLTE: its pixels need one, and there is none in order."
            )
        }
        hasPixels = true
    }

    /// Looks at a chunk of Exif data that is all there, and may stand behind the pixels; whether it is the one that counts.
    mutating func readExif(_ bytes: Span<UInt8>, _ chunk: Range<Int>) -> Bool {
        let content = chunk.lowerBound + PNGChunkHead.count..<chunk.upperBound - 4
        // The mark of the byte order. Source: W3C PNG (third edition) §11.3.4.5.
        guard exif == nil, content.count >= 4, content.count <= PNGChunkHead.longestExif,
            Exif.hasByteOrder(bytes.extracting(content)),
            bytes.hasPNGChecksum(at: chunk.lowerBound, length: content.count)
        else { return false }
        exif = content
        orientation = Exif.orientation(bytes.extracting(content)) ?? .up
        return true
    }

    /// Looks at the chunks behind the header. A length that leads behind the bytes ends it.
    private mutating func scan(_ bytes: Span<UInt8>) throws(SerializationError) {
        var at = Self.headerLength
        while bytes.count - at >= PNGChunkHead.count {
            let head = PNGChunkHead(bytes, at: at)
            if var error = head.error(isBehindPixels: hasPixels) {
                // An error behind the pixels is reported with the pixels.
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

    /// Looks at a chunk that is all there.
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
            // Elsewhere it is a suggestion.
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
            // It says nothing about the layout: libpng validates it. Behind the pixels it is handed on where it stands.
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
