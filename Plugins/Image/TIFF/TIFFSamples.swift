import Mimeograph
import MimeographImage

/// The samples of a page, collected from its blocks, and their conversion to a picture.
///
/// Samples are scaled to 8 or 16 bits, `v * maximum / (2^bits - 1)` rounded to the nearest. Palette indices are not.
struct TIFFSamples {
    private let width: Int
    private let height: Int
    private let layout: TIFFLayout
    private let isDeep: Bool
    /// All samples that are used, pixel by pixel.
    private var bytes: [UInt8]
    /// The scaled value for each sample of up to 8 bits.
    private let stretched: [UInt8]

    init(width: Int, height: Int, _ layout: TIFFLayout) {
        self.width = width
        self.height = height
        self.layout = layout
        isDeep = layout.format.depth == .sixteen
        bytes = Self.black(width * height, layout)
        let most = 1 << min(layout.bits, 8) - 1
        stretched = (0...most).map { UInt8(layout.colors == .palette ? $0 : ($0 * 255 + most / 2) / most) }
    }

    /// Returns the samples of pixels that are black, and transparent if there is alpha. Missing rows keep them.
    private static func black(_ pixels: Int, _ layout: TIFFLayout) -> [UInt8] {
        let inks =
            switch layout.colors {
            case .inverseGray: 1
            // Three inks without the fourth are black, too.
            case .cmyk: 3
            case .gray, .palette, .rgb, .others: 0
            }
        let size = layout.format.depth.bytes
        let step = layout.samples * size
        var bytes = [UInt8](repeating: inks == layout.samples ? 0xFF : 0, count: pixels * step)
        guard inks > 0, inks < layout.samples else { return bytes }
        var output = bytes.mutableSpan
        for start in stride(from: 0, to: pixels * step, by: step) {
            for byte in start..<start + inks * size { output[byte] = 0xFF }
        }
        return bytes
    }

    /// Writes a row of a block to its position in the page.
    ///
    /// - Parameters:
    ///   - block: The block.
    ///   - start: The offset of the row in the block in bytes.
    ///   - count: The number of adjacent samples for a pixel.
    ///   - row: The row in the page.
    ///   - columns: The columns in the page, without those beyond it.
    ///   - plane: The sample that the block contains, or nil if it contains all of them.
    mutating func write(
        _ block: Span<UInt8>,
        at start: Int,
        _ count: Int,
        row: Int,
        _ columns: Range<Int>,
        plane: Int?
    ) {
        let bits = layout.bits
        let size = isDeep ? 2 : 1
        let samples = plane == nil ? layout.samples : 1
        let isIndexed = layout.colors == .palette
        let table = stretched
        let stretched = table.span
        let step = layout.samples * size
        var to = (row * width + columns.lowerBound) * step + (plane ?? 0) * size
        var from = 0
        var output = bytes.mutableSpan
        for _ in columns {
            for sample in 0..<samples {
                let position = from + sample
                if bits == 8 {
                    output[to + sample] = block[start + position]
                } else if bits < 8 {
                    let value = Self.bits(block, start, position * bits, bits)
                    // Alpha after an index is scaled like any other sample.
                    output[to + sample] = isIndexed && sample == 0 ? UInt8(value) : stretched[value]
                } else if bits == 16 {
                    output[to + sample * 2] = block[start + position * 2]
                    output[to + sample * 2 + 1] = block[start + position * 2 + 1]
                } else {
                    let most = 1 << bits - 1
                    let value = (Self.bits(block, start, position * bits, bits) * 0xFFFF + most / 2) / most
                    Self.store(UInt16(truncatingIfNeeded: value), &output, to + sample * 2)
                }
            }
            from += count
            to += step
        }
    }

    /// Reads `count` bits, the most significant first.
    private static func bits(_ block: Span<UInt8>, _ start: Int, _ bit: Int, _ count: Int) -> Int {
        var value = 0
        var (bit, left) = (bit, count)
        while left > 0 {
            let room = 8 - bit & 7
            let used = min(room, left)
            let byte = Int(block[start + bit >> 3])
            value = value << used | byte >> (room - used) & (1 << used - 1)
            bit += used
            left -= used
        }
        return value
    }

    private static func sample(_ bytes: Span<UInt8>, _ at: Int) -> Int {
        Int(UInt16(littleEndian: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8))
    }

