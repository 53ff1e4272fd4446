/// A reader of the bits of a lossless picture, the lowest of each byte first.
///
/// As in libwebp, bits past the end are zeros, and ``isOver`` is true if any were read. The bytes are passed to each call,
/// because a span cannot be stored.
///
/// Source: RFC 9649 §3.3.
struct WebPBits {
    /// The index of the next bit.
    private(set) var position: Int
    /// The number of bits that may be read.
    private let count: Int

    init(_ bytes: Span<UInt8>, from position: Int) {
        self.position = position
        // libwebp loads eight bytes at once, and treats missing ones as zeros.
        count = max(bytes.count, 8) * 8
    }

    /// Whether more bits were read than there are.
    var isOver: Bool { position > count }

    /// Returns the next bits, at most 24 of them, without consuming them.
    @inline(__always)
    func peek(_ bytes: Span<UInt8>, _ length: Int) -> Int {
        let first = position >> 3
        var word: UInt32 = 0
        for offset in 0..<4 where first + offset < bytes.count {
            word |= UInt32(bytes[first + offset]) << UInt32(8 * offset)
        }
        return Int(word >> UInt32(position & 7)) & (1 << length - 1)
    }

    /// Reads at most 24 bits as a number.
    @inline(__always)
    mutating func read(_ bytes: Span<UInt8>, _ length: Int) -> Int {
        let value = peek(bytes, length)
        position += length
        return value
    }

    /// Consumes bits that were peeked at.
    @inline(__always)
    mutating func skip(_ length: Int) { position += length }
}

/// A prefix code of a lossless picture, as a lookup table for the next bits.
///
/// Source: RFC 9649 §3.7.2.
struct WebPPrefixCode {
    /// For each value of the next bits, the symbol, and in the lowest four bits the length of its code.
    private var table: [UInt32] = []
    /// The length of the longest code in bits, or 0 if there is only one symbol.
    private let longest: Int

    /// The largest length of a code in bits.
    private static let mostBits = 15
    /// The order in which the lengths of the code length codes are stored.
    private static let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

    /// Reads a code. Returns nil if it is not valid.
    init?(_ bytes: Span<UInt8>, _ bits: inout WebPBits, symbols count: Int) {
        var lengths = [UInt8](repeating: 0, count: count)
        if bits.read(bytes, 1) == 1 {
            let isPair = bits.read(bytes, 1) == 1
            let first = bits.read(bytes, bits.read(bytes, 1) == 1 ? 8 : 1)
            // libwebp accepts symbols beyond the alphabet and ignores them.
            if first < count { lengths[first] = 1 }
            if isPair {
                let second = bits.read(bytes, 8)
                if second < count { lengths[second] = 1 }
            }
        } else {
            var inner = [UInt8](repeating: 0, count: Self.order.count)
            for index in 0..<bits.read(bytes, 4) + 4 { inner[Self.order[index]] = UInt8(bits.read(bytes, 3)) }
            guard let code = WebPPrefixCode(lengths: inner),
                Self.readLengths(bytes, &bits, by: code, into: &lengths)
            else { return nil }
        }
        self.init(lengths: lengths)
    }

    /// Reads the lengths of a code, which are coded themselves. Returns whether they are valid.
    private static func readLengths(
        _ bytes: Span<UInt8>,
        _ bits: inout WebPBits,
        by code: WebPPrefixCode,
        into lengths: inout [UInt8]
    ) -> Bool {
        var left = lengths.count
        if bits.read(bytes, 1) == 1 {
            left = 2 + bits.read(bytes, 2 + 2 * bits.read(bytes, 3))
            if left > lengths.count { return false }
        }
        var previous: UInt8 = 8
        var symbol = 0
        while symbol < lengths.count, left > 0 {
            left -= 1
            let length = code.read(bytes, &bits)
            if length < 16 {
                lengths[symbol] = UInt8(length)
                symbol += 1
                if length > 0 { previous = UInt8(length) }
                continue
            }
            let times =
                switch length {
                case 16: 3 + bits.read(bytes, 2)
                case 17: 3 + bits.read(bytes, 3)
                default: 11 + bits.read(bytes, 7)
                }
            if times > lengths.count - symbol { return false }
            for _ in 0..<times {
                lengths[symbol] = length == 16 ? previous : 0
                symbol += 1
            }
        }
        return true
    }

    /// Creates the code with these lengths, one for each symbol. Returns nil if codes remain without a symbol or symbols without
    /// a code.
    private init?(lengths: [UInt8]) {
        var counts = [Int](repeating: 0, count: Self.mostBits + 1)
        for length in lengths { counts[Int(length)] += 1 }
        let used = lengths.count - counts[0]
        guard used > 0 else { return nil }
        if used == 1 {
            longest = 0
            table = [UInt32(lengths.firstIndex { $0 > 0 } ?? 0) << 4]
            return
        }
        let longest = counts.lastIndex { $0 > 0 } ?? 0
        var next = [Int](repeating: 0, count: Self.mostBits + 2)
        for length in 1...longest {
            next[length + 1] = (next[length] + counts[length]) << 1
            // Codes are assigned in order, so the codes of a length must fit it.
            if next[length] + counts[length] > 1 << length { return nil }
        }
        guard next[longest] + counts[longest] == 1 << longest else { return nil }
        table = [UInt32](repeating: 0, count: 1 << longest)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let length = Int(length)
            // The first bit of a code is its highest.
            var index = 0
            for bit in 0..<length where next[length] >> bit & 1 == 1 { index |= 1 << (length - 1 - bit) }
            next[length] += 1
            while index < table.count {
                table[index] = UInt32(symbol << 4 | length)
                index += 1 << length
            }
        }
        self.longest = longest
    }

    /// Reads a symbol.
    @inline(__always)
    func read(_ bytes: Span<UInt8>, _ bits: inout WebPBits) -> Int {
        let entry = table[bits.peek(bytes, longest)]
        bits.skip(Int(entry & 15))
        return Int(entry >> 4)
    }
}
