import Mimeograph
import MimeographImage
import Testing

/// A JPEG of one pixel was decoded at an eighth of its size, so its pixel was the mean of the padded block.
@Suite struct SmallJPEGTests {
    /// The padding of the block differs much from the pixel, so only decoding at the stored size yields the pixel.
    @Test func onePixelIsDecodedExactly() throws {
        // 8 by 8 pixels, of which the header declares only one.
        let pixels = (0..<64).map { UInt8($0 == 0 ? 10 : 250) }
        var body = try Image(width: 8, height: 8, format: .gray8, pixels: pixels).encoded(as: .jpeg(quality: 100))
        let frame = try #require(body.indices.dropLast(12).first { body[$0] == 0xFF && body[$0 + 1] == 0xC0 })
        for (offset, byte) in [(5, 0), (6, 1), (7, 0), (8, 1)] as [(Int, UInt8)] { body[frame + offset] = byte }
        for options in [ImageReadingOptions.standard, .thumbnail(1), .thumbnail(100)] {
            let image = try ImageResponseSerializer(options: options).read(body)
            #expect(image.width == 1 && image.height == 1)
            #expect(abs(Int(image.pixels[0]) - 10) < 4, "\(image.pixels)")
        }
    }

    /// If a picture is smaller than its block, the padding does not contribute to its reduction.
    @Test(arguments: [2, 3, 5, 7]) func paddingDoesNotAffectSmallPictures(_ side: Int) throws {
        let pixels = (0..<64).map { UInt8($0 % 8 < side && $0 / 8 < side ? 10 : 250) }
        var body = try Image(width: 8, height: 8, format: .gray8, pixels: pixels).encoded(as: .jpeg(quality: 100))
        let frame = try #require(body.indices.dropLast(12).first { body[$0] == 0xFF && body[$0 + 1] == 0xC0 })
        body[frame + 6] = UInt8(side)
        body[frame + 8] = UInt8(side)
        let image = try ImageResponseSerializer(options: .thumbnail(1)).read(body)
        #expect(image.width == 1 && abs(Int(image.pixels[0]) - 10) < 12, "\(image.pixels)")
    }
}
