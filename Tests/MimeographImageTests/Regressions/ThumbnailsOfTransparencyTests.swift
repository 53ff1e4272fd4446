import Mimeograph
import MimeographImage
import Testing

/// A thumbnail of a transparent picture with one visible pixel ended the process: if all weights are nearly 0, so is alpha, and
/// black divided by it does not yield a number.
@Suite struct ThumbnailsOfTransparencyTests {
    @Test(arguments: [
        (9, PixelFormat.rgba16, 1), (9, .grayAlpha16, 1), (153, .rgba8, 1), (153, .grayAlpha8, 1),
        (2_445, .grayAlpha8, 255),
    ]) func colorsAreNotDividedByTinyAlpha(_ side: Int, _ format: PixelFormat, _ alpha: UInt8) throws {
        var pixels = [UInt8](repeating: 0, count: side * side * format.bytesPerPixel)
        // In the middle, a third of the side away from the middle of the first pixel of the thumbnail.
        let middle = side / 2 * (side + 1) * format.bytesPerPixel
        pixels[middle + (format.channels.count - 1) * format.depth.bytes] = alpha
        let image = try Image(width: side, height: side, format: format, pixels: pixels)
        let small = try ImageResponseSerializer(options: .thumbnail(3)).read(image.encoded(as: .png(level: 1)))
        #expect(small.width == 3 && small.format == format)
        #expect(small.pixels.prefix(format.bytesPerPixel).allSatisfy { $0 == 0 })
        #expect(image.fitting(maxPixelSize: 3).pixels == small.pixels)
    }
}
