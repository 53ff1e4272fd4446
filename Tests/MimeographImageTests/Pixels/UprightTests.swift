import ImageTestSupport
import Mimeograph
import MimeographImage
import Testing
import TestSupport

/// A picture in any layout is turned to the exact bytes, by a codec while it decodes or by an image afterwards.
@Suite struct UprightTests {
    private static let sizes = [(1, 1), (1, 7), (70, 1), (33, 17), (40, 65), (3, 100)]

    private static let formats: [PixelFormat] = PixelFormat.Channels.allCases.flatMap { channels in
        PixelFormat.Depth.allCases.map { PixelFormat(channels, depth: $0) }
    }

    /// The expected pixels, from the positions of pixels (0, 0), (1, 0) and (0, 1) of the stored picture. Source: Exif 2.32
    /// §4.6.4.
    private static func expected(_ image: Image, _ orientation: ImageOrientation) -> [UInt8] {
        let (width, height) = (image.width, image.height)
        let newWidth = orientation.swapsAxes ? height : width
        let size = image.format.bytesPerPixel
        var pixels = [UInt8](repeating: 0, count: image.pixels.count)
        for y in 0..<height {
            for x in 0..<width {
                let (column, row) =
                    switch orientation {
                    case .up: (x, y)
                    case .upMirrored: (width - 1 - x, y)
                    case .down: (width - 1 - x, height - 1 - y)
                    case .downMirrored: (x, height - 1 - y)
                    case .leftMirrored: (y, x)
                    case .right: (height - 1 - y, x)
                    case .rightMirrored: (height - 1 - y, width - 1 - x)
                    case .left: (y, width - 1 - x)
                    }
                for byte in 0..<size {
                    pixels[(row * newWidth + column) * size + byte] = image.pixels[(y * width + x) * size + byte]
                }
            }
        }
        return pixels
    }

    @Test(arguments: ImageOrientation.allCases) func everyLayoutIsTurned(_ orientation: ImageOrientation) throws {
        for format in Self.formats {
            for (width, height) in Self.sizes {
                var image = try Pictures.noise(width, height, format: format)
                image.metadata.orientation = orientation
                let upright = image.upright()
                let isSame = upright.pixels == Self.expected(image, orientation)
                #expect(isSame, "\(format), \(width) by \(height)")
                #expect(upright.width == (orientation.swapsAxes ? height : width))
            }
        }
    }

    /// A JPEG is turned while it is decoded.
    @Test(arguments: ImageOrientation.allCases) func aJPEGIsTurnedAsItIsDecoded(_ orientation: ImageOrientation) throws
    {
        let wanted: [ImageReadingOptions.OutputFormat] = [.native, .exactly(.rgba8), .exactly(.gray16)]
        for (width, height) in Self.sizes {
            for isGray in [false, true] {
                let photo = try Pictures.photo(width, height, format: isGray ? .gray8 : .rgb8)
                let plain = try JPEGFile(parsing: photo.encoded(as: .jpeg(isProgressive: width == 33)))
                let body = plain.inserting(.orientation(UInt8(orientation.rawValue))).bytes
                for format in wanted {
                    for side in [nil, 10] {
                        var options = ImageReadingOptions(pixelFormat: format, maxPixelSize: side)
                        let turned = try ImageResponseSerializer(options: options).read(body)
                        options.appliesOrientation = false
                        let stored = try ImageResponseSerializer(options: options).read(body)
                        let isSame = turned.pixels == Self.expected(stored, orientation)
                        #expect(isSame, "\(format), \(width) by \(height)")
                        #expect(turned.metadata.orientation == .up && stored.metadata.orientation == orientation)
                    }
                }
            }
        }
    }

    @Test func aResolutionIsTurnedToo() throws {
        var image = try Pictures.photo(5, 3)
        image.metadata.resolution = ImageResolution(horizontal: 300, vertical: 150, unit: .inch)
        image.metadata.orientation = .right
        let turned = try ImageResponseSerializer().read(image.encoded(as: .jpeg)).metadata.resolution
        #expect(turned == ImageResolution(horizontal: 150, vertical: 300, unit: .inch))
    }
}
