import Mimeograph

/// A counter of the lines of a stream, so that an error far into it can report its location.
///
/// LF, CR and CRLF each end a line, as in ``SourceLocation``.
struct JSONLineCounter: Sendable {
    /// The number of counted bytes.
    private(set) var position = 0
    private var line = 1
    private var lineStart = 0
    private var isAfterReturn = false

    /// The location after the counted bytes.
    var location: SourceLocation { SourceLocation(offset: position, line: line, column: position - lineStart + 1) }

    /// Counts the lines in bytes that follow the ones counted before.
    mutating func advance(over window: Span<UInt8>) {
        // SAFETY: the elements are bytes.
        let bytes = unsafe window.bytes
        var cursor = 0
        while window.count &- cursor >= 64 {
            let block = JSONWindowBlock(bytes, at: cursor)
            // Most texts are compact and have long runs without control characters.
            if block.hasControls {
                count(feeds: block.mask(of: 0x0A), returns: block.mask(of: 0x0D), length: 64, at: position &+ cursor)
            } else {
                isAfterReturn = false
            }
            cursor &+= 64
        }
        var feeds: UInt64 = 0
        var returns: UInt64 = 0
        for index in cursor..<window.count {
            let byte = window[index]
            if byte == 0x0A { feeds |= 1 &<< UInt64(index &- cursor) }
            if byte == 0x0D { returns |= 1 &<< UInt64(index &- cursor) }
        }
        count(feeds: feeds, returns: returns, length: window.count &- cursor, at: position &+ cursor)
        position += window.count
    }

    /// Counts the lines that end in up to 64 bytes; the words have a bit for each byte.
    private mutating func count(feeds: UInt64, returns: UInt64, length: Int, at start: Int) {
        if length == 0 { return }
        let ends = feeds | returns
        if ends != 0 {
            // A line feed after a carriage return does not end another line.
            let seconds = feeds & (returns &<< 1 | (isAfterReturn ? 1 : 0))
            line += ends.nonzeroBitCount - seconds.nonzeroBitCount
            lineStart = start + 64 - ends.leadingZeroBitCount
        }
        isAfterReturn = returns >> UInt64(length - 1) & 1 == 1
    }
}

/// A search for a byte in a window of a stream.
enum JSONByteSearch {
    /// Returns the offset of the first such byte, or nil if there is none.
    static func first(_ byte: UInt8, in window: Span<UInt8>, from start: Int) -> Int? {
        // SAFETY: the elements are bytes.
        let bytes = unsafe window.bytes
        var cursor = start
        while window.count &- cursor >= 64 {
            let block = JSONWindowBlock(bytes, at: cursor)
            if block.contains(byte) { return cursor &+ block.mask(of: byte).trailingZeroBitCount }
            cursor &+= 64
        }
        while cursor < window.count {
            if window[cursor] == byte { return cursor }
            cursor &+= 1
        }
        return nil
    }
}
