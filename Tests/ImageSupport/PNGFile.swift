import Mimeograph

/// A PNG as a list of chunks, of any kind and in any order.
///
/// Source: W3C PNG (third edition) §5.
public struct PNGFile: Sendable {
    /// A chunk.
    public struct Chunk: PicturePart, Sendable {
        /// The four letters of its name.
        public var name: [UInt8]
        /// The content.
        public var content: [UInt8]
        /// Whether its checksum is right.
        public var hasChecksum = true

        /// Makes a chunk with a correct checksum.
        public init(_ name: String, _ content: [UInt8] = []) {
            self.name = Array(name.utf8)
            self.content = content
        }

        /// The same chunk with a wrong checksum.
        public var damaged: Chunk {
            var chunk = self
            chunk.hasChecksum = false
            return chunk
        }

        /// Length, name, content and checksum.
        public var bytes: [UInt8] {
            let body = name + content
            return word(UInt32(content.count)) + body + word(hasChecksum ? crc32(body) : ~crc32(body))
        }

        private func word(_ number: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }

    /// The chunks, from IHDR to IEND in a valid file.
    public var chunks: [Chunk]

    /// Makes a file from chunks.
    public init(_ chunks: [Chunk]) { self.chunks = chunks }

    /// Parses the chunks of a valid file; their checksums are computed again.
    public init(parsing bytes: [UInt8]) {
        chunks = []
        var at = 8
        while at + 12 <= bytes.count {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 12 else { break }
            var chunk = Chunk("", Array(bytes[at + 8..<at + 8 + length]))
            chunk.name = Array(bytes[at + 4..<at + 8])
            chunk.hasChecksum = Array(bytes[at..<at + 12 + length]) == chunk.bytes
            chunks.append(chunk)
            at += 12 + length
        }
    }

    /// The bytes of the file.
    public var bytes: [UInt8] { Signature.png.pattern + chunks.flatMap(\.bytes) }

    /// Returns the same file with chunks inserted after the first, which is IHDR.
    public func inserting(_ added: Chunk...) -> PNGFile {
        PNGFile(Array(chunks.prefix(1)) + added + Array(chunks.dropFirst()))
    }

    /// Returns a file with one row of gray pixels, stored without compression.
    public static func gray(_ samples: [UInt8] = [7]) -> PNGFile {
        PNGFile([
            .header(width: UInt8(samples.count), height: 1, bits: 8, colorType: 0), .pixels(of: [[0] + samples]),
            Chunk("IEND"),
        ])
    }
}

extension PNGFile.Chunk {
    /// Returns an IHDR chunk.
    public static func header(
        width: UInt8,
        height: UInt8,
        bits: UInt8,
        colorType: UInt8,
        isInterlaced: Bool = false
    ) -> Self {
        Self("IHDR", [0, 0, 0, width, 0, 0, 0, height, bits, colorType, 0, 0, isInterlaced ? 1 : 0])
    }

    /// Returns an IDAT chunk of rows, each with its filter, stored without compression.
    public static func pixels(of rows: [[UInt8]]) -> Self { Self("IDAT", stored(rows.flatMap { $0 })) }

    /// Returns bytes in a zlib stream without compression. Source: RFC 1950 §2.2, RFC 1951 §3.2.4.
    public static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var deflated: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: max(1, bytes.count), by: 0xFFFF) {
            let block = bytes[start..<min(bytes.count, start + 0xFFFF)]
            let (low, high) = (UInt8(truncatingIfNeeded: block.count), UInt8(truncatingIfNeeded: block.count >> 8))
            deflated += [block.endIndex == bytes.count ? 1 : 0, low, high, ~low, ~high] + block
        }
        var (first, second): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return deflated + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (second << 16 | first) >> $0) }
    }

    /// Returns an eXIf chunk that holds only an orientation. Source: Exif 2.32 §4.5.
    public static func orientation(_ value: UInt8) -> Self {
        Self("eXIf", [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0])
    }
}

/// Computes the checksum of a chunk byte by byte. Source: W3C PNG (third edition) annex D.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes { crc = crc >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    return ~crc
}

private let crcTable: [UInt32] = (0..<256).map { (number: UInt32) in
    (0..<8).reduce(number) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
}
