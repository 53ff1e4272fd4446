package import Mimeograph

/// The heads of a format's items by their first byte, for ``ValueBounds``.
package struct ItemHeads: Sendable {
    /// The meaning of a first byte.
    package struct Head: Sendable {
        package enum Kind: Sendable {
            /// A number, a Boolean or similar. Its number does not matter.
            case scalar
            /// Bytes of content, which say nothing about what follows them.
            case content
            case array, map, tag
            /// A string in chunks, an array or a map of indefinite length, which a break ends.
            case chunks, endlessArray, endlessMap
            case end
            /// A head that is not allowed, or not with every number.
            case questionable
        }

        let kind: Kind
        /// The size in bytes of the number after the head, which gives the length of the item.
        let numberSize: UInt8
        /// A count that is added to that number.
        let count: UInt8

        package init(_ kind: Kind, numberSize: Int = 0, count: Int = 0) {
            self.kind = kind
            self.numberSize = UInt8(numberSize)
            self.count = UInt8(count)
        }
    }

    let heads: [Head]
    /// The tag that identifies the format of a body at its beginning. The scan drops it.
    let selfDescription: UInt64?
    package let remedy: String
    /// Returns the error for a head that is not allowed with a number or in its position; nil if it is allowed.
    let refuse: @Sendable (_ head: UInt8, _ number: UInt64, _ isMisplaced: Bool) -> StaticString?

    /// - Parameters:
    ///   - selfDescription: The tag that identifies the format of a body.
    ///   - remedy: The remedy for a body that breaks the format's rules.
    ///   - head: Returns the meaning of a first byte.
    ///   - refuse: Returns the error for a head that is not allowed with a number or in its position; nil if it is allowed.
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

/// A finder for the ends of values in a sequence of a binary format, without parsing them, while their bytes arrive.
///
/// It checks each head once, whatever the sizes of the windows, skips strings and data, and counts the items that the open
/// containers still need. For every valid value the end is exact. The format's scan checks keys and text.
///
/// For the CBOR `9F 01` in one window and `FF F6` in the next, the first window has no end. For the second, the result is 1, the
/// offset after `FF`.
package struct ValueBounds: Sendable {
    private struct Frame {
        /// The number of items that are left, counting keys and values; -1 for an indefinite length.
        var remaining: Int
        /// Whether the last item was a key, in a map of indefinite length.
        var isAfterKey = false
        var isMap = false
        /// The three highest bits that the head of each chunk must have, in a string in chunks; otherwise 0.
        var chunks: UInt8 = 0
    }

    private let heads: ItemHeads
    private let limits: DecodingLimits
    private var outer: [Frame] = []
    private var open = Frame(remaining: 1)
    /// The number of bytes of content to skip.
    private var skipped = 0
    /// The head with an incomplete number, the part of the number that is known, and the number of missing bytes.
    private var head: UInt8 = 0
    private var number: UInt64 = 0
    private var missing = 0
    /// The offset of the head in the stream.
    private var headOffset = 0
    /// The offset in the stream of the first byte of the value.
    private var start = 0
    /// The number of bytes that were processed, in all values.
    package private(set) var offset = 0

    package init(_ heads: ItemHeads, limits: DecodingLimits) {
        self.heads = heads
        self.limits = limits
    }

    /// Whether only a part of a value has arrived, so that the stream must not end here.
    package var isInValue: Bool { offset > start }

    /// Returns the offset in the window after the last byte of the value; nil if the value continues beyond the window. The next
    /// value begins there; call the function again with that start.
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

    /// Continues when the number of a head is complete.
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
            // This cannot overflow: a body has fewer bytes than an integer can count.
            try push(Frame(remaining: min(Int(count), Int.max / 2) * (head.kind == .map ? 2 : 1)))
        case .tag:
            // A scan drops these tags at the beginning. They are not a level of nesting there.
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

    /// Rejects a value that exceeds the size limit, before its bytes arrive.
    private func check(bytes count: UInt64) throws(TapeParseError) {
        let seen = offset - start
        if seen > limits.inputBytes || count > UInt64(limits.inputBytes - seen) { throw .inputBytes(at: headOffset) }
    }
}
