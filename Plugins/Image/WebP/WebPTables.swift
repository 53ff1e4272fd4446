import Mimeograph
import MimeographImage

/// What libwebp allocates for the prefix codes of a lossless picture, read from the picture before libwebp sees it.
///
/// A lossless picture may have up to 65,536 groups of five prefix codes, and libwebp allocates the tables of all groups, 20 KB each, before
/// it reads the first: 1.3 GB for a picture of a megapixel and 131 KB. How many there are stands in a small image behind the transforms,
/// in which each block of pixels has the number of its group. So these are decoded here as far as that.
///
/// ```swift
/// switch WebPTables.bytes(picture, from: 40, width: 1024, height: 1024) {
/// case .some(let bytes): try imageLimits.reserve(bytes: bytes)
/// case .truncated, .corrupt: break  // libwebp does not come to its tables either
/// }
/// ```
/// Source: RFC 9649 §3.
struct WebPTables {
    /// What came of reading.
    enum Outcome: Equatable {
        /// So many bytes are allocated.
        case some(Int)
        /// The picture goes on behind the bytes that are there.
        case truncated
        /// This is no picture that can be decoded.
        case corrupt
    }

    private var bits: WebPBits
    /// The width of what is stored, of which several pixels may lie in one.
    private var width: Int
    private let height: Int

    /// The bytes for the tables of a picture, and for its small images.
    ///
    /// - Parameters:
    ///   - bytes: The picture, which may not be all there.
    ///   - start: The number of the first bit behind its size.
    static func bytes(_ bytes: Span<UInt8>, from start: Int, width: Int, height: Int) -> Outcome {
        var tables = WebPTables(bits: WebPBits(bytes, from: start), width: width, height: height)
        let outcome = tables.read(bytes)
        return tables.bits.isOver ? .truncated : outcome
    }

    /// The most that a picture of that size can have libwebp allocate, in so many bytes.
    static func mostBytes(width: Int, height: Int, in count: Int) -> Int {
        let pixels = width * height
        // Up to 1,000 the number may be any, above that libwebp counts those that are used, each of which takes a block and its bits.
        var groups = min(1 << 16, blocks(width, 2) * blocks(height, 2))
        while groups > 1_000, groups * (Int.bitWidth - 1 - groups.leadingZeroBitCount) > count * 8 {
            groups -= groups / 8
        }
        let most = max(groups + groups / 7 + 1, min(1_000, pixels))
        return size(groups: most, cacheBits: 11) + 3 * 4 * blocks(width, 2) * blocks(height, 2)
    }

    /// The bytes of groups: the tables of each for all lengths of the longest codes, four bytes an entry, and where they are; and what tells
    /// which numbers are used.
    private static func size(groups: Int, cacheBits: Int) -> Int {
        let entries = 2_300 + (cacheBits == 11 ? 2_704 : cacheEntries[cacheBits])
        return groups * (entries * 4 + 576) + 1 << 18 + 4 << cacheBits
    }

    /// The entries of a table for green, by the bits of the colour cache.
    private static let cacheEntries = [654, 656, 658, 662, 670, 686, 718, 782, 912, 1_168, 1_680, 2_704]

    /// How many blocks a side has.
    private static func blocks(_ side: Int, _ bits: Int) -> Int { (side + 1 << bits - 1) >> bits }

    private mutating func read(_ bytes: Span<UInt8>) -> Outcome {
        var images = 0
        var transforms = Set<Int>()
        while bits.read(bytes, 1) == 1 {
            let transform = bits.read(bytes, 2)
            guard transforms.insert(transform).inserted else { return .corrupt }
            var size = (width: 0, height: 0)
            switch transform {
            case 0, 1:
                let side = bits.read(bytes, 3) + 2
                size = (Self.blocks(width, side), Self.blocks(height, side))
            case 3:
                size = (bits.read(bytes, 8) + 1, 1)
                width = Self.blocks(width, size.width > 16 ? 0 : size.width > 4 ? 1 : size.width > 2 ? 2 : 3)
            default: continue
            }
            var none: [UInt32] = []
            if let failure = readImage(bytes, size, isKept: false, into: &none) { return failure }
            images += size.width * size.height
        }
        guard let cacheBits = readCacheBits(bytes) else { return .corrupt }
        var groups = 1
        if bits.read(bytes, 1) == 1 {
            let side = bits.read(bytes, 3) + 2
            let size = (width: Self.blocks(width, side), height: Self.blocks(height, side))
            var numbers: [UInt32] = []
            if let failure = readImage(bytes, size, isKept: true, into: &numbers) { return failure }
            images += numbers.count
            groups = countGroups(numbers)
        }
        return .some(Self.size(groups: groups, cacheBits: cacheBits) + images * 4)
    }

