import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing

/// A tRNS chunk that libpng ignores was an error in pieces, and alpha for `ImageInfo`.
@Suite struct TransparencyThatDoesNotCountTests {
    private static let header = PNGFile.Chunk.header(width: 1, height: 1, bits: 8, colorType: 3)
    private static let end = [PNGFile.Chunk.pixels(of: [[0, 0]]), .init("IEND")]
    private static let color = PNGFile.Chunk("PLTE", [1, 2, 3])

    private static let files: [(name: String, file: PNGFile, pixels: [UInt8])] = [
        ("a wrong checksum", PNGFile.gray().inserting(PNGFile.Chunk("tRNS", [0, 7]).damaged), [7]),
        ("a wrong length", PNGFile.gray().inserting(.init("tRNS", [0])), [7]),
        ("none", PNGFile([header, color, .init("tRNS")] + end), [1, 2, 3]),
        ("more than colours", PNGFile([header, color, .init("tRNS", [0x80, 0xFF])] + end), [1, 2, 3]),
        ("before the colours", PNGFile([header, .init("tRNS", [0x80]), color] + end), [1, 2, 3]),
        (
            "behind the pixels", PNGFile(PNGFile.gray().chunks.dropLast() + [.init("tRNS", [0, 7]), .init("IEND")]), [7]
        ),
        (
            "beside alpha",
            PNGFile([
                .header(width: 1, height: 1, bits: 8, colorType: 4), .init("tRNS", [0, 7]), .pixels(of: [[0, 7, 9]]),
                .init("IEND"),
            ]), [7, 9]
        ),
    ]

    @Test(arguments: files.indices) func invalidTransparencyIsIgnored(_ index: Int) throws {
        let (name, file, pixels) = Self.files[index]
        let image = try ImageResponseSerializer().read(file.bytes)
        #expect(image.pixels == pixels, "\(name)")
        #expect(PictureAgreement(.png).disagreements(about: file.bytes) == [], "\(name)")
    }

    /// The first valid chunk counts, as in libpng.
    @Test func validTransparencyAfterAnInvalidOneCounts() throws {
        let good = PNGFile.Chunk("tRNS", [0, 7])
        for bad in [good.damaged, .init("tRNS", [7])] {
            let file = PNGFile.gray().inserting(bad, good, .init("tRNS", [0, 9]))
            #expect(try ImageResponseSerializer().read(file.bytes).pixels == [7, 0])
            #expect(PictureAgreement(.png).disagreements(about: file.bytes) == [])
        }
        // The palette of a color picture is only a suggestion and may come later. libpng then lost the transparent color.
        let colors = PNGFile([
            .header(width: 1, height: 1, bits: 8, colorType: 2), .init("tRNS", [0, 1, 0, 2, 0, 3]), Self.color,
            .pixels(of: [[0, 1, 2, 3]]), .init("IEND"),
        ])
        #expect(try ImageResponseSerializer().read(colors.bytes).pixels == [1, 2, 3, 0])
        #expect(PictureAgreement(.png).disagreements(about: colors.bytes) == [])
    }
}
