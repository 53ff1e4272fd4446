import Mimeograph

/// Counts the lines of a stream as its bytes go by, so that an error far into it can say where it is.
///
/// LF, CR and CRLF each end a line, as in ``SourceLocation``.
struct JSONLineCounter: Sendable {
    /// Bytes that were counted.
    private(set) var position = 0
    private var line = 1
    private var lineStart = 0
    private var isAfterReturn = false

    /// The place after the bytes that were counted.
    var location: SourceLocation { SourceLocation(offset: position, line: line, column: position - lineStart + 1) }

    /// Counts these bytes, which follow those that were counted before.
    mutating func advance(over window: Span<UInt8>) {
        var cursor = 0
        if isAfterReturn, window.count > 0 {
            count(window, from: 0, to: 1)
            cursor = 1
        }
        // The last byte is looked at on its own, as the search looks ahead by one.
        let end = max(cursor, (window.count - 1 - cursor) / 32 * 32 + cursor)
        let ends = JSONByteSearch.lineEnds(in: window, from: cursor, to: end)
        if ends > 0 {
            line += ends
            lineStart = position + JSONByteSearch.lastLineEnd(in: window, before: end) + 1
            isAfterReturn = false
        }
        count(window, from: end, to: window.count)
        position += window.count
    }

    private mutating func count(_ window: Span<UInt8>, from start: Int, to end: Int) {
        for index in start..<end {
            let byte = window[index]
            if byte == 0x0A || byte == 0x0D {
                if byte == 0x0D || !isAfterReturn { line += 1 }
                lineStart = position + index + 1
            }
            isAfterReturn = byte == 0x0D
        }
    }
}

extension JSONByteSearch {
    /// How many lines end between two offsets, which are a multiple of 32 bytes apart; the byte after them is looked at, too.
    ///
    static func lineEnds(in window: Span<UInt8>, from start: Int, to end: Int) -> Int {
        precondition(start >= 0 && (start == end || end < window.count))
        // SAFETY: the elements are bytes.
        let bytes = unsafe window.bytes
        var total = 0
        var cursor = start
        while cursor < end {
            // So many turns cannot overflow a byte.
            let stop = min(end, cursor &+ 8 &* 64)
            var controls: UInt64 = 0
            var others: UInt64 = 0
            var offset = cursor
            while offset < stop {
                // SAFETY: `stop` is a multiple of 32 bytes away, and lies in the window.
                unsafe controls |= control(bytes, offset) | control(bytes, offset &+ 8)
                unsafe others |= control(bytes, offset &+ 16) | control(bytes, offset &+ 24)
                offset &+= 32
            }
            controls |= others
            // Most texts are compact, and have long runs without any control character.
            if controls & highs != 0 { total += lineEnds(bytes, from: cursor, to: stop) }
            cursor = stop
        }
        return total
    }

    /// The offset of the last carriage return or line feed before another offset; -1 where there is none.
    static func lastLineEnd(in window: Span<UInt8>, before end: Int) -> Int {
        // SAFETY: the elements are bytes.
        let bytes = unsafe window.bytes
        var cursor = end
        while cursor >= 8 {
            let word = load(bytes, cursor &- 8)
            if matches(word, 0x0A) | matches(word, 0x0D) != 0 { break }
            cursor &-= 8
        }
        while cursor > 0 {
            cursor &-= 1
            if window[cursor] == 0x0A || window[cursor] == 0x0D { return cursor }
        }
        return -1
    }

    /// The highest bit of each byte set that is a control character; only the lowest is exact.
    @unsafe
    @inline(__always)
    private static func control(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
        // SAFETY: the caller vouches for eight bytes at the offset.
        let word = unsafe loadUnchecked(bytes, offset)
        return (word &- (ones &* 0x20)) & ~word
    }

    private static func lineEnds(_ bytes: RawSpan, from start: Int, to end: Int) -> Int {
        var feeds: UInt64 = 0
        var returns: UInt64 = 0
        var offset = start
        while offset < end {
            let word = load(bytes, offset)
            feeds &+= matches(word, 0x0A)
            returns &+= matches(word, 0x0D)
            offset &+= 8
        }
        return sum(feeds) + (returns == 0 ? 0 : sum(returns) - returnsBeforeFeeds(bytes, from: start, to: end))
    }

    /// How many carriage returns stand before a line feed, which is where the line ends.
    private static func returnsBeforeFeeds(_ bytes: RawSpan, from start: Int, to end: Int) -> Int {
        var pairs: UInt64 = 0
        for offset in stride(from: start, to: end, by: 8) {
            pairs &+= matches(load(bytes, offset), 0x0D) & matches(load(bytes, offset &+ 1), 0x0A)
        }
        return sum(pairs)
    }

    /// A word with a one in each byte that has that value.
    @inline(__always)
    static func matches(_ word: UInt64, _ byte: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let other = word ^ (ones &* byte)
        // Adding 0x7F to seven bits sets the eighth unless they are zero, so that each mark is exact.
        return ~(((other & low) &+ low) | other | low) &>> 7
    }

    /// The sum of the bytes of a word.
    @inline(__always)
    static func sum(_ counts: UInt64) -> Int {
        let even = counts & 0x00FF_00FF_00FF_00FF
        let odd = (counts &>> 8) & 0x00FF_00FF_00FF_00FF
        return Int(truncatingIfNeeded: ((even &+ odd) &* 0x0001_0001_0001_0001) &>> 48)
    }
}
