import Mimeograph
import MimeographImage

/// The memory that libwebp allocates for the prefix codes of a lossless picture, computed from the picture before libwebp reads
/// it.
///
/// A lossless picture may have up to 65,536 groups of five prefix codes. libwebp allocates the tables of all groups, 20 KB each,
/// before it reads the first: 1.3 GB for a picture of a megapixel and 131 KB. Their number follows from a small image after the
/// transforms that assigns a group to each block of pixels. So the picture is decoded up to there.
///
/// ```swift
/// switch WebPTables.bytes(picture, from: 40, width: 1024, height: 1024) {
/// case .some(let bytes): try imageLimits.reserve(bytes: bytes)
/// case .truncated, .corrupt: break  // libwebp does not come to its tables either
/// }
/// ```
/// Source: RFC 9649 §3.
struct WebPTables {
    /// The outcome of reading.
    enum Outcome: Equatable {
        /// libwebp allocates this number of bytes.
        case some(Int)
        /// The picture continues after the bytes that have arrived.
        case truncated
        /// The picture cannot be decoded.
        case corrupt
    }

    private var bits: WebPBits
    /// The width of the stored pixels, each of which may pack several pixels of the picture.
    private var width: Int
    private let height: Int

    /// Returns the memory for the tables of a picture and for its small images, in bytes.
    ///
    /// - Parameters:
    ///   - bytes: The picture, which may be incomplete.
    ///   - start: The index of the first bit after its size.
    static func bytes(_ bytes: Span<UInt8>, from start: Int, width: Int, height: Int) -> Outcome {
        var tables = WebPTables(bits: WebPBits(bytes, from: start), width: width, height: height)
        let outcome = tables.read(bytes)
        return tables.bits.isOver ? .truncated : outcome
    }

    /// Returns the largest memory that libwebp may allocate for a picture of that size stored in `count` bytes.
    static func mostBytes(width: Int, height: Int, in count: Int) -> Int {
        let pixels = width * height
        // Up to 1,000, group numbers may be arbitrary. Above that, libwebp counts only the used ones, each of which takes a block
        // and its bits.
        var groups = min(1 << 16, blocks(width, 2) * blocks(height, 2))
        while groups > 1_000, groups * (Int.bitWidth - 1 - groups.leadingZeroBitCount) > count * 8 {
            groups -= groups / 8
        }
        let most = max(groups + groups / 7 + 1, min(1_000, pixels))
        return size(groups: most, cacheBits: 11) + 3 * 4 * blocks(width, 2) * blocks(height, 2)
    }

    /// Returns the size of groups in bytes: the tables of each group at their largest size with four bytes an entry, their
    /// pointers, and the marks of used group numbers.
    private static func size(groups: Int, cacheBits: Int) -> Int {
        let entries = 2_300 + (cacheBits == 11 ? 2_704 : cacheEntries[cacheBits])
        return groups * (entries * 4 + 576) + 1 << 18 + 4 << cacheBits
    }

    /// The entries of a table for green, by the bits of the color cache.
    private static let cacheEntries = [654, 656, 658, 662, 670, 686, 718, 782, 912, 1_168, 1_680, 2_704]

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

    /// Returns the number of groups for which libwebp allocates tables: all up to the largest number, or only those in use.
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

    /// Reads the bits of the color cache. Returns nil if they are not valid.
    private mutating func readCacheBits(_ bytes: Span<UInt8>) -> Int? {
        if bits.read(bytes, 1) == 0 { return 0 }
        let count = bits.read(bytes, 4)
        return count >= 1 && count <= 11 ? count : nil
    }

    // MARK: Small images

    /// The number of literal and length symbols in the prefix code for green: 256 values and 24 length prefixes.
    private static let lengthsEnd = 256 + 24

    /// Reads an image with a single group.
    ///
    /// - Parameters:
    ///   - isKept: Whether the pixels are stored. If not, they are skipped.
    ///   - pixels: Receives the pixels, with alpha in the highest byte.
    /// - Returns: The error, or nil.
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

    /// Reads a length or a distance code, whose prefix determines the number of further bits. Source: RFC 9649 §3.6.2.2.
    private mutating func readNumber(_ bytes: Span<UInt8>, _ prefix: Int) -> Int {
        if prefix < 4 { return prefix + 1 }
        let extra = (prefix - 2) >> 1
        return (2 + prefix & 1) << extra + bits.read(bytes, extra) + 1
    }

    /// Returns the distance for a code, in pixels in row order. Source: RFC 9649 §3.6.2.2.
    private static func distance(_ code: Int, width: Int) -> Int {
        if code > near.count { return code - near.count }
        let (left, up) = near[code - 1]
        return max(1, up * width + left)
    }

    /// The neighboring pixels that have their own codes, the nearest first. At equal distance, the one in the nearer column comes
    /// first, and of two in a row the left one.
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
