import Mimeograph
import MimeographTree

/// Finds where values end that stand one after the other, without reading them, while their bytes arrive.
///
/// It looks at each head once, whatever the sizes of the windows, passes over strings and data, and keeps the number of items
/// that the open containers still need. For every valid value the end is exact. Text is left to ``MessagePackScanner``.
///
/// For `92 01` in one window and `A1 61 C0` in the next, the first gives no end, and the second gives 2, the offset after `61`.
struct MessagePackValueBounds: Sendable {
    private let limits: DecodingLimits
    /// Items that are left in the containers around the innermost.
    private var outer: [Int] = []
    /// Items that are left in the innermost container; 1 before a value.
    private var remaining = 1
    /// Bytes of content to pass over.
    private var skipped = 0
    /// The head whose number is not complete, what is there of it, and the bytes that it lacks.
    private var head: UInt8 = 0
    private var number = 0
    private var missing = 0
    /// The offset of the head in the stream.
    private var headOffset = 0
    /// The offset in the stream of the value's first byte.
    private var start = 0
    /// Bytes that were seen, of all values.
    private(set) var offset = 0

    init(limits: DecodingLimits) { self.limits = limits }

    /// Whether some bytes of a value were seen and not all of them: the stream must not end here.
    var isInValue: Bool { offset > start }

    /// The offset in the window after the value's last byte, or nil where that lies beyond the window. The next value begins
    /// there; call it again with that start.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/limitExceeded``, with the offset in the stream.
    mutating func end(in window: Span<UInt8>, from start: Int = 0) throws(SerializationError) -> Int? {
        do throws(TapeParseError) {
            return try find(in: window, from: start)
        } catch {
            throw error.error(limits: limits, remedy: MessagePackScanner.remedy)
        }
    }

    private mutating func find(in window: Span<UInt8>, from first: Int) throws(TapeParseError) -> Int? {
        var cursor = first
        while cursor < window.count {
            if skipped > 0 {
                let step = min(skipped, window.count - cursor)
                skipped -= step
                cursor += step
                offset += step
            } else {
                let byte = window[cursor]
                cursor += 1
                offset += 1
                if missing > 0 {
                    number = number << 8 | Int(byte)
                    missing -= 1
                    if missing == 0 { try enter(head, number) }
                } else {
                    try begin(byte)
                }
            }
            if skipped > 0 || missing > 0 { continue }
            while remaining == 0 {
                guard let next = outer.popLast() else {
                    remaining = 1
                    self.start = offset
                    return cursor
                }
                remaining = next
            }
        }
        return nil
    }

    private mutating func begin(_ byte: UInt8) throws(TapeParseError) {
        headOffset = offset - 1
        remaining -= 1
        try check(bytes: 0)
        switch byte {
        case 0x80...0x8F: try open(2 * Int(byte & 0x0F))
        case 0x90...0x9F: try open(Int(byte & 0x0F))
        case 0xA0...0xBF: try skip(Int(byte & 0x1F))
        case 0xC1: throw TapeParseError("A value begins with 0xC1, which is never used.", at: headOffset)
        case 0xC4...0xC6: wait(byte, 1 << Int(byte - 0xC4))
        case 0xC7...0xC9: wait(byte, 1 << Int(byte - 0xC7))
        case 0xCA: try skip(4)
        case 0xCB: try skip(8)
        case 0xCC...0xCF: try skip(1 << Int(byte - 0xCC))
        case 0xD0...0xD3: try skip(1 << Int(byte - 0xD0))
        case 0xD4...0xD8: try skip(1 + 1 << Int(byte - 0xD4))
        case 0xD9...0xDB: wait(byte, 1 << Int(byte - 0xD9))
        case 0xDC...0xDD: wait(byte, 2 << Int(byte - 0xDC))
        case 0xDE...0xDF: wait(byte, 2 << Int(byte - 0xDE))
        default: break
        }
    }

    private mutating func wait(_ head: UInt8, _ size: Int) {
        self.head = head
        number = 0
        missing = size
    }

    /// Goes on where the number after a head is complete.
    private mutating func enter(_ head: UInt8, _ number: Int) throws(TapeParseError) {
        switch head {
        case 0xC7...0xC9: try skip(number + 1)
        case 0xDC...0xDD: try open(number)
        case 0xDE...0xDF: try open(2 * number)
        default: try skip(number)
        }
    }

    private mutating func open(_ items: Int) throws(TapeParseError) {
        if outer.count >= limits.depth { throw .depth(at: headOffset) }
        if items / 2 > limits.elements { throw .elements(at: headOffset) }
        try check(bytes: items)
        outer.append(remaining)
        remaining = items
    }

    private mutating func skip(_ count: Int) throws(TapeParseError) {
        try check(bytes: count)
        skipped = count
    }

    /// Refuses a value that will be larger than the limit before its bytes are waited for.
    private func check(bytes count: Int) throws(TapeParseError) {
        let seen = offset - start
        if seen > limits.inputBytes || count > limits.inputBytes - seen { throw .inputBytes(at: headOffset) }
    }
}
