import Foundation
import Mimeograph
import MimeographImage
import Testing
import TestSupport

@Suite struct JPEGWritingTests {
    /// Returns the ratio of signal to noise in decibels, for samples from 0 to 255.
    private static func ratio(_ first: [UInt8], _ second: [UInt8]) -> Double {
        let squares = zip(first, second).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        return squares == 0 ? .infinity : 10 * log10(255 * 255 * Double(first.count) / Double(squares))
    }

    @Test(arguments: [(50, 30.0), (75, 32), (85, 34), (95, 38), (100, 45)])
    func higherQualityLosesLess(_ quality: Int, _ least: Double) throws {
        let image = try Pictures.photo(96, 64)
        for encoding in [
            JPEGEncoding.jpeg(quality: quality, subsampling: .none),
            .jpeg(quality: quality, subsampling: .none, isProgressive: true),
            .jpeg(quality: quality, subsampling: .none, optimizesCoding: true),
        ] {
            let read = try ImageResponseSerializer().read(image.encoded(as: encoding))
            #expect(read.width == 96 && read.height == 64 && read.format == .rgb8)
            #expect(Self.ratio(read.pixels, image.pixels) > least, "\(encoding)")
        }
    }

    @Test func subsamplingAndScansAreAsRequested() throws {
        let image = try Pictures.photo(64, 64)
        for (subsampling, factors) in [
            (JPEGEncoding.Subsampling.none, UInt8(0x11)), (.horizontal, 0x21), (.both, 0x22),
        ] {
            let bytes = try image.encoded(as: .jpeg(subsampling: subsampling))
            let frame = try #require(bytes.indices.dropLast(20).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
            #expect(bytes[frame + 11] == factors)
        }
        #expect(try ImageInfo.read(from: image.encoded(as: .jpeg(isProgressive: true)))?.isProgressive == true)
        #expect(try ImageInfo.read(from: image.encoded(as: .jpeg))?.isProgressive == false)
        let small = try image.encoded(as: .jpeg(quality: 20)).count
        #expect(try small < image.encoded(as: .jpeg(quality: 95)).count)
    }

    @Test func grayStaysGray() throws {
        let image = try Pictures.photo(32, 32, format: .gray16)
        let read = try ImageResponseSerializer().read(image.encoded(as: .jpeg(quality: 100)))
        #expect(read.format == .gray8)
        #expect(Self.ratio(read.pixels, image.converted(to: .gray8).pixels) > 40)
    }

    @Test(arguments: [true, false]) func transparencyShowsTheBackground(_ isPremultiplied: Bool) throws {
        let format = isPremultiplied ? PixelFormat.rgba8.premultiplied : .rgba8
        let pixels = (0..<256).flatMap { _ in [UInt8](repeating: 0, count: 4) }
        let image = try Image(width: 16, height: 16, format: format, pixels: pixels)
        let white = try ImageResponseSerializer().read(image.encoded(as: .jpeg))
        #expect(white.pixels.allSatisfy { $0 == 255 })
        let red = JPEGEncoding.Background(red: 255, green: 0, blue: 0)
        let colored = try ImageResponseSerializer().read(image.encoded(as: .jpeg(quality: 100, background: red)))
        #expect(colored.pixels[0] > 250 && colored.pixels[1] < 5)
    }

    @Test func metadataIsKept() throws {
        var image = try Pictures.photo(8, 8)
        image.metadata = ImageMetadata(
            iccProfile: (0..<150_000).map { UInt8(truncatingIfNeeded: $0) },
            resolution: ImageResolution(horizontal: 300, vertical: 150, unit: .inch),
            orientation: .left,
            texts: [ImageText("Comment", "größer")]
        )
        let read = try ImageResponseSerializer(options: .init(appliesOrientation: false)).read(image.encoded(as: .jpeg))
        let isSame = read.metadata.iccProfile == image.metadata.iccProfile
        #expect(isSame)
        #expect(read.metadata.orientation == .left)
        #expect(read.metadata.resolution == image.metadata.resolution)
        #expect(read.metadata.texts == image.metadata.texts)
        let little = try ImageResponseSerializer(options: .init(metadataBytes: 100_000)).read(image.encoded(as: .jpeg))
        #expect(little.metadata.iccProfile == nil && little.metadata.texts == image.metadata.texts)
    }

    /// The next reader must not turn the pixels a second time.
    @Test(.needsCorpora) func turnedPicturesStayUpright() throws {
        let turned = try ImageResponseSerializer(options: .thumbnail(64))
            .read(Corpora.read("jpeg-exif-landscape/Landscape_6.jpg"))
        #expect(turned.metadata.exif != nil)
        for bytes in [try turned.encoded(as: .jpeg), try turned.encoded(as: .png)] {
            let again = try ImageResponseSerializer().read(bytes)
            #expect(again.width == turned.width && again.metadata.orientation == .up)
        }
    }

    @Test(.needsTool("djpeg")) func djpegReadsTheSamePixels() throws {
        for encoding in [JPEGEncoding.jpeg, .jpeg(quality: 60, subsampling: .horizontal, isProgressive: true)] {
            let bytes = try Pictures.photo(50, 30).encoded(as: encoding)
            let file = try #require(try Tool.run("djpeg", ["-dct", "int", "-pnm"], on: bytes))
            let isSame = try Array(file.suffix(50 * 30 * 3)) == ImageResponseSerializer().read(bytes).pixels
            #expect(isSame)
        }
    }

    @Test func imagesThatDoNotFitAreRejected() throws {
        let wide = try Image(width: 65_501, height: 1, format: .gray8, pixels: [UInt8](repeating: 0, count: 65_501))
        #expect(throws: SerializationError.self) { try wide.encoded(as: .jpeg) }
        let frame = try ImageFrame(width: 1, height: 1, format: .gray8, pixels: [0])
        let two = try Image(frames: [frame, frame])
        let error = #expect(throws: SerializationError.self) { try two.encoded(as: .jpeg) }
        #expect(error?.code == .unencodableValue)
        #expect(throws: SerializationError.self) { try two.encoded(as: .png) }
        #expect(throws: Never.self) { try two.firstFrame.encoded(as: .png) }
    }
}
