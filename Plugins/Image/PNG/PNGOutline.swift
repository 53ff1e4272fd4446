import Mimeograph

/// What the chunks before the pixels of a PNG say, read without libpng: a few loads for each chunk.
///
/// Source: W3C PNG (third edition) §5.3 (chunks), §11.2.1 (IHDR), §11.3.
struct PNGOutline {
    private(set) var width: Int
    private(set) var height: Int
    private(set) var bits: Int
    private(set) var hasColor: Bool
    private(set) var hasAlpha: Bool
    private(set) var isInterlaced: Bool
    private(set) var resolution: ImageResolution?
    private(set) var orientation = ImageOrientation.up

    /// The bytes of a signature and an IHDR chunk with its checksum.
    static let headerLength = 33

    /// Reads the chunks up to the first IDAT, or to where the bytes end; nil where the bytes end before the header does.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` for a header that no PNG has.
    init?(_ prefix: Span<UInt8>) throws(SerializationError) {
        let signature = Signature.png.pattern
        for index in 0..<min(signature.count, prefix.count) where prefix[index] != signature[index] {
            throw .corruptPNG("The body does not begin as a PNG does.", at: index, in: prefix)
        }
        guard prefix.count >= Self.headerLength else { return nil }
        guard Self.name(prefix, 12) == Self.ihdr, prefix.bigEndian32(8) == 13 else {
            throw .corruptPNG("The PNG does not begin with a chunk IHDR of 13 bytes.", at: 8, in: prefix)
        }
        width = prefix.bigEndian32(16)
        height = prefix.bigEndian32(20)
        bits = Int(prefix[24])
        let colorType = prefix[25]
        hasColor = colorType & 2 != 0
        hasAlpha = colorType & 4 != 0
        isInterlaced = prefix[28] == 1
        guard width > 0, height > 0, width < 1 << 31, height < 1 << 31, Self.allowed(bits: bits, colorType),
            prefix[26] == 0, prefix[27] == 0, prefix[28] <= 1
        else {
            throw .corruptPNG("The PNG's chunk IHDR has a field that no PNG may have.", at: 16, in: prefix)
        }
        scan(prefix, from: Self.headerLength)
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

    /// Looks at the chunks that matter here. A length that leads behind the bytes ends it.
    private mutating func scan(_ prefix: Span<UInt8>, from start: Int) {
        var at = start
        while prefix.count - at >= 8 {
            let length = prefix.bigEndian32(at)
            let name = Self.name(prefix, at + 4)
            let content = at + 8
            if name == Self.idat || name == Self.iend { return }
            // A tRNS chunk counts as soon as its name is there: its content is not needed.
            if name == Self.trns { hasAlpha = true }
            guard length <= prefix.count - content else { return }
            if name == Self.phys, length == 9 {
                resolution = ImageResolution(
                    horizontal: Double(prefix.bigEndian32(content)),
                    vertical: Double(prefix.bigEndian32(content + 4)),
                    unit: prefix[content + 8] == 1 ? .meter : .aspectRatio
                )
            }
            if name == Self.exif {
                orientation = Exif.orientation(prefix.extracting(content..<content + length)) ?? .up
            }
            at = content + length + 4
        }
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

    private static let ihdr = word("IHDR")
    private static let idat = word("IDAT")
    private static let iend = word("IEND")
    private static let trns = word("tRNS")
    private static let phys = word("pHYs")
    private static let exif = word("eXIf")

    private static func word(_ name: StaticString) -> Int {
        "\(name)".utf8.reduce(0) { $0 << 8 | Int($1) }
    }
    private static func name(_ bytes: Span<UInt8>, _ at: Int) -> Int { bytes.bigEndian32(at) }
}

extension Span where Element == UInt8 {
    /// Four bytes, the most significant first.
    package func bigEndian32(_ at: Int) -> Int {
        Int(self[at]) << 24 | Int(self[at + 1]) << 16 | Int(self[at + 2]) << 8 | Int(self[at + 3])
    }

    /// Two bytes, the most significant first.
    package func bigEndian16(_ at: Int) -> Int { Int(self[at]) << 8 | Int(self[at + 1]) }
}
