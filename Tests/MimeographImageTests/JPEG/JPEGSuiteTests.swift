import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct JPEGSuiteTests {
    private static let stored = ImageReadingOptions(
        pixelFormat: .exactly(.rgba8),
        appliesOrientation: false,
        allowsPartialImages: true
    )

    @Test(.needsCorpora) func everyPictureIsThatOfTheReference() throws {
        let record = SuiteRecord("jpeg-imagers")
        var counts = (hashes: 0, cmyk: 0)
        for file in ImageCase.all("jpeg-imagers") {
            guard let hash = file.string("rgba8_sha256") ?? file.string("djpeg_rgba8_sha256") else {
                record.leaveOut(file.path, because: "it is a PNG with the name of a JPEG, which libjpeg does not read")
                continue
            }
            if file.string("rgba8_sha256") == nil { counts.cmyk += 1 } else { counts.hashes += 1 }
            let bytes = try Corpora.read(file.path)
            let image = try ImageResponseSerializer(options: Self.stored).read(bytes)
            record.expect(image.pixelHash == hash, file.path, "other pixels")
            let isAsLarge = image.width == file.number("width") && image.height == file.number("height")
            record.expect(isAsLarge && image.source == .jpeg, file.path, "another size, or no JPEG")
            let info = try #require(try ImageInfo.read(from: bytes))
            record.expect(info.width == image.width && info.height == image.height, file.path, "another size ahead")
            record.expect(info.isProgressive == (file.number("progressive") == 1), file.path, "progressive or not")
        }
        #expect(counts == (33, 3))
        try record.write()
    }

    @Test(.needsCorpora) func damageIsAnErrorUnlessPartialImagesAreAllowed() throws {
        for name in ["partial_progressive", "progressive-missing-dc"] {
            let bytes = try Corpora.read("jpeg-imagers/images/\(name).jpg")
            let error = #expect(throws: SerializationError.self, "\(name)") {
                try ImageResponseSerializer().read(bytes)
            }
            #expect(error?.code == .syntax || error?.code == .truncated)
            #expect(try ImageResponseSerializer(options: Self.stored).read(bytes).isPartial)
        }
        let whole = try Corpora.read("jpeg-imagers/images/mozilla/jpg-size-33x33.jpg")
        #expect(try !ImageResponseSerializer(options: Self.stored).read(whole).isPartial)
        let error = #expect(throws: SerializationError.self) { try ImageResponseSerializer().read(whole.dropLast(40)) }
        #expect(error?.code == .truncated)
        let partial = try ImageResponseSerializer(options: Self.stored).read(whole.dropLast(40))
        #expect(partial.isPartial && partial.width == 33)
    }

    @Test(.needsCorpora) func wrongMediaTypesAreIgnored() throws {
        let bytes = try Corpora.read("jpeg-imagers/images/mozilla/jpg-size-6x6.jpg")
        let head = ResponseHead(status: 200, fields: ["Content-Type": "image/jpeg"])
        let image = try ImageResponseSerializer().read(bytes, head: head)
        #expect(image.source == .png && image.width == 6 && image.height == 6)
    }

    @Test(.needsCorpora) func orientationsComeUpright() throws {
        var upright = 0
        let cases = ImageCase.all("jpeg-exif-landscape")
        #expect(cases.count == 9)
        let record = SuiteRecord("jpeg-exif-landscape")
        for file in cases {
            let bytes = try Corpora.read(file.path)
            let image = try ImageResponseSerializer(options: Self.stored).read(bytes)
            record.expect(image.pixelHash == file.string("rgba8_sha256"), file.path, "other pixels")
            let isTurned = image.metadata.orientation.rawValue == file.number("exif_orientation") ?? 1
            record.expect(isTurned, file.path, "another orientation")
            guard let expected = file.upright else { continue }
            upright += 1
            let turned = image.upright()
            record.expect(turned.width == expected.width && turned.height == expected.height, file.path, "another size")
            record.expect(turned.pixelHash == expected.hash, file.path, "other pixels when upright")
            record.expect(turned.metadata.orientation == .up, file.path, "not upright")
        }
        #expect(upright == 7)
        try record.write()
    }

    @Test(.needsCorpora) func thumbnailsAreSmallAndUpright() throws {
        let turned = try Corpora.read("jpeg-exif-landscape/Landscape_6.jpg")
        let small = try ImageResponseSerializer(options: .thumbnail(100)).read(turned)
        #expect(small.width == 100 && small.height == 67 && small.metadata.orientation == .up)
        let bytes = try Corpora.read("jpeg-imagers/images/progressive3.jpg")
        let image = try ImageResponseSerializer(options: .thumbnail(100)).read(bytes)
        let whole = try ImageResponseSerializer().read(bytes).fitting(maxPixelSize: 100)
        #expect(image.width == 100 && image.height == 72)
        #expect(image.width == whole.width && image.height == whole.height)
        // libjpeg reduces one of them first, so the pictures are similar, not equal.
        let distance = zip(image.pixels, whole.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(distance < image.pixels.count * 8)
    }

    @Test(.needsCorpora) func profilesAndResolutionsAreKept() throws {
        let image = try ImageResponseSerializer().read(Corpora.read("jpeg-imagers/images/mozilla/jpg-srgb-icc.jpg"))
        #expect((image.metadata.iccProfile?.count ?? 0) > 128)
        let landscape = try ImageInfo.read(from: Corpora.read("jpeg-exif-landscape/Landscape_8.jpg").prefix(4096))
        #expect(landscape?.orientation == .left)
        #expect(landscape?.resolution?.perInch?.horizontal == 72)
    }
}
