import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing

/// A PNG of 3.7 MB with 900 compressed texts, each too long to be kept, took half a minute to inflate.
@Suite struct InflatedTextsTests {
    /// 6,000 times the letter a, compressed by zlib.
    private static let long: [UInt8] = [
        0x78, 0xDA, 0xED, 0xC1, 0x31, 0x01, 0x00, 0x00, 0x00, 0xC2, 0xA0, 0xAC, 0xEB, 0x5F, 0xC2, 0x10, 0xBE, 0x40,
        0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0xAF, 0x01, 0x7A, 0x4C, 0xE1, 0xE9,
    ]

    @Test(arguments: ["zTXt", "iTXt"]) func longTextsAreInflatedAFewTimes(_ name: String) throws {
        func text(_ keyword: String, _ content: [UInt8]) -> PNGFile.Chunk {
            PNGFile.Chunk(name, Array(keyword.utf8) + (name == "zTXt" ? [0, 0] : [0, 1, 0, 0, 0]) + content)
        }
        let options = ImageReadingOptions(metadataBytes: 4_000)
        func keywords(_ count: Int, behindPixels: Bool) throws -> [String] {
            let plain = PNGFile.gray().chunks
            var texts = [PNGFile.Chunk](repeating: text("Long", Self.long), count: count)
            texts += [text("Title", PNGFile.Chunk.stored([0x62])), PNGFile.Chunk("tEXt", Array("Author\0c".utf8))]
            let at = behindPixels ? plain.count - 1 : 1
            let body = PNGFile(Array(plain[..<at]) + texts + Array(plain[at...])).bytes
            let image = try ImageResponseSerializer(options: options).read(body)
            #expect(image.pixels == [7])
            return image.metadata.texts.map(\.keyword)
        }
        for behindPixels in [false, true] {
            #expect(try keywords(3, behindPixels: behindPixels) == ["Title", "Author"])
            #expect(try keywords(5, behindPixels: behindPixels) == ["Author"])
        }
    }

    /// Texts that are kept count with their size.
    @Test func manyTextsThatFitAreKept() throws {
        let chunks = PNGFile.gray().chunks
        let text = PNGFile.Chunk("zTXt", Array("Title\0\0".utf8) + PNGFile.Chunk.stored([0x62, 0x63]))
        let texts = [PNGFile.Chunk](repeating: text, count: 500)
        let body = PNGFile(Array(chunks.prefix(1)) + texts + Array(chunks.dropFirst())).bytes
        #expect(
            try ImageResponseSerializer(options: .init(metadataBytes: 4_000)).read(body).metadata.texts.count == 500
        )
    }
}
