import MimeographTree

/// A block in two words, for all other processors.
///
/// Subtracting 1 from a zero byte sets its highest bit, so `word ^ backslashes` minus ones marks backslashes. With bit 1 of each
/// byte flipped, quotation marks are 0x20 and control characters stay below it, so subtracting 0x21 marks both. A borrow can mark
/// only bytes above one that is already marked, and only the lowest mark counts.
struct JSONPortableBlock: JSONBlockOperations {
    private let first: UInt64
    private let second: UInt64

    @inline(__always)
    init(_ source: JSONBytes, at offset: Int) {
        first = source.word(at: offset)
        second = source.word(at: offset &+ 8)
    }

    @inline(__always)
    var plainLength: Int {
        JSONPortableBlock.indexOfLowestBit(JSONPortableBlock.marks(first), JSONPortableBlock.marks(second))
    }

    @inline(__always)
    static func plainEnd(_ source: JSONBytes, from start: Int) -> Int {
        var cursor = start
        while true {
            let low = marks(source.word(at: cursor))
            let high = marks(source.word(at: cursor &+ 8))
            if low | high != 0 { return cursor &+ indexOfLowestBit(low, high) }
            cursor &+= 16
        }
    }

    /// Returns the highest bit of each byte that is not plain text; only the lowest mark is exact.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotesAndControls = (word ^ (ones &* 0x02)) &- ones &* 0x21
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        return (quotesAndControls | backslashes | word) & (ones &* 0x80)
    }

    /// Returns the index of the byte with the lowest bit that is set in two words, or 16 if no bit is set.
    @inline(__always)
    private static func indexOfLowestBit(_ low: UInt64, _ high: UInt64) -> Int {
        let later = 8 &+ high.trailingZeroBitCount &>> 3
        return low == 0 ? later : low.trailingZeroBitCount &>> 3
    }

    @inline(__always)
    var spaceLength: Int {
        JSONPortableBlock.indexOfLowestBit(first ^ 0x2020_2020_2020_2020, second ^ 0x2020_2020_2020_2020)
    }

    @inline(__always)
    static func areSpaces(_ source: JSONBytes, at offset: Int, mask: UInt32) -> Bool {
        let length = (~mask).trailingZeroBitCount
        return areZero(length) { source.word(at: offset &+ $0) ^ 0x2020_2020_2020_2020 }
    }

    @inline(__always)
    static func areEqual(_ source: JSONBytes, at offset: Int, and other: Int, length: UInt32) -> Bool {
        var length = Int(length)
        var (offset, other) = (offset, other)
        if length > 32 {
            let start = areZero(32) { source.word(at: offset &+ $0) ^ source.word(at: other &+ $0) }
            if !start { return false }
            offset &+= 32
            other &+= 32
            length &-= 32
        }
        return areZero(length) { source.word(at: offset &+ $0) ^ source.word(at: other &+ $0) }
    }

    /// Whether the first `length` of 32 bytes are zero; `word` returns eight bytes from an offset.
    ///
    /// From eight bytes on no branch depends on the length, which a processor could not predict. No word reaches beyond the last
    /// byte, so the words overlap.
    @inline(__always)
    private static func areZero(_ length: Int, _ word: (Int) -> UInt64) -> Bool {
        if length < 8 { return word(0) & ~(UInt64.max &<< UInt64(truncatingIfNeeded: length &* 8)) == 0 }
        let last = length &- 8
        return word(0) | word(min(8, last)) | word(min(16, last)) | word(last) == 0
    }

    @inline(__always)
    var beginsWithFourTriples: Bool {
        if first & 0xC0F0_C0C0_F0C0_C0F0 != 0x80E0_8080_E080_80E0 || second & 0xC0C0_F0C0 != 0x8080_E080 {
            return false
        }
        return !JSONPortableBlock.needsLook(first) && !JSONPortableBlock.needsLook(first &>> 24)
            && !JSONPortableBlock.needsLook(first &>> 48) && !JSONPortableBlock.needsLook(second &>> 8)
    }

    /// Whether the second byte of the character that begins here has narrower bounds than other continuation bytes.
    @inline(__always)
    private static func needsLook(_ word: UInt64) -> Bool {
        word & 0xFF == 0xE0 || word & 0xFF == 0xED
    }

    @inline(__always)
    var digits: (length: Int, first: UInt64, second: UInt64) {
        let values = first &- 0x3030_3030_3030_3030
        let marks = JSONPortableBlock.others(first, values)
        if marks != 0 {
            return (marks.trailingZeroBitCount &>> 3, JSONPortableBlock.value(values, before: marks), 0)
        }
        let rest = second &- 0x3030_3030_3030_3030
        let last = JSONPortableBlock.others(second, rest)
        return (
            8 &+ last.trailingZeroBitCount &>> 3, JSONPortableBlock.value(values),
            JSONPortableBlock.value(rest, before: last)
        )
    }

    /// Returns the highest bit of each byte that is not a digit; only the lowest mark is exact.
    @inline(__always)
    private static func others(_ word: UInt64, _ values: UInt64) -> UInt64 {
        // Bytes below the digits borrow, and bytes above them carry into the highest bit. Only marks above the lowest can be
        // wrong.
        (values | (word &+ 0x4646_4646_4646_4646)) & 0x8080_8080_8080_8080
    }

    /// Returns the number of the digits below the lowest mark, followed by zeros.
    @inline(__always)
    private static func value(_ values: UInt64, before marks: UInt64) -> UInt64 {
        // With the marks moved to the lowest bits, subtracting one sets all bits below the lowest mark.
        let lowest = marks &>> 7
        return value(values & (lowest &- 1) & ~lowest)
    }

    /// Returns the number of eight digits, the first in the lowest bits.
    @inline(__always)
    private static func value(_ digits: UInt64) -> UInt64 {
        let pairs = digits &* 10 &+ digits &>> 8
        let first = (pairs & 0x0000_00FF_0000_00FF) &* (100 &+ 1_000_000 &<< 32)
        let second = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* (1 &+ 10_000 &<< 32)
        return (first &+ second) &>> 32
    }
}
