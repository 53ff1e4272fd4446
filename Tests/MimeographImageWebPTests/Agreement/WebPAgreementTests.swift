import ImageTestSupport
import Mimeograph
import MimeographImage
import MimeographImageWebP
import Testing
import TestSupport

/// A WebP gives the same pictures, or the same error, at once, in pieces and by its RIFF chunks.
@Suite struct WebPAgreementTests {
    private static let agreement = PictureAgreement(.webp)

    private static let seeds: [[WebPFile.Chunk]] = {
        var said = Pictures.made(9, 20, .rgba8)
        said.metadata.orientation = .right
        said.metadata.iccProfile = [7, 8, 9]
        said.metadata.texts = [ImageText("XML:com.adobe.xmp", "x")]
        let moving = (try? Pictures.animation(8, 6, frames: 3)) ?? said
        let pictures: [(Image, WebPEncoding)] = [
            (said, .webp(.lossless)), (said, .webp(quality: 50)), (Pictures.made(21, 40), .webp(.lossless)),
            (Pictures.made(21, 40), .webp(quality: 80)), (moving, .webp(.lossless)), (moving, .webp(quality: 30)),
        ]
        return pictures.map { WebPFile(parsing: WebPFile.encoded($0.0, $0.1)).chunks }
    }()

    private static let spare: [WebPFile.Chunk] =
        [
            .init("ALPH", [0, 1, 2, 3]), .init("EXIF", [0x4D, 0x4D, 0, 42]), .init("ICCP", []), .init("XMP ", [0xFF]),
            .init("ABCD", [1]), WebPFile.loops(2), WebPFile.extended(0x12, width: 8, height: 6),
            WebPFile.extended(0, width: 9, height: 20),
            WebPFile.frame(WebPFile.plain([1, 2, 3, 99], width: 2, height: 2), left: 2, width: 2, height: 2, flags: 1),
        ] + WebPFile.plain([4, 5, 6], width: 9, height: 20)

    @Test(arguments: 0..<5) func mutantsAgree(_ batch: Int) {
        var generator = SeededGenerator(seed: 700 + UInt64(batch))
        for round in 0..<60 {
            guard let seed = Self.seeds.randomElement(using: &generator) else { return }
            let chunks = round == 0 ? seed : StructuralMutation.mutate(seed, spare: Self.spare, using: &generator)
            var bytes = WebPFile(chunks).bytes
            if round % 6 == 0, bytes.count > 8 {
                bytes.removeLast(Int.random(in: 0..<bytes.count - 7, using: &generator))
            }
            if round % 4 == 1 { bytes = Mutation.mutate(bytes, using: &generator) }
            let options = [PictureAgreement.options[0], PictureAgreement.options[1 + round % 6]]
            let found =
                Self.agreement.disagreements(about: bytes, options, seed: UInt64(round))
                + Self.agreement.failuresToWrite(bytes)
            #expect(found.isEmpty, "\(batch), \(round): \(bytes): \(found)")
        }
    }
}
