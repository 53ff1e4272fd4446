import ImageTestSupport
import Mimeograph
import MimeographImage
import MimeographImageGIF
import Testing
import TestSupport

/// A GIF gives the same pictures, or the same error, at once, in chunks and by its blocks.
@Suite struct GIFAgreementTests {
    private static let agreement = PictureAgreement(.gif)

    private static let seeds: [GIFBlocks] = {
        var plain = GIFFixture(width: 3, height: 2)
        plain.add([1, 2, 3, 1, 2, 3])
        var animation = GIFFixture(width: 4, height: 3)
        animation.addRepetitions(3)
        animation.addComment("said")
        animation.add([1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0], delay: 4, disposal: 2)
        animation.add([2, 2], left: 1, width: 2, transparent: 3, disposal: 3)
        animation.add([1, 3, 2], left: 1, top: 1, width: 3, height: 1, disposal: 2)
        animation.add([1, 1, 2, 2], left: 2, top: 1, width: 2, height: 2, interlaced: true)
        var gray = GIFFixture(width: 2, height: 9, colors: [[0, 0, 0], [9, 9, 9], [20, 20, 20], [255, 255, 255]])
        gray.addApplication("ICCRGBG1012", Array("profile".utf8))
        gray.add([0, 1, 2, 3, 0, 1, 2, 3, 0], width: 1, height: 9, interlaced: true)
        return [plain, animation, gray].map { GIFBlocks(parsing: $0.bytes) }
    }()

    private static let spare: [GIFBlocks.Block] = [
        .init(content: [0x2C, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2], data: GIFFixture.codes([1, 2])),
        .init(content: [0x2C, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2], data: GIFFixture.codes([1, 2])),
        .init(content: [0x2C, 9, 0, 9, 0, 1, 0, 1, 0, 0, 2], data: GIFFixture.codes([1])),
        .init(content: [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 7, 7, 7, 200, 3, 3], data: GIFFixture.codes([1])),
        .init(content: [0x21, 0xF9], data: [9, 5, 0, 1]), .init(content: [0x21, 0xF9], data: [13, 5, 0, 2]),
        .init(content: [0x21, 0xFE], data: []), .init(content: [0x21, 0xFE], data: Array("a\u{301}".utf8)),
        .init(content: [0x21, 1], data: [1, 2, 3]), .init(content: [0]), .init(content: [0x3B]),
    ]

    @Test(arguments: 0..<5) func mutantsAgree(_ batch: Int) {
        var generator = SeededGenerator(seed: 300 + UInt64(batch))
        for round in 0..<60 {
            guard let seed = Self.seeds.randomElement(using: &generator) else { return }
            let blocks = StructuralMutation.mutate(seed.blocks, spare: Self.spare, using: &generator)
            var bytes = GIFBlocks(blocks).bytes
            if round % 6 == 0, bytes.count > 8 {
                bytes.removeLast(Int.random(in: 0..<bytes.count - 7, using: &generator))
            }
            let options = [PictureAgreement.options[0], PictureAgreement.options[1 + round % 6]]
            let found =
                Self.agreement.disagreements(about: bytes, options, seed: UInt64(round))
                + Self.agreement.failuresToWrite(bytes)
            #expect(found.isEmpty, "\(batch), \(round): \(bytes): \(found)")
        }
    }
}
