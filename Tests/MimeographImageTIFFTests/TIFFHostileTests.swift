import Mimeograph
import MimeographImage
import MimeographImageTIFF
import Testing

/// Files with overlapping parts, which make libtiff do far more work than their size justifies.
@Suite struct TIFFHostileTests {
    /// A field: tag, type, count, and the value or its position.
    private typealias Field = (tag: Int, type: Int, count: Int, value: Int)

    private static let base: [Field] = [
        (256, 4, 1, 1), (257, 4, 1, 1), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 0), (278, 4, 1, 1),
        (279, 4, 1, 1),
    ]

    private func word(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private func bytes(of field: Field) -> [UInt8] {
        word(field.tag, 2) + word(field.type, 2) + word(field.count) + word(field.value)
    }

    private func directory(_ fields: [Field], next: Int = 0) -> [UInt8] {
        word(fields.count, 2) + fields.sorted { $0.tag < $1.tag }.flatMap { bytes(of: $0) } + word(next)
    }

    private func file(_ rest: [UInt8]) -> [UInt8] { [0x49, 0x49, 42, 0] + word(8) + rest }

    private func error(_ body: [UInt8], _ options: ImageReadingOptions = .standard) -> SerializationError? {
        do throws(SerializationError) {
            _ = try ImageResponseSerializer(options: options, codecs: [.tiff]).read(body)
            return nil
        } catch {
            return error
        }
    }

    /// A directory of 4,000 fields that libtiff does not know took a third of a second, and 8 MiB can hold 170 of them.
    @Test(arguments: [ImageReadingOptions.standard, .thumbnail(1)])
    func fieldsOfTooManyKindsAreRefused(_ options: ImageReadingOptions) {
        func body(_ count: Int) -> [UInt8] { file(directory(Self.base + (0..<count).map { (40_000 + $0, 4, 1, 0) })) }
        #expect(error(body(900), options) == nil)
        #expect(error(body(1_100), options)?.code == .syntax)
    }

    /// Each directory of 4,000 fields costs milliseconds, and such directories may begin 12 bytes apart.
    @Test func directoriesOverEachOtherAreRefused() {
        func body(_ pages: Int, _ count: Int) -> [UInt8] {
            var bytes = file([UInt8](repeating: 0, count: 2 + 12 * (pages + count) + 64))
            for (index, field) in Self.base.enumerated() {
                let at = 10 + 12 * (count - 10 + index)
                bytes.replaceSubrange(at..<at + 12, with: self.bytes(of: field))
            }
            for page in 0..<pages {
                let at = 8 + 12 * page
                bytes.replaceSubrange(at..<at + 2, with: word(count, 2))
                let end = at + 2 + 12 * count
                bytes.replaceSubrange(end..<end + 4, with: word(page + 1 < pages ? at + 12 : 0))
            }
            return bytes
        }
        #expect(error(body(1, 400)) == nil)
        #expect(error(body(3, 400))?.code == .syntax)
    }

    /// If 4,000 fields shared 1 MiB of values, libtiff would allocate 4 GiB.
    @Test func valuesOverEachOtherAreCounted() {
        func body(_ count: Int) -> [UInt8] {
            let fields = directory(Self.base + (0..<count).map { (50_000 + $0, 1, 1 << 20, 0) })
            return file(fields + [UInt8](repeating: 7, count: 1 << 20))
        }
        #expect(error(body(60)) == nil)
        #expect(error(body(70))?.limit?.limit == .outputBytes)
        #expect(error(body(70), .thumbnail(1))?.limit?.limit == .outputBytes)
    }

    /// 500,000 strips of one pixel share the same megabyte of the file.
    @Test func stripsOverEachOtherAreRefused() {
        func body(_ count: Int) -> [UInt8] {
            let base = 8 + 2 + 8 * 12 + 4
            let fields: [Field] = [
                (256, 4, 1, 1), (257, 4, 1, count), (258, 3, 1, 8), (259, 3, 1, 32_773), (262, 3, 1, 1),
                (273, 4, count, base), (278, 4, 1, 1), (279, 4, count, base + 4 * count),
            ]
            let offsets = (0..<count).flatMap { _ in word(base + 8 * count) }
            let lengths = (0..<count).flatMap { _ in word(1 << 18) }
            return file(directory(fields) + offsets + lengths + [UInt8](repeating: 0, count: 1 << 18))
        }
        #expect(error(body(40)) == nil)
        #expect(error(body(200))?.code == .syntax)
    }
}

/// Cases in which the ways to read a TIFF used to differ.
@Suite struct TIFFReadingsTests {
    /// As in a PNG and a JPEG, rotation swaps the resolutions of rows and columns.
    @Test func theResolutionIsTurnedWithThePage() throws {
        var fixture = TIFFFixture(width: 2, height: 1, strip: [1, 2])
        fixture.set(274, 6, type: 3)
        fixture.set(282, 300, 1, type: 5)
        fixture.set(283, 150, 1, type: 5)
        for (isTurned, figures) in [(true, (150.0, 300.0)), (false, (300.0, 150.0))] {
            let options = ImageReadingOptions(appliesOrientation: isTurned)
            let metadata = try ImageResponseSerializer(options: options, codecs: [.tiff]).read(fixture.bytes).metadata
            let resolution = try #require(metadata.resolution)
            #expect((resolution.horizontal, resolution.vertical) == figures)
            #expect(metadata.orientation == (isTurned ? .up : .right))
        }
    }

    /// If later pages could not be counted, reading at once gave the first page, but reading in chunks gave an error.
    @Test func theFirstPageIsThereHoweverItComes() throws {
        var fixture = TIFFFixture(width: 2, height: 1, strip: [1, 2])
        fixture.next = fixture.directory
        let options = ImageReadingOptions(frames: .first)
        let whole = try ImageResponseSerializer(options: options, codecs: [.tiff]).read(fixture.bytes)
        var decoder = ImageDecoder(options: options, codecs: [.tiff])
        let updates = try decoder.parseAll(fixture.bytes)
        #expect(updates.last == .image(whole) && updates.count == 2)
    }
}
