package import Mimeograph

/// What the first bytes of a format's items say, for ``ValueBounds``: its heads, by that byte.
package struct ItemHeads: Sendable {
    /// What one byte says.
    package struct Head: Sendable {
        package enum Kind: Sendable {
            /// A number, a boolean and the like, whose number need not be looked at.
            case scalar
            /// Bytes that say nothing about what follows them.
            case content
            case array, map, tag
            /// A string in chunks, an array or a map, until a break.
            case chunks, endlessArray, endlessMap
            case end
            /// What may not be, or not with every number.
            case questionable
        }

        let kind: Kind
        /// Bytes of the number after the head, which tells how much follows.
        let numberSize: UInt8
        /// What is added to that number.
        let count: UInt8

        package init(_ kind: Kind, numberSize: Int = 0, count: Int = 0) {
            self.kind = kind
            self.numberSize = UInt8(numberSize)
            self.count = UInt8(count)
        }
    }

    let heads: [Head]
    /// The tag that says what a body is, at its beginning, where the scan drops it.
    let selfDescription: UInt64?
    package let remedy: String
    /// The error for a head that may not be with a number, or that is in the wrong place; nil where it is all right.
    let refuse: @Sendable (_ head: UInt8, _ number: UInt64, _ isMisplaced: Bool) -> StaticString?

    /// - Parameters:
    ///   - selfDescription: The tag that says what a body is.
    ///   - remedy: What to do about a body that breaks the format's rules.
    ///   - head: What a byte says.
    ///   - refuse: The error for a head that may not be with a number, or that is in the wrong place.
    package init(
        selfDescription: UInt64? = nil,
        remedy: String,
        head: (UInt8) -> Head,
        refuse: @escaping @Sendable (_ head: UInt8, _ number: UInt64, _ isMisplaced: Bool) -> StaticString?
    ) {
        heads = (0...UInt8.max).map(head)
        self.selfDescription = selfDescription
        self.remedy = remedy
        self.refuse = refuse
    }
}

/// Finds where values of a binary format end that stand one after the other, without reading them, while their bytes arrive.
///
/// It looks at each head once, whatever the sizes of the windows, passes over strings and data, and keeps the number of items
/// that the open containers still need. For every valid value the end is exact. Keys and text are left to the format's scan.
///
/// For the CBOR `9F 01` in one window and `FF F6` in the next, the first gives no end, and the second gives 1, the offset after
/// `FF`.
package struct ValueBounds: Sendable {
    private struct Frame {
        /// Items that are left, keys and values together; -1 until a break.
        var remaining: Int
        /// Whether a key was last, in a map that a break ends.
        var isAfterKey = false
        var isMap = false
        /// The highest bits of what the chunks of a string begin with; else 0.
        var chunks: UInt8 = 0
    }

    private let heads: ItemHeads
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
    package private(set) var offset = 0

    package init(_ heads: ItemHeads, limits: DecodingLimits) {
        self.heads = heads
        self.limits = limits
    }

    /// Whether some bytes of a value were seen and not all of them: the stream must not end here.
    package var isInValue: Bool { offset > start }

    /// The offset in the window after the value's last byte, or nil where that lies beyond the window. The next value begins
    /// there; call it again with that start.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/limitExceeded``, with the offset in the stream.
    package mutating func end(in window: Span<UInt8>, from start: Int = 0) throws(SerializationError) -> Int? {
        do throws(TapeParseError) {
            return try find(in: window, from: start)
        } catch {
            throw error.error(limits: limits, remedy: heads.remedy)
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
        let kind = heads.heads[Int(byte)].kind
        if kind == .end, open.remaining < 0 {
            if open.isAfterKey { throw TapeParseError("A map ends after a key, before its value.", at: headOffset) }
            open.remaining = 0
            return
        }
        if open.chunks > 0, byte >> 5 != open.chunks || kind == .chunks { try refuse(byte, 0, isMisplaced: true) }
        if open.remaining > 0 { open.remaining -= 1 } else if open.isMap { open.isAfterKey.toggle() }
        head = byte
        number = 0
        missing = Int(heads.heads[Int(byte)].numberSize)
        if missing == 0 { try enter(byte, 0) }
    }

    /// Goes on where the number of a head is complete.
    private mutating func enter(_ byte: UInt8, _ number: UInt64) throws(TapeParseError) {
        let head = heads.heads[Int(byte)]
        let (count, overflows) = number.addingReportingOverflow(UInt64(head.count))
        if overflows { throw .inputBytes(at: headOffset) }
        switch head.kind {
        case .scalar: break
        case .content:
            try check(bytes: count)
            skipped = Int(count)
        case .array, .map:
            if count > UInt64(limits.elements) { throw .elements(at: headOffset) }
            try check(bytes: count)
            // No overflow: a body has fewer bytes than an integer can count.
            try push(Frame(remaining: min(Int(count), Int.max / 2) * (head.kind == .map ? 2 : 1)))
        case .tag:
            // A scan drops those at the beginning, which are no level of nesting.
            if count == heads.selfDescription, outer.isEmpty {
                open.remaining = 1
            } else {
                try push(Frame(remaining: 1))
            }
        case .chunks:
            outer.append(open)
            open = Frame(remaining: -1, chunks: byte >> 5)
        case .endlessArray: try push(Frame(remaining: -1))
        case .endlessMap: try push(Frame(remaining: -1, isMap: true))
        case .end, .questionable: try refuse(byte, number, isMisplaced: false)
        }
    }

    private func refuse(_ byte: UInt8, _ number: UInt64, isMisplaced: Bool) throws(TapeParseError) {
        guard let sentence = heads.refuse(byte, number, isMisplaced) else { return }
        throw TapeParseError(sentence, at: headOffset)
    }

    private mutating func push(_ frame: Frame) throws(TapeParseError) {
        if outer.count >= limits.depth { throw .depth(at: headOffset) }
        outer.append(open)
        open = frame
    }

    /// Refuses a value that will be larger than the limit before its bytes are waited for.
    private func check(bytes count: UInt64) throws(TapeParseError) {
        let seen = offset - start
        if seen > limits.inputBytes || count > UInt64(limits.inputBytes - seen) { throw .inputBytes(at: headOffset) }
    }
}
