import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing

/// Metadata that was lost when it was written, or that made a file invalid for all readers.
@Suite struct WhatIsWrittenTests {
    private func again(_ metadata: ImageMetadata, _ encoding: some ImageEncoding, _ format: PixelFormat = .rgb8) throws
        -> ImageMetadata
    {
        var image = try Pictures.photo(4, 4, format: format)
        image.metadata = metadata
        return try ImageResponseSerializer(options: .init(appliesOrientation: false)).read(image.encoded(as: encoding))
            .metadata
    }

    /// An incomplete character made the whole text ISO 8859-1.
    @Test(arguments: ["é", "a", "日", "😀", "e\u{301}"]) func aLongCommentEndsWithACharacter(_ letter: String) throws {
        for before in ["", "a", "bc", "def"] {
            let text = before + String(repeating: letter, count: 70_000 / letter.utf8.count)
            let texts = try again(ImageMetadata(texts: [ImageText("Comment", text)]), .jpeg).texts
            let read = try #require(texts.first)
            #expect(text.utf8.starts(with: read.value.utf8) && read.value.utf8.count > 65_533 - 4)
        }
    }

    /// The Exif data of a JPEG may have its prefix twice, and a program may pass data with the prefix.
    @Test func exifIsWrittenWithoutItsMark() throws {
        let exif = PNGFile.Chunk.orientation(6).content
        let metadata = ImageMetadata(orientation: .right, exif: Array("Exif\0\0".utf8) + exif)
        for read in try [again(metadata, .png), again(metadata, .jpeg)] {
            #expect(read.exif == exif && read.orientation == .right)
        }
    }

    /// Exif data that was invalid or too long was left out with the orientation, or written.
    @Test func orientationIsWrittenWithoutItsExifData() throws {
        let exif = PNGFile.Chunk.orientation(6).content
        let long = ImageMetadata(orientation: .right, exif: exif + [UInt8](repeating: 0, count: 70_000))
        #expect(try again(long, .jpeg).orientation == .right)
        #expect(try again(long, .png).exif == long.exif)
        let none = ImageMetadata(orientation: .left, exif: Array("no such data".utf8))
        for read in try [again(none, .png), again(none, .jpeg)] {
            #expect(read.orientation == .left && read.exif != none.exif)
        }
        let upright = ImageMetadata(exif: Array("no such data".utf8))
        for read in try [again(upright, .png), again(upright, .jpeg)] { #expect(read.exif == nil) }
    }

    /// The language changed each time the text was read and written.
    @Test func invalidLanguagesAreLeftOut() throws {
        for language in ["é", "日本", "en_US", ""] {
            let texts = [ImageText("Title", "x", language: language, translatedKeyword: "題")]
            let written = try again(ImageMetadata(texts: texts), .png).texts
            let read = try #require(written.first)
            #expect(read.value == "x" && read.language == nil && read.translatedKeyword == "題")
        }
        let texts = [ImageText("Title", "x", language: "zh-Hant-1996")]
        #expect(try again(ImageMetadata(texts: texts), .png).texts == texts)
    }

    @Test func aGammaThatDoesNotFitIsLeftOut() throws {
        for gamma in [Double.infinity, .nan, 1e300, 30_000, 1e-9, 0, -1] {
            #expect(try again(ImageMetadata(gamma: gamma), .png).gamma == nil)
        }
        #expect(try again(ImageMetadata(gamma: 0.45455), .png).gamma == 0.45455)
    }

    /// A JPEG that was read with inks keeps their profile, although its colors are not inks any more.
    @Test func aProfileForOtherColoursIsNotWritten() throws {
        func profile(_ space: String) -> [UInt8] {
            [UInt8](repeating: 0, count: 16) + Array(space.utf8) + [UInt8](repeating: 0, count: 108)
        }
        for (space, format, isWritten) in [
            ("RGB ", PixelFormat.rgb8, true), ("CMYK", .rgb8, false), ("GRAY", .rgb8, false), ("GRAY", .gray8, true),
            ("RGB ", .gray8, false), ("RGB ", .rgba8, true),
        ] {
            let read = try again(ImageMetadata(iccProfile: profile(space)), .jpeg, format)
            #expect((read.iccProfile != nil) == isWritten, "\(space) \(format)")
        }
    }

    /// Newer versions of libpng reject profiles that older versions left out.
    @Test func invalidProfilesAreLeftOutOfPNGs() throws {
        var whole = [UInt8](repeating: 0, count: 132)
        whole.replaceSubrange(0..<4, with: [0, 0, 0, 132])
        whole.replaceSubrange(16..<20, with: Array("RGB ".utf8))
        whole.replaceSubrange(36..<40, with: Array("acsp".utf8))
        var longer = whole
        longer[3] = 133
        var unsigned = whole
        unsigned[36] = 0
        var inks = whole
        inks.replaceSubrange(16..<20, with: Array("CMYK".utf8))
        for profile in [[1, 2, 3], Array(whole.prefix(131)), longer, unsigned, inks] {
            #expect(try again(ImageMetadata(iccProfile: profile), .png, .rgb8).iccProfile == nil)
        }
    }
}
