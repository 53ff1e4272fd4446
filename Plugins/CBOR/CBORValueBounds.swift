import Mimeograph
import MimeographTree

/// Finds where the values of a CBOR sequence end, without reading them, while their bytes arrive.
///
/// It looks at each head once, whatever the sizes of the windows, passes over strings, and keeps the number of items that the
/// open containers still need. For every valid value the end is exact. Keys and UTF-8 are left to ``CBORScanner``.
///
/// For `9F 01` in one window and `FF F6` in the next, the first gives no end, and the second gives 1, the offset after `FF`.
///
/// Source: RFC 8742, RFC 8949 Appendix C.
struct CBORValueBounds: Sendable {
    private struct Frame {
        /// Items that are left, keys and values together; -1 until a break.
        var remaining: Int
        /// Whether a key was last, in a map of indefinite length.
        var isAfterKey = false
        var isMap = false
        /// The major type of the chunks of a string of indefinite length; else 0.
        var chunks: UInt8 = 0
    }

    private let limits: DecodingLimits
    private var outer: [Frame] = []
    private var open = Frame(remaining: 1)
    /// Bytes of content to pass over.
    private var skipped = 0
    /// The head whose number is not complete, what is there of it, and the bytes that it lacks.
    private var head: UInt8 = 0
    private var number: UInt64 = 0
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
            throw error.error(limits: limits, remedy: CBORScanner.remedy)
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
                    number = number << 8 | UInt64(byte)
                    missing -= 1
                    if missing == 0 { try enter(head, number) }
                } else {
                    try begin(byte)
                }
            }
            if skipped > 0 || missing > 0 { continue }
            while open.remaining == 0 {
                guard let next = outer.popLast() else {
                    open.remaining = 1
                    self.start = offset
                    return cursor
                }
                open = next
            }
        }
        return nil
    }

    private mutating func begin(_ byte: UInt8) throws(TapeParseError) {
        headOffset = offset - 1
        try check(bytes: 0)
        if byte == 0xFF, open.remaining < 0 {
            if open.isAfterKey { throw TapeParseError("A map ends after a key, before its value.", at: headOffset) }
            open.remaining = 0
            return
        }
        let major = byte >> 5
        let info = byte & 0x1F
        if open.chunks > 0, major != open.chunks || info == 31 {
            throw TapeParseError(
                "A chunk of a string is no string of the same kind and of definite length.",
                at: headOffset
            )
        }
        if open.remaining > 0 { open.remaining -= 1 } else if open.isMap { open.isAfterKey.toggle() }
        switch info {
        case ..<24: try enter(byte, UInt64(info))
        case 24..<28:
            head = byte
            number = 0
            missing = 1 << Int(info - 24)
        case 31 where (2...5).contains(major):
            let isContainer = major > 3
            try push(Frame(remaining: -1, isMap: major == 5, chunks: isContainer ? 0 : major), isContainer: isContainer)
        default: throw CBORScan.reserved(byte, at: headOffset)
        }
    }

    /// Goes on where the number of a head is complete.
    private mutating func enter(_ head: UInt8, _ number: UInt64) throws(TapeParseError) {
        switch head >> 5 {
        case 2, 3:
            try check(bytes: number)
            skipped = Int(number)
        case 4, 5:
            if number > UInt64(limits.elements) { throw .elements(at: headOffset) }
            try check(bytes: number)
            // No overflow: a body has fewer bytes than an integer can count.
            let items = min(Int(number), Int.max / 2) * (head >> 5 == 5 ? 2 : 1)
            try push(Frame(remaining: items), isContainer: true)
        case 6:
            // The scanner drops the one at the beginning, which is no level of nesting.
            if number == 55_799, headOffset == start {
                open.remaining = 1
            } else {
                try push(Frame(remaining: 1), isContainer: true)
            }
        case 7 where head == 0xF8 && number < 32:
            throw TapeParseError("A simple value below 32 has two bytes.", at: headOffset)
        default: break
        }
    }

    private mutating func push(_ frame: Frame, isContainer: Bool) throws(TapeParseError) {
        if isContainer, outer.count >= limits.depth { throw .depth(at: headOffset) }
        outer.append(open)
        open = frame
    }

    /// Refuses a value that will be larger than the limit before its bytes are waited for.
    private func check(bytes count: UInt64) throws(TapeParseError) {
        let seen = offset - start
        if seen > limits.inputBytes || count > UInt64(limits.inputBytes - seen) { throw .inputBytes(at: headOffset) }
    }
}