    private static func store(_ sample: UInt16, _ output: inout MutableSpan<UInt8>, _ at: Int) {
        let sample = sample.littleEndian
        output[at] = UInt8(truncatingIfNeeded: sample)
        output[at + 1] = UInt8(truncatingIfNeeded: sample >> 8)
    }

    /// Creates the picture.
    ///
    /// - Parameter colors: Red, green and blue of each index, or an empty array without a palette.
    func frame(_ colors: [UInt8]) -> ImageFrame {
        let pixels =
            switch layout.colors {
            case .gray, .rgb, .others: bytes
            case .inverseGray: inverted
            case .palette: colored(colors)
            case .cmyk: isDeep ? withoutInks16 : withoutInks
            }
        return ImageFrame(unchecked: pixels, width: width, height: height, format: layout.format)
    }

    private var inverted: [UInt8] {
        if layout.format.isPremultiplied { return invertedBelowAlpha }
        var pixels = bytes
        let size = isDeep ? 2 : 1
        for start in stride(from: 0, to: pixels.count, by: layout.samples * size) {
            for byte in start..<start + size { pixels[byte] = ~pixels[byte] }
        }
        return pixels
    }

    /// The inverted grays of premultiplied samples: `A - v` with `A` for alpha, and 0 if the gray is above alpha.
    private var invertedBelowAlpha: [UInt8] {
        var pixels = bytes
        let samples = bytes.span
        var output = pixels.mutableSpan
        for start in stride(from: 0, to: samples.count, by: isDeep ? 4 : 2) {
            if isDeep {
                let light = max(0, Self.sample(samples, start + 2) - Self.sample(samples, start))
                Self.store(UInt16(truncatingIfNeeded: light), &output, start)
            } else {
                output[start] = UInt8(max(0, Int(samples[start + 1]) - Int(samples[start])))
            }
        }
        return pixels
    }

    private func colored(_ colors: [UInt8]) -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * layout.format.bytesPerPixel)
        for start in stride(from: 0, to: bytes.count, by: layout.samples) {
            let index = Int(bytes[start]) * 3
            pixels.append(colors[index])
            pixels.append(colors[index + 1])
            pixels.append(colors[index + 2])
            if layout.samples == 2 { pixels.append(bytes[start + 1]) }
        }
        return pixels
    }

    /// The colors from inks: `R = (255 - C) * (255 - K) / 255` and so on, rounded to the nearest, as for CMYK in a JPEG.
    ///
    /// For inks multiplied by alpha, the result is multiplied, too: `(A - C) * (A - K) / A` with `A` for alpha. That is the color
    /// of the inks before they were multiplied, times `A`. An ink above its alpha is not a product of it and counts as alpha.
    private var withoutInks: [UInt8] {
        let hasAlpha = layout.samples == 5
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * layout.format.bytesPerPixel)
        for start in stride(from: 0, to: bytes.count, by: layout.samples) {
            let most = layout.format.isPremultiplied ? Int(bytes[start + 4]) : 255
            let light = max(0, most - Int(bytes[start + 3]))
            for ink in start..<start + 3 {
                pixels.append(UInt8(Self.light(max(0, most - Int(bytes[ink])), light, most)))
            }
            if hasAlpha { pixels.append(bytes[start + 4]) }
        }
        return pixels
    }

    private var withoutInks16: [UInt8] {
        let (samples, count) = (layout.samples, layout.format.channels.count)
        let isPremultiplied = layout.format.isPremultiplied
        var pixels = [UInt8](repeating: 0, count: width * height * count * 2)
        let bytes = bytes.span
        var output = pixels.mutableSpan
        func sample(_ at: Int) -> Int { Self.sample(bytes, at) }
        for pixel in 0..<width * height {
            let start = pixel * samples * 2
            let most = isPremultiplied ? sample(start + 8) : 65_535
            let light = max(0, most - sample(start + 6))
            for ink in 0..<3 {
                let value = Self.light(max(0, most - sample(start + ink * 2)), light, most)
                Self.store(UInt16(truncatingIfNeeded: value), &output, (pixel * count + ink) * 2)
            }
            if samples == 5 {
                Self.store(UInt16(truncatingIfNeeded: sample(start + 8)), &output, (pixel * count + 3) * 2)
            }
        }
        return pixels
    }

    /// Returns the product of two amounts of light, where `most` is the full amount, rounded to the nearest.
    private static func light(_ first: Int, _ second: Int, _ most: Int) -> Int {
        most == 0 ? 0 : (first * second + most / 2) / most
    }
}
