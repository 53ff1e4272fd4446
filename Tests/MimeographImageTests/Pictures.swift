import MimeographImage
import TestSupport

/// Computed pictures.
enum Pictures {
    /// Returns smooth colors with some noise, similar to a photo.
    static func photo(_ width: Int, _ height: Int, format: PixelFormat = .rgb8, seed: UInt64 = 3) throws -> Image {
        var generator = SeededGenerator(seed: seed)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let noise = Int.random(in: 0..<8, using: &generator)
                let red = (x * 200 / width + noise) & 0xFF
                let green = (y * 200 / height + 30 + noise) & 0xFF
                let blue = ((x + y) * 100 / (width + height) + 60 + noise) & 0xFF
                pixels += [UInt8(red), UInt8(green), UInt8(blue)]
            }
        }
        return try Image(width: width, height: height, format: .rgb8, pixels: pixels).converted(to: format)
    }

    /// Returns random samples in any layout.
    static func noise(_ width: Int, _ height: Int, format: PixelFormat, seed: UInt64 = 5) throws -> Image {
        var generator = SeededGenerator(seed: seed)
        let count = width * height * format.bytesPerPixel
        let pixels = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return try Image(width: width, height: height, format: format, pixels: pixels)
    }

    /// Returns a few flat colors, some of them transparent.
    static func icon(colors: Int) throws -> Image {
        var pixels: [UInt8] = []
        for index in 0..<64 * 64 {
            let color = UInt8(index * 7 % colors)
            pixels += [color &* 31, color &* 17, color, color % 3 == 0 ? color : 255]
        }
        return try Image(width: 64, height: 64, format: .rgba8, pixels: pixels)
    }
}
