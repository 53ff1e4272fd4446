#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reduces a picture while its rows come, one after the other: it holds the result and a few rows, never the whole.
///
/// A row is first made as short as the result is wide. Then it is added, with its weight, to the few rows of the result that
/// it counts for; a row of the result is done when the last row that counts has been added. Colours are weighted by their
/// alpha, so that those of transparent pixels do not bleed.
package struct RowReducer {
    private let format: PixelFormat
    private let width: Int
    private let columns: ReductionWeights
    private let rows: ReductionWeights
    /// A row as it came, as red, green, blue and alpha, colours multiplied by alpha, from 0 to the largest sample.
    private var spread: [SIMD4<Float>]
    /// The same, as short as the result is wide.
    private var short: [SIMD4<Float>]
    /// The rows of the result that are not done, by turns.
    private var sums: [SIMD4<Float>]
    private var rowsRead = 0
    private var rowsDone = 0
    private let newHeight: Int
    private let newWidth: Int
    private(set) var pixels: [UInt8]

    /// The alpha below which a pixel has no colour; from 0.5 on it is seen.
    private static let leastAlpha: Float = 1 / 1024

    /// Starts a reduction; a side of the result is at most as long as it was.
    init(format: PixelFormat, from size: (width: Int, height: Int), to reduced: (width: Int, height: Int)) {
        self.format = format
        width = size.width
        (newWidth, newHeight) = reduced
        columns = ReductionWeights(from: size.width, to: reduced.width)
        rows = ReductionWeights(from: size.height, to: reduced.height)
        spread = [SIMD4<Float>](repeating: .zero, count: size.width)
        short = [SIMD4<Float>](repeating: .zero, count: reduced.width)
        sums = [SIMD4<Float>](repeating: .zero, count: reduced.width * rows.mostOverlapping)
        pixels = [UInt8](repeating: 0, count: reduced.width * reduced.height * format.bytesPerPixel)
    }

    /// The memory that a reduction takes beside its result, in bytes.
    package static func workingBytes(from size: (width: Int, height: Int), to reduced: (width: Int, height: Int)) -> Int
    {
        // A row as it came, one short one and the sums, 16 bytes a pixel. Each pixel of a side has six weights at most, of which
        // those of one result are there twice. The sides are those of a picture that the limits allow, or less than 2^31.
        size.width * 16 + (size.width + size.height) * 32 + reduced.width * 16 * 10 + reduced.height * 24
    }

    /// Adds the next row.
    ///
    /// - Parameters:
    ///   - input: Holds the row.
    ///   - offset: Where in it the row begins, in bytes.
    mutating func append(_ input: Span<UInt8>, at offset: Int) {
        guard rowsDone < newHeight else { return }
        load(input, at: offset)
        shorten()
        let slots = rows.mostOverlapping
        var index = rowsDone
        while index < newHeight, rows.first[index] <= rowsRead {
            add(weight: rows.weights[rows.start[index] + rowsRead - rows.first[index]], to: index % slots * newWidth)
            index += 1
        }
        rowsRead += 1
        while rowsDone < newHeight, rows.end[rowsDone] <= rowsRead {
            store(row: rowsDone, from: rowsDone % slots * newWidth)
            clear(from: rowsDone % slots * newWidth)
            rowsDone += 1
        }
    }

    // The loops below work on arrays that are taken out of `self` for their time, so that neither their uniqueness nor the
    // access to `self` is looked at again for each pixel.

    private mutating func load(_ input: Span<UInt8>, at offset: Int) {
        var row = spread
        spread = []
        switch (format.depth, format.channels) {
        case (.eight, .rgb): Self.loadRGB8(input, at: offset, into: &row)
        case (.eight, .rgba): Self.loadRGBA8(input, at: offset, multiplies: !format.isPremultiplied, into: &row)
        default: Self.loadAny(input, at: offset, format, into: &row)
        }
        spread = row
    }

    private static func loadRGB8(_ input: Span<UInt8>, at offset: Int, into row: inout [SIMD4<Float>]) {
        var pixels = row.mutableSpan
        var at = offset
        for x in 0..<pixels.count {
            pixels[x] = SIMD4(Float(input[at]), Float(input[at + 1]), Float(input[at + 2]), 255)
            at += 3
        }
    }

    private static func loadRGBA8(
        _ input: Span<UInt8>,
        at offset: Int,
        multiplies: Bool,
        into row: inout [SIMD4<Float>]
    ) {
        var pixels = row.mutableSpan
        var at = offset
        for x in 0..<pixels.count {
            let alpha = Float(input[at + 3])
            var pixel = SIMD4(Float(input[at]), Float(input[at + 1]), Float(input[at + 2]), 255)
            if multiplies { pixel *= alpha * (1 / 255) }
            pixel.w = alpha
            pixels[x] = pixel
            at += 4
        }
    }

    private static func loadAny(
        _ input: Span<UInt8>,
        at offset: Int,
        _ format: PixelFormat,
        into row: inout [SIMD4<Float>]
    ) {
        var pixels = row.mutableSpan
        let size = format.depth.bytes
        let alphaAt = (format.channels.count - 1) * size
        let (hasColor, hasAlpha) = (format.channels.hasColor, format.channels.hasAlpha)
        let multiplies = hasAlpha && !format.isPremultiplied
        let maximum = Float(format.depth.maximum)
        var at = offset
        func sample(_ at: Int) -> Float {
            size == 1 ? Float(input[at]) : Float(PixelRowConverter.load(input, at))
        }
        for x in 0..<pixels.count {
            var pixel = SIMD4(sample(at), 0, 0, maximum)
            if hasColor {
                pixel.y = sample(at + size)
                pixel.z = sample(at + 2 * size)
            }
            if hasAlpha {
                let alpha = sample(at + alphaAt)
                if multiplies { pixel *= alpha / maximum }
                pixel.w = alpha
            }
            pixels[x] = pixel
            at += format.bytesPerPixel
        }
    }

    private mutating func shorten() {
        var row = short
        short = []
        Self.shorten(spread.span, columns, into: &row)
        short = row
    }

    private static func shorten(
        _ source: Span<SIMD4<Float>>,
        _ columns: ReductionWeights,
        into row: inout [SIMD4<Float>]
    ) {
        var result = row.mutableSpan
        let weights = columns.weights.span
        let first = columns.first.span
        let end = columns.end.span
        let start = columns.start.span
        for x in 0..<result.count {
            var sum = SIMD4<Float>.zero
            var weight = start[x]
            for index in first[x]..<end[x] {
                sum += source[index] * weights[weight]
                weight += 1
            }
            result[x] = sum
        }
    }

    /// Adds the short row, so much of it, to a row of the result.
    private mutating func add(weight: Float, to base: Int) {
        var all = sums
        sums = []
        Self.add(short.span, weight: weight, to: &all, at: base)
        sums = all
    }

    private static func add(
        _ row: Span<SIMD4<Float>>,
        weight: Float,
        to sums: inout [SIMD4<Float>],
        at base: Int
    ) {
        var result = sums.mutableSpan
        for x in 0..<row.count { result[base + x] += row[x] * weight }
    }

    private mutating func store(row: Int, from base: Int) {
        let channels = format.channels.count
        let size = format.depth.bytes
        let color = format.channels.hasColor ? 3 : 1
        let hasAlpha = format.channels.hasAlpha
        let divides = hasAlpha && !format.isPremultiplied
        let maximum = Float(format.depth.maximum)
        let (newWidth, sums) = (newWidth, sums)
        var at = row * newWidth * channels * size
        var output = pixels.mutableSpan
        for x in 0..<newWidth {
            var pixel = sums[base + x]
            let alpha = min(max(pixel.w, 0), maximum)
            // Where all weights are nearly 0, alpha is, too, and a division by it gives no number.
            if divides { pixel = alpha > Self.leastAlpha ? pixel * (maximum / alpha) : .zero }
            pixel.w = alpha
            // The filter overshoots at edges.
            let most = hasAlpha && !divides ? alpha : maximum
            for channel in 0..<channels {
                let isAlpha = channel >= color
                let value = isAlpha ? pixel.w : min(max(pixel[channel], 0), most)
                let sample = UInt16(value + 0.5)
                if size == 1 {
                    output[at + channel] = UInt8(truncatingIfNeeded: sample)
                } else {
                    PixelRowConverter.store(sample, &output, at + channel * 2)
                }
            }
            at += channels * size
        }
    }

    /// Makes room for another row of the result.
    private mutating func clear(from base: Int) {
        for x in base..<base + newWidth { sums[x] = .zero }
    }
}

