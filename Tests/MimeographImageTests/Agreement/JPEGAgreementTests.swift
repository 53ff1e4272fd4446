import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// A JPEG is the same picture, or the same error, at once, in pieces and by its first bytes.
@Suite struct JPEGAgreementTests {
    private static let agreement = PictureAgreement(.jpeg)

    private static let seeds: [JPEGFile] = {
        func file(_ image: Image?, _ encoding: JPEGEncoding) -> JPEGFile? {
            (try? image?.encoded(as: encoding)).map { JPEGFile(parsing: $0) }
        }
        var photo = try? Pictures.photo(17, 9)
        photo?.metadata.orientation = .right
        photo?.metadata.texts = [ImageText("Comment", "said")]
        photo?.metadata.resolution = ImageResolution(horizontal: 300, vertical: 150, unit: .inch)
        let gray = try? Pictures.noise(10, 6, format: .gray8)
        return [
            file(photo, .jpeg(optimizesCoding: true)), file(photo, .jpeg(subsampling: .none, isProgressive: true)),
            file(try? Pictures.photo(40, 3), .jpeg(quality: 30, optimizesCoding: true)),
            file(gray, .jpeg(optimizesCoding: true)), file(gray, .jpeg(isProgressive: true)),
            file(try? Pictures.photo(1, 1), .jpeg(optimizesCoding: true)),
        ].compactMap { $0 }
    }()

    private static let spare: [JPEGFile.Segment] = [
        .orientation(6), .orientation(3), .init(0xE1, Array("Exif\0\0".utf8)), .init(0xE1, Array("Exif".utf8)),
        .init(0xFE), .init(0xFE, [0x61, 0, 0x62]), .init(0xFE, [0xE9]), .init(0xFE, Array("a\u{301}\u{316}".utf8)),
        .init(0xD8), .init(0xD9), .init(0xD0), .init(0xD3), .init(1), .init(nil, [0]), .init(nil, [0xFF]),
        .init(nil, [0x12, 0x34, 0xFF, 0xFF]), .init(nil, [0xFF, 0]), .init(0xDD, [0, 1]), .init(0xDD, [0, 0]),
        .init(0xDC, [0, 5]), .init(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]),
        .init(0xE0, Array("JFIF\0".utf8)),
        .init(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 9, 9]), .init(0xC0, [8, 0, 9, 0, 9, 1, 1, 0x11, 0]),
        .init(0xC9, [8, 0, 9, 0, 9, 1, 1, 0x11, 0]), .init(0xC3, [8, 0, 9, 0, 9, 1, 1, 0x11, 0]), .init(0xF7, [1]),
        .init(0x42, [1]),
        .init(
            0xE0,
            Array("JFIF\0".utf8) + [1, 1, 1, 0, 72, 0, 72, 0, 0]
        ),
    ]

    @Test(arguments: 0..<8) func mutantsAgree(_ batch: Int) {
        var generator = SeededGenerator(seed: 200 + UInt64(batch))
        for round in 0..<65 {
            guard let seed = Self.seeds.randomElement(using: &generator) else { return }
            var bytes = JPEGFile(StructuralMutation.mutate(seed.segments, spare: Self.spare, using: &generator)).bytes
            if round % 6 == 0, bytes.count > 4 {
                bytes.removeLast(Int.random(in: 0..<bytes.count - 3, using: &generator))
            }
            let options = [PictureAgreement.options[0], PictureAgreement.options[1 + round % 6]]
            let found =
                Self.agreement.disagreements(about: bytes, options, seed: UInt64(round))
                + Self.agreement.failuresToWrite(bytes)
            #expect(found.isEmpty, "\(batch), \(round): \(JPEGAgreementTests.outline(bytes)): \(found)")
        }
    }

    private static func outline(_ bytes: [UInt8]) -> String {
        JPEGFile(parsing: bytes).segments.map { segment in
            let name = segment.marker.map { String($0, radix: 16) } ?? "data"
            return "\(name) \(segment.content.count < 40 ? "\(segment.content)" : "\(segment.content.count) bytes")"
        }.joined(separator: ", ")
    }

    @Test(.needsCorpora, arguments: ["jpeg-imagers", "jpeg-exif-landscape"])
    func theSuitesAgree(_ suite: String) throws {
        let agreement = PictureAgreement(.jpeg, limits: .standard)
        for file in ImageCase.all(suite) {
            let bytes = try Corpora.read(file.path)
            let options =
                bytes.count < 2_000
                ? PictureAgreement.options : [bytes.count < 10_000 ? PictureAgreement.options[0] : .standard]
            let found = agreement.disagreements(about: bytes, options)
            #expect(found.isEmpty, "\(file): \(found)")
        }
    }
}
