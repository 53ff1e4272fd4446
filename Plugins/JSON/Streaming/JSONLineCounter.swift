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
        while window.count - cursor >= 64 {
            let (feeds, hasReturn) = JSONByteSearch.lineEnds(in: window, at: cursor)
            if hasReturn || isAfterReturn {
                count(window, from: cursor, to: cursor + 64)
            } else if feeds > 0 {
                line += feeds
                var last = cursor + 63
                while window[last] != 0x0A { last -= 1 }
                lineStart = position + last + 1
            }
            cursor += 64
        }
        count(window, from: cursor, to: window.count)
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
    /// How many of 64 bytes are line feeds, and whether one is a carriage return.
    @inline(__always)
    static func lineEnds(in window: Span<UInt8>, at offset: Int) -> (feeds: Int, hasReturn: Bool) {
        // SAFETY: the elements are bytes.
        let bytes = unsafe window.bytes
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        var feeds: UInt64 = 0
        var returns: UInt64 = 0
        for word in 0..<8 {
            let word = load(bytes, offset &+ word &* 8)
            let feed = word ^ (ones &* 0x0A)
            // Adding 0x7F to seven bits sets the eighth unless they are zero, so that each mark is exact.
            feeds &+= ~((feed & low &+ low) | feed | low) &>> 7
            returns |= zeros(word ^ (ones &* 0x0D))
        }
        return (Int(truncatingIfNeeded: (feeds &* ones) &>> 56), returns != 0)
    }
}
