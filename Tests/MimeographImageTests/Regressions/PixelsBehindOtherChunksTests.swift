import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing

/// Pixel chunks after other chunks were an error or not, depending on the layout and the reader. So were pixels after the last
/// row.
@Suite struct PixelsBehindOtherChunksTests {
    private static let time = PNGFile.Chunk("tIME", [7, 0xD0, 1, 1, 0, 0, 0])

    private static func tail(_ added: PNGFile.Chunk...) -> PNGFile {
        PNGFile(PNGFile.gray().chunks.dropLast() + added + [.init("IEND")])
    }

    private static let files = [
        tail(time, .init("IDAT")), tail(time, .init("IDAT", [1, 2, 3])), tail(time, PNGFile.gray().chunks[1]),
        tail(.init("IDAT")), tail(.init("IDAT", [1, 2, 3])), tail(.init("tEXt", Array("a\0b".utf8)), .init("IDAT")),
        // Six bytes for a row of two. The stream continues after the row.
        PNGFile([
            .header(width: 1, height: 1, bits: 8, colorType: 0), .pixels(of: [[0, 7, 0, 0, 0, 0]]), .init("IEND"),
        ]),
        PNGFile([
            .header(width: 1, height: 1, bits: 8, colorType: 0),
            .init("IDAT", [0x78, 1, 0, 5, 0, 0xFA, 0xFF, 0, 7, 0, 0, 0]), .init("IEND"),
        ]),
    ]

    @Test(arguments: files.indices) func allReadersAgree(_ index: Int) throws {
        let bytes = Self.files[index].bytes
        #expect(try ImageResponseSerializer().read(bytes).pixels == [7])
        #expect(PictureAgreement(.png).disagreements(about: bytes) == [])
    }

    /// A chunk between pixel chunks makes the picture invalid if the later pixels are needed.
    @Test func separatedPixelsAreRejected() throws {
        let pixels = PNGFile.Chunk.stored([0, 7])
        let file = PNGFile([
            .header(width: 1, height: 1, bits: 8, colorType: 0), .init("IDAT", Array(pixels[..<7])), Self.time,
            .init("IDAT", Array(pixels[7...])), .init("IEND"),
        ])
        let error = #expect(throws: SerializationError.self) { try ImageResponseSerializer().read(file.bytes) }
        #expect(error?.code == .syntax)
        #expect(PictureAgreement(.png).disagreements(about: file.bytes) == [])
    }
}