    /// As many groups as libwebp makes tables for: all up to the largest number, or those that are used.
    private func countGroups(_ pixels: [UInt32]) -> Int {
        var isUsed = [Bool](repeating: false, count: 1 << 16)
        var used = 0
        var last = 0
        for pixel in pixels {
            let number = Int(pixel >> 8 & 0xFFFF)
            if !isUsed[number] { used += 1 }
            isUsed[number] = true
            last = max(last, number)
        }
        return last >= 1_000 || last >= width * height ? used : last + 1
    }

    /// The bits of the colour cache; nil where they are none.
    private mutating func readCacheBits(_ bytes: Span<UInt8>) -> Int? {
        if bits.read(bytes, 1) == 0 { return 0 }
        let count = bits.read(bytes, 4)
        return count >= 1 && count <= 11 ? count : nil
    }

    // MARK: Small images

    /// What an image has behind its prefix codes for the green of a pixel: 256 values and 24 prefixes of lengths.
    private static let lengthsEnd = 256 + 24

    /// Reads an image that has one group.
    ///
    /// - Parameters:
    ///   - isKept: Whether the pixels are wanted; else they are only passed over.
    ///   - pixels: Where they go, alpha in the highest byte.
    /// - Returns: What is wrong with it.
    private mutating func readImage(
        _ bytes: Span<UInt8>,
        _ size: (width: Int, height: Int),
        isKept: Bool,
        into pixels: inout [UInt32]
    ) -> Outcome? {
        guard let cacheBits = readCacheBits(bytes) else { return .corrupt }
        let cacheSize = cacheBits > 0 ? 1 << cacheBits : 0
        guard let green = WebPPrefixCode(bytes, &bits, symbols: Self.lengthsEnd + cacheSize),
            let red = WebPPrefixCode(bytes, &bits, symbols: 256),
            let blue = WebPPrefixCode(bytes, &bits, symbols: 256),
            let alpha = WebPPrefixCode(bytes, &bits, symbols: 256),
            let distances = WebPPrefixCode(bytes, &bits, symbols: 40)
        else { return .corrupt }
        let count = size.width * size.height
        if isKept { pixels.reserveCapacity(count) }
        var cache = [UInt32](repeating: 0, count: isKept ? cacheSize : 0)
        func remember(_ pixel: UInt32) {
            if cache.isEmpty { return }
            cache[Int((0x1E35_A7BD &* pixel) >> UInt32(32 - cacheBits))] = pixel
        }
        var done = 0
        while done < count {
            if bits.isOver { return .truncated }
            let symbol = green.read(bytes, &bits)
            if symbol < 256 {
                var pixel = UInt32(symbol) << 8
                pixel |= UInt32(red.read(bytes, &bits)) << 16
                pixel |= UInt32(blue.read(bytes, &bits))
                pixel |= UInt32(alpha.read(bytes, &bits)) << 24
                if isKept {
                    pixels.append(pixel)
                    remember(pixel)
                }
                done += 1
            } else if symbol < Self.lengthsEnd {
                let length = readNumber(bytes, symbol - 256)
                let code = readNumber(bytes, distances.read(bytes, &bits))
                let distance = Self.distance(code, width: size.width)
                guard distance <= done, length <= count - done else { return bits.isOver ? .truncated : .corrupt }
                if isKept {
                    for _ in 0..<length {
                        pixels.append(pixels[pixels.count - distance])
                        remember(pixels[pixels.count - 1])
                    }
                }
                done += length
            } else {
                if isKept {
                    pixels.append(cache[symbol - Self.lengthsEnd])
                    remember(pixels[pixels.count - 1])
                }
                done += 1
            }
        }
        return nil
    }

    /// A length or a code of a distance, whose prefix says how many bits follow. Source: RFC 9649 §3.6.2.2.
    private mutating func readNumber(_ bytes: Span<UInt8>, _ prefix: Int) -> Int {
        if prefix < 4 { return prefix + 1 }
        let extra = (prefix - 2) >> 1
        return (2 + prefix & 1) << extra + bits.read(bytes, extra) + 1
    }

    /// How many pixels back a code points, in rows from left to right. Source: RFC 9649 §3.6.2.2.
    private static func distance(_ code: Int, width: Int) -> Int {
        if code > near.count { return code - near.count }
        let (left, up) = near[code - 1]
        return max(1, up * width + left)
    }

    /// The pixels around one that have codes of their own, the nearest first: of those as far the ones in its column, and of two in a row
    /// the one to the left.
    private static let near: [(left: Int, up: Int)] = {
        var all: [(left: Int, up: Int)] = []
        for up in 0...7 { for left in -7...8 where up > 0 || left > 0 { all.append((left, up)) } }
        func rank(_ pixel: (left: Int, up: Int)) -> Int {
            let far = pixel.left * pixel.left + pixel.up * pixel.up
            return far << 8 | abs(pixel.left) << 1 | (pixel.left < 0 ? 1 : 0)
        }
        return all.sorted { rank($0) < rank($1) }
    }()
}
