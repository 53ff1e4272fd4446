import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing

/// The readers chose different Exif data of a PNG: `ImageInfo` the last, libpng any, and without room for metadata nothing.
@Suite struct ExifThatDoesNotCountTests {
    private static let first = PNGFile.Chunk.orientation(6)
    private static let other = PNGFile.Chunk.orientation(3)

    private static let files: [(PNGFile, ImageOrientation)] = [
        (PNGFile.gray([1, 2]).inserting(first.damaged), .up),
        (PNGFile.gray([1, 2]).inserting(first, other), .right),
        (PNGFile.gray([1, 2]).inserting(other.damaged, first), .right),
        (PNGFile.gray([1, 2]).inserting(.init("eXIf", [0x4D, 0x4D]), first), .right),
        (PNGFile.gray([1, 2]).inserting(.init("eXIf", [1, 2, 3, 4, 5, 6, 7, 8]), first), .right),
        (PNGFile(PNGFile.gray([1, 2]).chunks.dropLast() + [first, .init("IEND")]), .right),
        (PNGFile(PNGFile.gray([1, 2]).inserting(other).chunks.dropLast() + [first, .init("IEND")]), .down),
    ]

    @Test(arguments: files.indices) func theFirstInOrderCounts(_ index: Int) throws {
        let (file, orientation) = Self.files[index]
        let stored = try ImageResponseSerializer(options: .init(appliesOrientation: false)).read(file.bytes)
        #expect(stored.metadata.orientation == orientation)
        #expect(try ImageInfo.read(from: file.bytes, isWhole: true)?.orientation == orientation)
        #expect(PictureAgreement(.png).disagreements(about: file.bytes) == [])
    }

    /// The orientation counts even if the metadata is not kept.
    @Test(arguments: [0, 10]) func aPictureIsTurnedWithoutRoomForMetadata(_ metadataBytes: Int) throws {
        let options = ImageReadingOptions(metadataBytes: metadataBytes)
        let png = PNGFile.gray([1, 2]).inserting(Self.first).bytes
        let jpeg = try JPEGFile(parsing: Pictures.photo(2, 1).encoded(as: .jpeg)).inserting(.orientation(6)).bytes
        for body in [png, jpeg] {
            let image = try ImageResponseSerializer(options: options).read(body)
            #expect(image.width == 1 && image.height == 2 && image.metadata.exif == nil)
        }
    }

    /// The first of two resolutions counts. A resolution with a wrong checksum is ignored.
    @Test func resolutionsAreAlike() throws {
        let good = PNGFile.Chunk("pHYs", [0, 0, 0, 3, 0, 0, 0, 4, 1])
        let other = PNGFile.Chunk("pHYs", [0, 0, 0, 9, 0, 0, 0, 9, 0])
        let bytes = PNGFile.gray().inserting(other.damaged, good, other).bytes
        let expected = ImageResolution(horizontal: 3, vertical: 4, unit: .meter)
        #expect(try ImageResponseSerializer().read(bytes).metadata.resolution == expected)
        #expect(try ImageInfo.read(from: bytes)?.resolution == expected)
    }
}
