import Mimeograph

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A reducer of a picture whose rows arrive one by one. It holds the result and a few rows, never the whole picture.
///
/// It first shortens a row to the width of the result. Then it adds the row, with weights, to the few rows of the result that it
/// contributes to. A row of the result is complete when its last contributing row has been added. Colors are weighted by their
/// alpha, so colors of transparent pixels do not bleed.
package struct RowReducer {
    private let format: PixelFormat
    private let width: Int
    private let columns: ReductionWeights
    private let rows: ReductionWeights
    /// The input row as red, green, blue and alpha, with colors multiplied by alpha, from 0 to the largest sample.
    private var spread: [SIMD4<Float>]
    /// The same row, shortened to the width of the result.
    private var short: [SIMD4<Float>]
    /// The incomplete rows of the result, in a ring.
    private var sums: [SIMD4<Float>]
    private var rowsRead = 0
    private var rowsDone = 0
    private let newHeight: Int
    private let newWidth: Int
    private(set) var pixels: [UInt8]

    /// The alpha up to which a pixel loses its color. A pixel is visible from an alpha of 0.5 on.
    private static let leastAlpha: Float = 1 / 1024

    /// Starts a reduction. No side of the result is longer than before.
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

    /// Returns the memory that a reduction takes besides its result, in bytes.
    package static func workingBytes(from size: (width: Int, height: Int), to reduced: (width: Int, height: Int)) -> Int
    {
        // An expanded row, a shortened row and the sums take 16 bytes a pixel. Each pixel of a side has at most six weights, and
        // the weights of one result are stored twice. The limits have allowed the sides of the picture, or they are less than
        // 2^31.
        size.width * 16 + (size.width + size.height) * 32 + reduced.width * 16 * 10 + reduced.height * 24
    }

    /// Adds the next row.
    ///
    /// - Parameters:
    ///   - input: The bytes that contain the row.
    ///   - offset: The offset of the row in bytes.
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

    // The loops below work on arrays that are temporarily moved out of `self`. That avoids a check of uniqueness and of exclusive
    // access for each pixel.

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

    /// Adds the shortened row, with a weight, to a row of the result.
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
            // If all weights are nearly 0, so is alpha, and a division by it does not yield a number.
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

    /// Clears a slot for another row of the result.
    private mutating func clear(from base: Int) {
        for x in base..<base + newWidth { sums[x] = .zero }
    }
}

/// The samples of a row that contribute to each sample of a shorter row, and their weights: Lanczos with three lobes.
///
/// The filter is stretched by the ratio of the lengths, so all samples contribute and fine detail causes no false patterns.
///
/// Source: C. E. Duchon, "Lanczos Filtering in One and Two Dimensions", 1979.
struct ReductionWeights {
    /// For each sample of the result, the index of the first contributing sample.
    private(set) var first: [Int] = []
    /// For each sample of the result, the index after the last contributing sample.
    private(set) var end: [Int] = []
    /// For each sample of the result, the index of its first weight in `weights`.
    private(set) var start: [Int] = []
    /// The weights. Those for one sample of the result add up to 1.
    private(set) var weights: [Float] = []
    /// The largest number of results to which one sample contributes.
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
