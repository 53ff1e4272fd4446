import Mimeograph
package import MimeographBinaryTree
import MimeographTree

// Parses CBOR into a document, in one pass over one copy of the bytes; see ``BinaryScan``. The chunks of a string of indefinite
// length are moved together in that copy.

extension CBORFormat {
    /// The heads, for code that only looks for the ends of values. Source: RFC 8949 §3, §3.2, Appendix C.
    package static let heads = ItemHeads(
        selfDescription: selfDescription,
        remedy: "The body is not valid CBOR (RFC 8949); ask the sender to correct it, or read it in its real format.",
        head: { byte in
            let kinds: [ItemHeads.Head.Kind] = [.scalar, .scalar, .content, .content, .array, .map, .tag, .scalar]
            let endless: [ItemHeads.Head.Kind] = [
                .questionable, .questionable, .chunks, .chunks, .endlessArray, .endlessMap, .questionable, .end,
            ]
            let (major, info) = (Int(byte >> 5), Int(byte & 0x1F))
            return switch info {
            case ..<24: ItemHeads.Head(kinds[major], count: info)
            case 24..<28: ItemHeads.Head(byte == 0xF8 ? .questionable : kinds[major], numberSize: 1 << (info - 24))
            case 31: ItemHeads.Head(endless[major])
            default: ItemHeads.Head(.questionable)
            }
        },
        refuse: { head, number, isMisplaced in
            if isMisplaced { return noChunk }
            return head == 0xF8 ? number < 32 ? longSimple : nil : reserved(head)
        }
    )

    package static func scan(_ scan: inout BinaryScan) throws(TapeParseError) -> [UInt64] { try scan.readCBOR() }

    /// The tag that only says that a body is CBOR. Source: RFC 8949 §3.4.6.
    fileprivate static let selfDescription: UInt64 = 55_799

    fileprivate static let longSimple: StaticString = "A simple value below 32 has two bytes."
    fileprivate static let noChunk: StaticString =
        "A chunk of a string must be a string of the same kind with a definite length."

    /// Returns the error for a head whose low bits are 28 to 30, or 31 where an indefinite length is not allowed.
    fileprivate static func reserved(_ head: UInt8) -> StaticString {
        switch head {
        case 0xFF: "A break does not end an item of indefinite length."
        case _ where head & 0x1F == 31: "A number or tag has an indefinite length."
        default: "A head has additional information 28 to 30, which is reserved."
        }
    }
}

extension BinaryScan {
    fileprivate mutating func readCBOR() throws(TapeParseError) -> [UInt64] {
        var cursor = 0
        while closeFinished() {
            if open.isEndless, cursor < bytes.count, bytes[cursor] == 0xFF {
                try endEndless(at: cursor)
                cursor &+= 1
                continue
            }
            if try beginItem(at: cursor) {
                if bytes[cursor] &>> 5 == 3 {
                    cursor = try string(at: cursor)
                    try beginValue(at: cursor)
                } else {
                    turnIntoPairs()
                }
            }
            try countValue(at: cursor)
            cursor = try value(at: cursor)
        }
        return try finish(at: cursor)
    }

    private mutating func endEndless(at offset: Int) throws(TapeParseError) {
        if open.kind != .array, open.remaining & 1 == 1 {
            throw TapeParseError("A map ends after a key, before its value.", at: offset)
        }
        tape.close(at: open.start, items: Frame.endless - open.remaining)
        pop()
    }

    @inline(__always)
    private mutating func value(at offset: Int) throws(TapeParseError) -> Int {
        let head = bytes[offset]
        let major = head &>> 5
        switch major {
        case 2, 3: return try string(at: offset)
        case 7:
            if head != 0xFB { return try simple(head, at: offset) }
            if offset &+ 9 > bytes.count { throw .truncated(at: bytes.count) }
            tape.append(double: bytes.word(at: offset &+ 1).byteSwapped, at: offset)
            return offset &+ 9
        default: break
        }
        if head & 0x1F == 31, major == 4 || major == 5 { return try begin(major, nil, at: offset, offset &+ 1) }
        let (number, content) = try argument(head, at: offset)
        switch major {
        case 0: tape.append(number, at: offset)
        case 1: appendNegative(number, at: offset, endingAt: content)
        case 6:
            if number == CBORFormat.selfDescription, isAtBeginning {
                dropTag()
            } else {
                try beginTag(number, at: offset)
            }
        default: return try begin(major, number, at: offset, content)
        }
        return content
    }

