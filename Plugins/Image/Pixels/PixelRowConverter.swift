import Mimeograph

/// A converter of pixel rows from one layout to another.
///
/// It expands a row to red, green, blue and alpha, changes the samples, and packs them again. Each step is a loop without
/// branches.
struct PixelRowConverter {
    private let source: PixelFormat
    private let target: PixelFormat
    private let width: Int
    /// The largest sample of the expanded row: 255 if both layouts have 8 bits, else 65,535.
    private let maximum: UInt32
    /// The expanded row, four samples a pixel.
    private var row: [UInt16]

    init(from source: PixelFormat, to target: PixelFormat, width: Int) {
        self.source = source
        self.target = target
        self.width = width
        maximum = source.depth == .eight && target.depth == .eight ? 0xFF : 0xFFFF
        row = [UInt16](repeating: 0, count: width * 4)
    }

    /// Converts one row.
    ///
    /// - Parameters:
    ///   - input: The bytes that contain the row.
    ///   - inputOffset: The offset of the row in them.
    ///   - output: The bytes that receive the row.
    ///   - outputOffset: The offset at which the row is written.
    mutating func convert(
        _ input: Span<UInt8>,
        at inputOffset: Int,
        into output: inout [UInt8],
        at outputOffset: Int
    ) {
        spread(input, at: inputOffset)
        if source.isPremultiplied && !target.isPremultiplied { divide() }
        if target.isPremultiplied && !source.isPremultiplied && source.channels.hasAlpha { multiply() }
        if source.channels.hasColor && !target.channels.hasColor { makeGray() }
        var destination = output.mutableSpan
        gather(into: &destination, at: outputOffset)
    }

    private mutating func spread(_ input: Span<UInt8>, at offset: Int) {
        let depth = source.depth
        let channels = source.channels.count
        let opaque = UInt16(truncatingIfNeeded: maximum)
        let (green, blue) = source.channels.hasColor ? (1, 2) : (0, 0)
        let alpha = source.channels.hasAlpha ? channels - 1 : nil
        var at = offset
        let (width, maximum) = (width, maximum)
        var samples = row.mutableSpan
        switch depth {
        case .eight:
            // 255 * 257 is 65,535.
            let factor: UInt16 = maximum == 0xFF ? 1 : 257
            for pixel in 0..<width {
                samples[pixel * 4] = UInt16(input[at]) &* factor
                samples[pixel * 4 + 1] = UInt16(input[at + green]) &* factor
                samples[pixel * 4 + 2] = UInt16(input[at + blue]) &* factor
                samples[pixel * 4 + 3] = alpha.map { UInt16(input[at + $0]) &* factor } ?? opaque
                at += channels
            }
        case .sixteen:
            for pixel in 0..<width {
                samples[pixel * 4] = Self.load(input, at)
                samples[pixel * 4 + 1] = Self.load(input, at + green * 2)
                samples[pixel * 4 + 2] = Self.load(input, at + blue * 2)
                samples[pixel * 4 + 3] = alpha.map { Self.load(input, at + $0 * 2) } ?? opaque
                at += channels * 2
            }
        }
    }

    private mutating func multiply() {
        let (width, maximum) = (width, maximum)
        let half = maximum / 2
        var samples = row.mutableSpan
        for pixel in 0..<width {
            let alpha = UInt32(samples[pixel * 4 + 3])
            if alpha == maximum { continue }
            for channel in 0..<3 {
                // 65,535 * 65,535 + 32,767 is less than 2^32.
                let product = UInt32(samples[pixel * 4 + channel]) &* alpha &+ half
                samples[pixel * 4 + channel] = UInt16(truncatingIfNeeded: product / maximum)
            }
        }
    }

    private mutating func divide() {
        let (width, maximum) = (width, maximum)
        var samples = row.mutableSpan
        for pixel in 0..<width {
            let alpha = UInt32(samples[pixel * 4 + 3])
            if alpha == maximum { continue }
            for channel in 0..<3 {
                let sample = UInt32(samples[pixel * 4 + channel])
                // A sample above its alpha is not a product of it, and is clamped to the maximum.
                let quotient = alpha == 0 ? 0 : min(maximum, (sample &* maximum &+ alpha / 2) / alpha)
                samples[pixel * 4 + channel] = UInt16(truncatingIfNeeded: quotient)
            }
        }
    }

    private mutating func makeGray() {
        let width = width
        var samples = row.mutableSpan
        for pixel in 0..<width {
            let red = 19_595 &* UInt32(samples[pixel * 4])
            let green = 38_470 &* UInt32(samples[pixel * 4 + 1])
            let blue = 7_471 &* UInt32(samples[pixel * 4 + 2])
            // The factors add up to 65,536, so the sum stays below 2^32.
            samples[pixel * 4] = UInt16(truncatingIfNeeded: (red &+ green &+ blue &+ 32_768) >> 16)
        }
    }

    private func gather(into output: inout MutableSpan<UInt8>, at offset: Int) {
        let channels = target.channels.count
        let color = target.channels.hasColor ? 3 : 1
        let hasAlpha = target.channels.hasAlpha
        let samples = row.span
        var at = offset
        for pixel in 0..<width {
            switch target.depth {
            case .eight:
                for channel in 0..<color { output[at + channel] = reduced(samples[pixel * 4 + channel]) }
                if hasAlpha { output[at + channels - 1] = reduced(samples[pixel * 4 + 3]) }
                at += channels
            case .sixteen:
                for channel in 0..<color { Self.store(samples[pixel * 4 + channel], &output, at + channel * 2) }
                if hasAlpha { Self.store(samples[pixel * 4 + 3], &output, at + (channels - 1) * 2) }
                at += channels * 2
            }
        }
    }

    private func reduced(_ sample: UInt16) -> UInt8 {
        let sample = UInt32(sample)
        return UInt8(truncatingIfNeeded: maximum == 0xFF ? sample : (sample &* 255 &+ 32_895) >> 16)
    }

    /// Loads a sample of 16 bits in the byte order of the machine.
    static func load(_ input: Span<UInt8>, _ at: Int) -> UInt16 {
        UInt16(littleEndian: UInt16(input[at]) | UInt16(input[at + 1]) << 8)
    }

    static func store(_ sample: UInt16, _ output: inout MutableSpan<UInt8>, _ at: Int) {
        let sample = sample.littleEndian
        output[at] = UInt8(truncatingIfNeeded: sample)
        output[at + 1] = UInt8(truncatingIfNeeded: sample >> 8)
    }
}
