import Foundation
public import MimeographImage

/// A picture with integer samples that implements each pixel rule in the slow way. Tests compare the library's results with it.
public struct PixelReference: Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The pixel format.
    public let format: PixelFormat
    /// All samples, pixel by pixel, from the top left.
    public var samples: [Int]

    private init(_ width: Int, _ height: Int, _ format: PixelFormat, _ samples: [Int]) {
        self.width = width
        self.height = height
        self.format = format
        self.samples = samples
    }

    /// Reads the pixels of a frame, without the padding between its rows.
    public init(_ frame: ImageFrame) {
        var samples: [Int] = []
        for y in 0..<frame.height {
            for x in 0..<frame.width {
                for channel in 0..<frame.format.channels.count {
                    let at = y * frame.bytesPerRow + x * frame.format.bytesPerPixel + channel * frame.format.depth.bytes
                    guard frame.format.depth == .sixteen else {
                        samples.append(Int(frame.pixels[at]))
                        continue
                    }
                    let (first, second) = (UInt16(frame.pixels[at]), UInt16(frame.pixels[at + 1]))
                    samples.append(Int(UInt16(littleEndian: first | second << 8)))
                }
            }
        }
        self.init(frame.width, frame.height, frame.format, samples)
    }

    /// The bytes of the pixels, without padding between the rows.
    public var pixels: [UInt8] {
        samples.flatMap { sample -> [UInt8] in
            if format.depth == .eight { return [UInt8(sample)] }
            let stored = UInt16(sample).littleEndian
            return [UInt8(truncatingIfNeeded: stored), UInt8(truncatingIfNeeded: stored >> 8)]
        }
    }

    /// Returns a frame with these pixels, without padding between its rows.
    public func frame() throws -> ImageFrame {
        try ImageFrame(width: width, height: height, format: format, pixels: pixels)
    }

    private func map(to target: PixelFormat, _ change: ([Int]) -> [Int]) -> PixelReference {
        let count = format.channels.count
        let changed = stride(from: 0, to: samples.count, by: count).flatMap { change(Array(samples[$0..<$0 + count])) }
        return PixelReference(width, height, target, changed)
    }

    /// Converts as the documentation of `ImageFrame.converted(to:)` says.
    public func converted(to target: PixelFormat) -> PixelReference {
        if target == format { return self }
        // Samples are converted with 16 bits unless both formats have 8.
        let isNarrow = format.depth == .eight && target.depth == .eight
        let most = isNarrow ? 255 : 65_535
        return map(to: target) { pixel in
            let wide = pixel.map { format.depth == .eight && !isNarrow ? $0 * 257 : $0 }
            var colors = Array(format.channels.hasColor ? wide[..<3] : wide[..<1])
            let alpha = format.channels.hasAlpha ? wide[wide.count - 1] : most
            if format.isPremultiplied, !target.isPremultiplied {
                colors = colors.map { alpha == 0 ? 0 : min(most, Self.quotient($0 * most, alpha)) }
            }
            if target.isPremultiplied, !format.isPremultiplied {
                colors = colors.map { Self.quotient($0 * alpha, most) }
            }
            if !target.channels.hasColor, colors.count == 3 {
                colors = [(19_595 * colors[0] + 38_470 * colors[1] + 7_471 * colors[2] + 32_768) >> 16]
            }
            if target.channels.hasColor, colors.count == 1 { colors = [colors[0], colors[0], colors[0]] }
            let all = target.channels.hasAlpha ? colors + [alpha] : colors
            return all.map { target.depth == .eight && !isNarrow ? ($0 * 255 + 32_895) >> 16 : $0 }
        }
    }

    /// Returns the picture with 8-bit samples over a background color.
    public func flattened(over color: JPEGEncoding.Background) -> PixelReference {
        let isGray = color.red == color.green && color.green == color.blue
        guard format.channels.hasAlpha else { return converted(to: format.channels.hasColor ? .rgb8 : .gray8) }
        let staysGray = !format.channels.hasColor && isGray
        let behind = (staysGray ? [color.red] : [color.red, color.green, color.blue]).map { Int($0) }
        return converted(to: staysGray ? .grayAlpha8 : .rgba8).map(to: staysGray ? .gray8 : .rgb8) { pixel in
            let alpha = pixel[pixel.count - 1]
            return zip(pixel, behind).map { Self.quotient($0 * alpha + $1 * (255 - alpha), 255) }
        }
    }

    /// Returns the picture rotated upright. Source: Exif 2.32 §4.6.4.
    public func turned(_ orientation: ImageOrientation) -> PixelReference {
        let (newWidth, newHeight) = orientation.swapsAxes ? (height, width) : (width, height)
        let count = format.channels.count
        var turned: [Int] = []
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let (column, row) =
                    switch orientation {
                    case .up: (x, y)
                    case .upMirrored: (width - 1 - x, y)
                    case .down: (width - 1 - x, height - 1 - y)
                    case .downMirrored: (x, height - 1 - y)
                    case .leftMirrored: (y, x)
                    case .right: (y, height - 1 - x)
                    case .rightMirrored: (width - 1 - y, height - 1 - x)
                    case .left: (width - 1 - y, x)
                    }
                let at = (row * width + column) * count
                turned += samples[at..<at + count]
            }
        }
        return PixelReference(newWidth, newHeight, format, turned)
    }

    /// Returns the samples of the picture, reduced by a Lanczos filter with three lobes, with colors weighted by alpha. Colors of
    /// almost transparent pixels are nil, because dividing by their alpha is inexact.
    public func reduced(width newWidth: Int, height newHeight: Int) -> [Double?] {
        let (count, most) = (format.channels.count, Double(format.depth.maximum))
        let (columns, rows) = (Self.weights(width, newWidth), Self.weights(height, newHeight))
        let color = format.channels.hasColor ? 3 : 1
        var reduced: [Double?] = []
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                var sums = [Double](repeating: 0, count: color + 1)
                for row in 0..<height {
                    for column in 0..<width {
                        let pixel = samples[(row * width + column) * count..<(row * width + column + 1) * count].map(
                            Double.init
                        )
                        let alpha = format.channels.hasAlpha ? pixel[color] : most
                        let weight = columns[x][column] * rows[y][row]
                        for channel in 0..<color {
                            sums[channel] += pixel[channel] * weight * (format.isPremultiplied ? 1 : alpha / most)
                        }
                        sums[color] += alpha * weight
                    }
                }
                let alpha = min(max(sums[color], 0), most)
                let isStraight = format.channels.hasAlpha && !format.isPremultiplied
                for channel in 0..<color {
                    let value = isStraight ? sums[channel] * most / alpha : sums[channel]
                    let top = format.isPremultiplied ? alpha : most
                    reduced.append(isStraight && alpha < most / 8 ? nil : min(max(value, 0), top))
                }
                if format.channels.hasAlpha { reduced.append(alpha) }
            }
        }
        return reduced
    }

    /// Returns the weight of each sample of a side for each sample of a shorter side.
    private static func weights(_ length: Int, _ reduced: Int) -> [[Double]] {
        let ratio = Double(length) / Double(reduced)
        return (0..<reduced).map { index in
            let raw = (0..<length).map { sample -> Double in
                let x = (Double(sample) + 0.5 - (Double(index) + 0.5) * ratio) / ratio
                if abs(x) >= 3 { return 0 }
                return abs(x) < 1e-9 ? 1 : 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
            }
            let sum = raw.reduce(0, +)
            return raw.map { $0 / sum }
        }
    }

    /// Divides and rounds to nearest, halves up.
    private static func quotient(_ dividend: Int, _ divisor: Int) -> Int { (2 * dividend + divisor) / (2 * divisor) }
}

extension PixelFormat {
    /// All pixel formats.
    public static let everyLayout: [PixelFormat] = Channels.allCases.flatMap { channels in
        Depth.allCases.flatMap { depth in
            let straight = PixelFormat(channels, depth: depth)
            return channels.hasAlpha ? [straight, straight.premultiplied] : [straight]
        }
    }
}

extension ImageFrame {
    /// Returns the same picture with padding after each row, filled with bytes that must not appear in any result.
    ///
    /// - Parameters:
    ///   - room: The number of padding bytes after a row. If it is odd, the last row has no padding.
    ///   - filler: The value of each padding byte.
    public func spread(by room: Int, filler: UInt8 = 0xEE) throws -> ImageFrame {
        var rows: [UInt8] = []
        let length = width * format.bytesPerPixel
        for row in 0..<height {
            rows += pixels[row * bytesPerRow..<row * bytesPerRow + length]
            if row < height - 1 || room.isMultiple(of: 2) { rows += [UInt8](repeating: filler, count: room) }
        }
        return try ImageFrame(
            width: width,
            height: height,
            format: format,
            bytesPerRow: length + room,
            pixels: rows + [filler, filler, filler],
            duration: duration
        )
    }
}