    /// Returns the number in a head or after it, and the offset after that. Source: RFC 8949 §3.
    @inline(__always)
    private func argument(_ head: UInt8, at offset: Int) throws(TapeParseError) -> (number: UInt64, content: Int) {
        let info = head & 0x1F
        if info < 24 { return (UInt64(info), offset &+ 1) }
        guard info < 28 else { throw TapeParseError(CBORFormat.reserved(head), at: offset) }
        let size = 1 &<< Int(info &- 24)
        let content = offset &+ 1 &+ size
        if content > bytes.count { throw .truncated(at: bytes.count) }
        return (number(at: offset &+ 1, size: size), content)
    }

    /// Appends -1 - number. A number that needs more than 64 bits becomes a bignum of these bytes.
    private mutating func appendNegative(_ number: UInt64, at offset: Int, endingAt end: Int) {
        if number <= UInt64(Int64.max) {
            tape.append(-1 - Int64(number), at: offset)
        } else {
            let start = tape.count
            tape.append(.tag, 3)
            tape.append(TapeWord(.data, payload: 8, offset: end - 8))
            tape.close(at: start)
        }
    }

    /// Begins an array or a map.
    ///
    /// - Parameter count: The number of elements or members; nil for an indefinite length.
    @inline(__always)
    private mutating func begin(_ major: UInt8, _ count: UInt64?, at offset: Int, _ content: Int) throws(TapeParseError)
        -> Int
    {
        if major == 4 {
            try beginArray(count, at: offset, content)
        } else {
            // If the map is empty, its break is not a key.
            let isEmpty = count.map { $0 == 0 } ?? (bytes[content] == 0xFF)
            try beginMap(count, isObject: isEmpty || bytes[content] &>> 5 == 3, at: offset, content)
        }
        return content
    }

    /// Reads a simple value or a float. Source: RFC 8949 §3.3.
    private mutating func simple(_ head: UInt8, at offset: Int) throws(TapeParseError) -> Int {
        let (number, content) = try argument(head, at: offset)
        switch head {
        case 0xF4: tape.append(TapeWord(.false))
        case 0xF5: tape.append(TapeWord(.true))
        case 0xF6: tape.append(TapeWord(.null))
        case 0xF8 where number < 32: throw TapeParseError(CBORFormat.longSimple, at: offset)
        case 0xF9:
            tape.append(double: Double.bits(wideningHalf: UInt16(truncatingIfNeeded: number)), at: offset)
        case 0xFA:
            tape.append(double: Double.bits(widening: UInt32(truncatingIfNeeded: number)), at: offset)
        default:
            let start = tape.count
            tape.append(.simple, number)
            tape.close(at: start)
        }
        return content
    }

    /// Reads text or bytes, and returns the offset after them.
    @inline(__always)
    private mutating func string(at offset: Int) throws(TapeParseError) -> Int {
        let head = bytes[offset]
        if head & 0x1F == 31 { return try chunks(of: head &>> 5, at: offset) }
        let (count, content) = try argument(head, at: offset)
        if head &>> 5 == 3 { return try text(count, from: content, at: offset) }
        return try data(count, from: content, at: offset)
    }

    /// Reads the chunks of a string of indefinite length, and moves them together at the position of the first. Each chunk must
    /// be valid text by itself. Source: RFC 8949 §3.2.3.
    private mutating func chunks(of major: UInt8, at offset: Int) throws(TapeParseError) -> Int {
        var cursor = offset + 1
        // At least one head comes before each chunk, so no byte is overwritten before it is read.
        var used = offset + 1
        while true {
            guard cursor < bytes.count else { throw .truncated(at: bytes.count) }
            let head = bytes[cursor]
            if head == 0xFF { break }
            guard head >> 5 == major, head & 0x1F != 31 else {
                throw TapeParseError(CBORFormat.noChunk, at: cursor)
            }
            let (count, start) = try argument(head, at: cursor)
            let end = try end(count, from: start, at: cursor)
            if major == 3, let invalid = bytes.firstInvalidUTF8(from: start, to: end) {
                throw .invalidText(at: invalid)
            }
            for index in start..<end {
                bytes[used] = bytes[index]
                used += 1
            }
            cursor = end
        }
        if used - offset - 1 > TapeWord.maximumPayload { throw .size(at: offset) }
        tape.append(TapeWord(major == 3 ? .string : .data, payload: used - offset - 1, offset: offset + 1))
        return cursor + 1
    }
}
