import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// Found by fuzzing: the Exif data of a PNG in pieces were lost.
@Suite struct PNGExifInPiecesTests {
    /// libpng's progressive reader ignores Exif data, which its other reader supports.
    @Test(arguments: [true, false]) func metadataIsReadInPieces(_ isPNG: Bool) throws {
        var image = try Pictures.photo(9, 5)
        image.metadata.orientation = .right
        image.metadata.resolution = ImageResolution(horizontal: 72, vertical: 72, unit: .inch)
        image.metadata.texts = [ImageText("Comment", "said")]
        let body = isPNG ? try image.encoded(as: .png) : try image.encoded(as: .jpeg)
        let (updates, _) = IncrementalTests.updates(body, cuts: [40], options: .standard)
        let whole = try ImageResponseSerializer().read(body)
        #expect(whole.width == 5 && whole.metadata.exif != nil && whole.metadata.texts.count == 1)
        let isSame = updates.last == .image(whole)
        #expect(isSame)
    }
}
