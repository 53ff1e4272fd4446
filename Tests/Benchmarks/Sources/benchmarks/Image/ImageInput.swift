import Mimeograph
import MimeographImage

/// The pictures that the suite decodes, all computed.
struct ImageInput {
    /// Files that are decoded one after the other.
    struct Files {
        let name: String
        let bodies: [[UInt8]]
        let isJPEG: Bool

        var byteCount: Int { bodies.reduce(0) { $0 + $1.count } }
    }

    /// A photograph of 12 megapixels.
    let photo: Files
    /// 4 megapixels of flat areas, lines and small letters.
    let screenshot: Files
    /// A thousand small pictures with transparency.
    let icons: Files

    init() throws {
        photo = Files(name: "photo", bodies: [try Self.makePhoto(4000, 3000)], isJPEG: true)
        screenshot = Files(name: "screenshot", bodies: [try Self.makeScreenshot(2560, 1600)], isJPEG: false)
        icons = Files(name: "icons", bodies: try (0..<1000).map(Self.makeIcon), isJPEG: false)
    }

    static func makePhoto(
        _ width: Int,
        _ height: Int,
        _ orientation: ImageOrientation = .up,
        isGray: Bool = false
    ) throws -> [UInt8] {
        var pixels = [UInt8](repeating: 0, count: width * height * 3)
        var state: UInt32 = 1
        for y in 0..<height {
            for x in 0..<width {
                // A linear congruential generator makes the sensor noise; the products make shapes.
                state = state &* 1_664_525 &+ 1_013_904_223
                let noise = Int(state >> 28)
                let shape = (x * y >> 12) & 63
                let at = (y * width + x) * 3
                pixels[at] = UInt8(truncatingIfNeeded: x * 150 / width + shape + noise)
                pixels[at + 1] = UInt8(truncatingIfNeeded: y * 150 / height + shape + noise)
                pixels[at + 2] = UInt8(truncatingIfNeeded: (x + y) * 80 / (width + height) + 2 * shape + noise)
            }
        }
        let metadata = ImageMetadata(orientation: orientation)
        let image = try Image(width: width, height: height, format: .rgb8, pixels: pixels, metadata: metadata)
        return try (isGray ? image.converted(to: .gray8) : image).encoded(as: .jpeg(quality: 85))
    }

    private static func makeScreenshot(_ width: Int, _ height: Int) throws -> [UInt8] {
        var pixels = [UInt8](repeating: 0xF4, count: width * height * 3)
        var state: UInt32 = 7
        for y in 0..<height {
            for x in 0..<width {
                let isLetters = y % 24 < 14 && x % 640 > 60 && (x / 9 + y / 24) % 7 != 0
                if isLetters && x % 9 == 0 || isLetters && y % 24 == 0 { state = state &* 1_664_525 &+ 1_013_904_223 }
                let at = (y * width + x) * 3
                let ink = isLetters && (state >> UInt32(16 + (x % 9 + y % 24) % 15)) & 1 == 1
                let isPanel = x % 640 < 50
                for channel in 0..<3 {
                    let value = isPanel ? 40 + 10 * channel + y / 16 : ink ? 30 + x % 4 * 20 : 0xF4
                    pixels[at + channel] = UInt8(truncatingIfNeeded: value)
                }
            }
        }
        let image = try Image(width: width, height: height, format: .rgb8, pixels: pixels)
        return try image.encoded(as: .png)
    }

    private static func makeIcon(_ number: Int) throws -> [UInt8] {
        let size = 48
        var pixels: [UInt8] = []
        for y in 0..<size {
            for x in 0..<size {
                let distance = (x - 24) * (x - 24) + (y - 24) * (y - 24)
                let alpha = distance < 400 ? 255 : max(0, 255 - (distance - 400) * 2)
                let color = (x * 5 + y * number) & 0xFF
                pixels += [
                    UInt8(color), UInt8(truncatingIfNeeded: color &* 3 + number), UInt8(truncatingIfNeeded: y * 5),
                    UInt8(alpha),
                ]
            }
        }
        let image = try Image(width: size, height: size, format: .rgba8, pixels: pixels)
        return try image.encoded(as: .png(usesExactPalette: false))
    }
}
