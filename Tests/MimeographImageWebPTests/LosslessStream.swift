/// A lossless picture of one color, built bit by bit with any number of prefix code groups.
///
/// Source: RFC 9649 §3.
struct LosslessStream {
    private(set) var bytes: [UInt8] = []
    private var bits = 0
    private var count = 0

    /// - Parameters:
    ///   - groups: The number of groups, which the blocks of 4 by 4 pixels use in turn.
    ///   - cacheBits: The bits of the color cache, 0 for none.
    ///   - isAlpha: Whether it is the alpha of a lossy picture, which begins with its pixels.
    ///   - isWhole: Whether the codes of the groups and the pixels follow.
    init(width: Int, height: Int, groups: Int, cacheBits: Int = 11, isAlpha: Bool = false, isWhole: Bool = true) {
        if isAlpha {
            put(1, 8)
        } else {
            put(0x2F, 8)
            put(width - 1, 14)
            put(height - 1, 14)
            put(0, 4)
        }
        // The only transform subtracts green.
        put(0b101, 3)
        put(0, 1)
        put(cacheBits > 0 ? 1 : 0, 1)
        if cacheBits > 0 { put(cacheBits, 4) }
        // Groups, for blocks of 4 by 4 pixels, in an image without a cache.
        put(1, 1)
        put(0, 3)
        put(0, 1)
        eightBits(symbols: 280)
        eightBits(symbols: 256)
        for _ in 0..<3 { one(0) }
        for block in 0..<(width + 3) / 4 * ((height + 3) / 4) {
            let group = block % groups
            put(reversed(group & 0xFF), 8)
            put(reversed(group >> 8), 8)
        }
        if isWhole {
            // The only color takes no bits.
            for _ in 0..<groups { for symbol in [0x20, 0x10, 0x30, 0xFF, 0] { one(symbol) } }
        }
        put(0, 7)
    }

    /// Makes a picture of 48 by 36 pixels. Its 12 by 9 blocks have one group. The number of the group is written `count` times,
    /// copied once from the distance of `code`, and then written again.
    init(copyingAfter count: Int, from code: Int) {
        put(0x2F, 8)
        put(47, 14)
        put(35, 14)
        put(0, 4)
        // No transform, no cache, groups for blocks of 4 by 4 pixels in an image without a cache.
        put(0b100, 3)
        put(0, 3)
        put(0, 1)
        // One bit for green 0, and one for a copy of one pixel: the lengths are 1 and 0, with the zeros in three runs.
        put(0, 1)
        put(15 - 4, 4)
        for symbol in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11] { put(symbol == 1 || symbol == 18 ? 1 : 0, 3) }
        put(0, 1)
        for zeros in [138, 117] {
            put(zeros == 138 ? 0b10 : 1, zeros == 138 ? 2 : 1)
            put(zeros - 11, 7)
        }
        put(0b10, 2)
        put(23 - 11, 7)
        for _ in 0..<3 { one(0) }
        // The code as a prefix and its extra bits.
        var (prefix, extra) = (code - 1, 0)
        if code > 4 {
            extra = Int.bitWidth - 1 - (code - 1).leadingZeroBitCount - 1
            prefix = 2 * extra + (code - 1) >> extra
        }
        one(prefix)
        for _ in 0..<count { put(0, 1) }
        put(1, 1)
        put((code - 1) & (1 << extra - 1), extra)
        for _ in count + 1..<12 * 9 { put(0, 1) }
        for symbol in [0x20, 0x10, 0x30, 0xFF, 0] { one(symbol) }
        put(0, 7)
    }

    private mutating func put(_ value: Int, _ length: Int) {
        bits |= value << count
        count += length
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            count -= 8
        }
    }

    /// Writes a code with one symbol.
    private mutating func one(_ symbol: Int) {
        put(0b101, 3)
        put(symbol, 8)
    }

    /// Writes a code in which the first 256 symbols have eight bits, and the others have none.
    private mutating func eightBits(symbols: Int) {
        put(0, 1)
        // The lengths of the codes for 17, 18, and 0 to 8: one bit each for 18 and 8, or 8 alone, which takes no bits.
        put(12 - 4, 4)
        let hasOthers = symbols > 256
        for symbol in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8] {
            put(symbol == 8 || symbol == 18 && hasOthers ? 1 : 0, 3)
        }
        put(0, 1)
        guard hasOthers else { return }
        for _ in 0..<8 { put(0, 32) }
        put(1, 1)
        put(symbols - 256 - 11, 7)
    }

    private func reversed(_ value: Int) -> Int {
        (0..<8).reduce(0) { $0 | (value >> $1 & 1) << (7 - $1) }
    }
}
