import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// A picture that was read could not be written, because PNG does not support one of its texts. Without room for metadata, empty
/// texts were kept.
@Suite struct TextsThatDoNotFitTests {
    private static let bodies: [[UInt8]] = {
        let jpeg = (try? Pictures.photo(2, 1).encoded(as: .jpeg)).map { JPEGFile(parsing: $0) }
        return [
            PNGFile.gray().inserting(.init("tEXt", [0, 0x78])).bytes,
            PNGFile.gray().inserting(.init("tEXt", [0])).bytes,
            PNGFile.gray().inserting(.init("tEXt", Array(" a  b \0c".utf8))).bytes,
            PNGFile.gray().inserting(.init("iTXt", [0x61, 0, 0, 0, 0, 0])).bytes,
            jpeg?.inserting(.init(0xFE, [0x68, 0, 0x69])).bytes ?? [], jpeg?.inserting(.init(0xFE)).bytes ?? [],
            jpeg?.inserting(.init(0xFE, [0])).bytes ?? [],
        ]
    }()

    @Test(arguments: bodies.indices) func readTextsCanBeWritten(_ index: Int) throws {
        let body = Self.bodies[index]
        let image = try ImageResponseSerializer().read(body)
        #expect(try ImageResponseSerializer().read(image.encoded(as: .png)).pixels == image.pixels)
        #expect(throws: Never.self) { try image.encoded(as: .jpeg) }
        let bare = try ImageResponseSerializer(options: .init(metadataBytes: 0)).read(body)
        #expect(bare.metadata.texts.isEmpty)
    }

    /// Each comment takes a few bytes in the body and many in memory.
    @Test func commentsOfAJPEGAreCounted() throws {
        let jpeg = try JPEGFile(parsing: Pictures.photo(2, 1).encoded(as: .jpeg))
        let comments = [JPEGFile.Segment](repeating: .init(0xFE), count: 3_000)
        let body = JPEGFile(Array(jpeg.segments.prefix(1)) + comments + Array(jpeg.segments.dropFirst())).bytes
        #expect(try ImageResponseSerializer().read(body).metadata.texts.count == 1_000)
    }

    /// A text counts with its keywords and its language.
    @Test func keywordsCountToo() throws {
        let chunk = PNGFile.Chunk("iTXt", Array("Title\0\0\0en\0Titel\0text".utf8))
        let body = PNGFile.gray().inserting(chunk).bytes
        #expect(try ImageResponseSerializer(options: .init(metadataBytes: 16)).read(body).metadata.texts.count == 1)
        #expect(try ImageResponseSerializer(options: .init(metadataBytes: 15)).read(body).metadata.texts.isEmpty)
    }
}
