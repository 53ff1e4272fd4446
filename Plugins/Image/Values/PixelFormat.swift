/// The layout of an image's pixels in memory: the channels, the bits of each, and the meaning of alpha.
///
/// Samples of 8 bits are bytes. Samples of 16 bits are two bytes in the byte order of the machine. The channels of a pixel are
/// adjacent, in the order of their names.
public struct PixelFormat: Hashable, Sendable {
    /// The channels of a pixel, in their order.
    public enum Channels: Int, CaseIterable, Sendable {
        /// One channel, from black to white.
        case gray = 1
        /// Gray, then alpha.
        case grayAlpha = 2
        /// Red, green, blue.
        case rgb = 3
        /// Red, green, blue, alpha.
        case rgba = 4

        /// The number of channels.
        public var count: Int { rawValue }
        /// Whether one of the channels is alpha.
        public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
        /// Whether the channels include red, green and blue.
        public var hasColor: Bool { self == .rgb || self == .rgba }

        /// Creates channels with or without color, and with or without alpha.
        public init(color: Bool, alpha: Bool) {
            self = color ? (alpha ? .rgba : .rgb) : (alpha ? .grayAlpha : .gray)
        }
    }

    /// The size of one sample.
    public enum Depth: Int, CaseIterable, Comparable, Sendable {
        /// 8 bits, from 0 to 255.
        case eight = 8
        /// 16 bits, from 0 to 65,535, in the byte order of the machine.
        case sixteen = 16

        /// The size in bytes.
        public var bytes: Int { rawValue / 8 }
        /// Whether samples of the first depth have fewer bits.
        public static func < (first: Depth, second: Depth) -> Bool { first.rawValue < second.rawValue }
        /// The largest value of a sample.
        public var maximum: Int { self == .eight ? 0xFF : 0xFFFF }
    }

    /// The channels.
    public var channels: Channels
    /// The size of one sample.
    public var depth: Depth
    /// Whether the other channels are already multiplied by alpha. False without alpha.
    public var isPremultiplied: Bool {
        get { storedPremultiplied && channels.hasAlpha }
        set { storedPremultiplied = newValue }
    }
    private var storedPremultiplied: Bool

    /// Creates a pixel format.
    public init(_ channels: Channels, depth: Depth = .eight, isPremultiplied: Bool = false) {
        self.channels = channels
        self.depth = depth
        storedPremultiplied = isPremultiplied
    }

    /// The size of a pixel in bytes, 1 to 8.
    public var bytesPerPixel: Int { channels.count * depth.bytes }

    /// Gray, 8 bits.
    public static let gray8 = PixelFormat(.gray)
    /// Gray and straight alpha, 8 bits each.
    public static let grayAlpha8 = PixelFormat(.grayAlpha)
    /// Red, green and blue, 8 bits each.
    public static let rgb8 = PixelFormat(.rgb)
    /// Red, green, blue and straight alpha, 8 bits each.
    public static let rgba8 = PixelFormat(.rgba)
    /// Gray, 16 bits.
    public static let gray16 = PixelFormat(.gray, depth: .sixteen)
    /// Gray and straight alpha, 16 bits each.
    public static let grayAlpha16 = PixelFormat(.grayAlpha, depth: .sixteen)
    /// Red, green and blue, 16 bits each.
    public static let rgb16 = PixelFormat(.rgb, depth: .sixteen)
    /// Red, green, blue and straight alpha, 16 bits each.
    public static let rgba16 = PixelFormat(.rgba, depth: .sixteen)

    /// The format with the colors multiplied by alpha. A format without alpha stays as it is.
    public var premultiplied: PixelFormat { PixelFormat(channels, depth: depth, isPremultiplied: true) }

    /// Two formats are equal if they lay out pixels in the same way.
    public static func == (first: PixelFormat, second: PixelFormat) -> Bool {
        first.channels == second.channels && first.depth == second.depth
            && first.isPremultiplied == second.isPremultiplied
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(channels)
        hasher.combine(depth)
        hasher.combine(isPremultiplied)
    }
}

extension PixelFormat: CustomStringConvertible {
    /// A description such as `RGBA, 8 bits, premultiplied`.
    public var description: String {
        let names =
            switch channels {
            case .gray: "gray"
            case .grayAlpha: "gray and alpha"
            case .rgb: "RGB"
            case .rgba: "RGBA"
            }
        return "\(names), \(depth.rawValue) bits" + (isPremultiplied ? ", premultiplied" : "")
    }
}