/// Which samples of a row make each sample of a shorter row, and how much of each: Lanczos with three lobes.
///
/// The filter is stretched by the ratio of the lengths, so that all samples count and no detail turns into a pattern that
/// is not there.
///
/// Source: C. E. Duchon, "Lanczos Filtering in One and Two Dimensions", 1979.
struct ReductionWeights {
    /// For each sample of the result, the first sample that counts.
    private(set) var first: [Int] = []
    /// For each sample of the result, the sample behind the last one that counts.
    private(set) var end: [Int] = []
    /// For each sample of the result, where in `weights` its own begin.
    private(set) var start: [Int] = []
    /// The weights, those of one result adding up to 1.
    private(set) var weights: [Float] = []
    /// The most results that one sample counts for.
    private(set) var mostOverlapping = 1

    private static let lobes = 3.0

    init(from length: Int, to reduced: Int) {
        let ratio = Double(length) / Double(reduced)
        let stretch = max(ratio, 1)
        let support = Self.lobes * stretch
        weights.reserveCapacity((length + reduced) * 6)
        for index in 0..<reduced {
            let center = (Double(index) + 0.5) * ratio
            let first = max(0, Int(center - support))
            let end = min(length, Int(center + support) + 1)
            var sum = 0.0
            let raw = (first..<end).map { Self.filter((Double($0) + 0.5 - center) / stretch) }
            for weight in raw { sum += weight }
            self.first.append(first)
            self.end.append(end)
            start.append(weights.count)
            weights += raw.map { Float($0 / sum) }
        }
        var oldest = 0
        for index in first.indices {
            while end[oldest] <= first[index] { oldest += 1 }
            mostOverlapping = max(mostOverlapping, index - oldest + 1)
        }
    }

    private static func filter(_ x: Double) -> Double {
        if abs(x) < 1e-9 { return 1 }
        if abs(x) >= lobes { return 0 }
        let angle = x * Double.pi
        return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
    }
}
