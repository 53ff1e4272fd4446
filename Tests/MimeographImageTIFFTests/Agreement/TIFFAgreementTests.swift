import ImageTestSupport
import Mimeograph
import MimeographImage
import MimeographImageTIFF
import Testing
import TestSupport

extension TIFFFixture.Field: PicturePart {
    /// The lowest byte of each value. A mutation changes one of them, or their number.
    var content: [UInt8] {
        get { values.map { UInt8(truncatingIfNeeded: $0) } }
        set {
            values = newValue.enumerated().map { index, byte in
                values.indices.contains(index) && UInt8(truncatingIfNeeded: values[index]) == byte
                    ? values[index] : UInt32(byte)
            }
        }
    }
}

/// A TIFF gives the same pages, or the same error, at once, in chunks and by its directories.
@Suite struct TIFFAgreementTests {
    private static let agreement = PictureAgreement(.tiff)

    private static let seeds: [TIFFFixture] = {
        var gray = TIFFFixture(width: 3, height: 2, strip: [1, 2, 3, 4, 5, 6])
        gray.set(274, 6, type: 3)
        var color = TIFFFixture(width: 2, height: 2, strip: (0..<16).map { $0 * 9 }, isBigEndian: true)
        color.set(258, 8, 8, 8, 8, type: 3)
        color.set(277, 4, type: 3)
        color.set(262, 2, type: 3)
        color.set(338, 2, type: 3)
        var palette = TIFFFixture(width: 4, height: 4, strip: [UInt8](repeating: 0x1B, count: 4))
        palette.set(258, 2, type: 3)
        palette.set(262, 3, type: 3)
        palette.fields.append(.init(tag: 320, type: 3, values: (0..<12).map { $0 * 5_000 }))
        var inks = TIFFFixture(width: 1, height: 2, strip: [0, 100, 255, 0, 90, 10, 20, 30, 200, 80])
        inks.set(258, 8, 8, 8, 8, 8, type: 3)
        inks.set(277, 5, type: 3)
        inks.set(262, 5, type: 3)
        inks.set(338, 1, type: 3)
        var deep = TIFFFixture(width: 2, height: 2, strip: [1, 2, 3, 4, 5, 6, 7, 8])
        deep.set(258, 16, type: 3)
        deep.set(296, 3, type: 3)
        var tiled = TIFFFixture(width: 3, height: 2, strip: (0..<255).map { $0 })
        tiled.strip.append(255)
        tiled.fields.removeAll { $0.tag == 278 }
        for (tag, value) in [(322, 16), (323, 16), (324, 8), (325, 256)] as [(UInt16, UInt32)] { tiled.set(tag, value) }
        return [gray, color, palette, inks, deep, tiled]
    }()

    private static let spare: [TIFFFixture.Field] = [
        .init(tag: 256, type: 3, values: [5]), .init(tag: 257, values: [1]),
        .init(tag: 258, type: 3, values: [8, 8, 8]),
        .init(tag: 258, type: 3, values: [8, 16, 8]), .init(tag: 258, type: 3, values: [4]),
        .init(tag: 262, type: 3, values: [0]),
        .init(tag: 262, type: 3, values: [2]), .init(tag: 262, type: 3, values: [6]),
        .init(tag: 262, type: 3, values: [5]),
        .init(tag: 274, type: 3, values: [3]), .init(tag: 274, values: [8]), .init(tag: 274, type: 3, values: [9]),
        .init(tag: 277, type: 3, values: [1]), .init(tag: 277, type: 3, values: [3]),
        .init(tag: 277, type: 3, values: [2]),
        .init(tag: 284, type: 3, values: [2]), .init(tag: 338, type: 3, values: [1]),
        .init(tag: 338, type: 3, values: [0, 2]),
        .init(tag: 339, type: 3, values: [1]), .init(tag: 339, type: 3, values: [3]),
        .init(tag: 332, type: 3, values: [2]),
        .init(tag: 259, type: 3, values: [5]), .init(tag: 259, type: 3, values: [32_773]),
        .init(tag: 259, type: 3, values: [7]),
        .init(tag: 278, values: [1]), .init(tag: 266, type: 3, values: [2]), .init(tag: 256, type: 4, values: [3, 4]),
        .init(tag: 282, type: 5, values: [300, 1]), .init(tag: 283, type: 5, values: [150, 1]),
        .init(tag: 283, values: [7]),
    ]

    @Test(arguments: 0..<5) func mutantsAgree(_ batch: Int) {
        var generator = SeededGenerator(seed: 400 + UInt64(batch))
        for round in 0..<60 {
            guard var seed = Self.seeds.randomElement(using: &generator) else { return }
            // The mutations may also change the strip's own fields.
            if Bool.random(using: &generator) {
                seed.fields += [.init(tag: 273, values: [8]), .init(tag: 279, values: [UInt32(seed.strip.count)])]
            }
            seed.fields = StructuralMutation.mutate(seed.fields, spare: Self.spare, using: &generator)
            seed.isSorted = round % 4 != 0
            if round % 9 == 0 { seed.next = seed.directory }
            var bytes = seed.bytes
            if round % 8 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count - 7, using: &generator)) }
            let options = [PictureAgreement.options[0], PictureAgreement.options[1 + round % 6]]
            let found =
                Self.agreement.disagreements(about: bytes, options, seed: UInt64(round))
                + Self.agreement.failuresToWrite(bytes)
            let fields = seed.fields.map { "\($0.tag): \($0.values)" }
            #expect(found.isEmpty, "\(batch), \(round): \(fields): \(found)")
        }
    }
}
