import Mimeograph
package import MimeographBinaryTree
import MimeographTree

// Parses MessagePack into a document, in one pass over one copy of the bytes; see ``BinaryScan``.
//
// Source: https://github.com/msgpack/msgpack/blob/master/spec.md

extension MessagePackFormat {
    /// The heads, for code that only looks for the ends of values.
    package static let heads = ItemHeads(
        remedy:
            "The body is not MessagePack as its specification defines it; ask the sender to correct it, or read it in its real format.",
        head: { byte in
            switch byte {
            case 0x80...0x8F: ItemHeads.Head(.map, count: Int(byte & 0x0F))
            case 0x90...0x9F: ItemHeads.Head(.array, count: Int(byte & 0x0F))
            case 0xA0...0xBF: ItemHeads.Head(.content, count: Int(byte & 0x1F))
            case 0xC1: ItemHeads.Head(.questionable)
            case 0xC4...0xC6: ItemHeads.Head(.content, numberSize: 1 << Int(byte - 0xC4))
            case 0xC7...0xC9: ItemHeads.Head(.content, numberSize: 1 << Int(byte - 0xC7), count: 1)
            case 0xCA...0xCB: ItemHeads.Head(.content, count: 4 << Int(byte - 0xCA))
            case 0xCC...0xCF: ItemHeads.Head(.content, count: 1 << Int(byte - 0xCC))
            case 0xD0...0xD3: ItemHeads.Head(.content, count: 1 << Int(byte - 0xD0))
            case 0xD4...0xD8: ItemHeads.Head(.content, count: 1 + 1 << Int(byte - 0xD4))
            case 0xD9...0xDB: ItemHeads.Head(.content, numberSize: 1 << Int(byte - 0xD9))
            case 0xDC...0xDD: ItemHeads.Head(.array, numberSize: 2 << Int(byte - 0xDC))
            case 0xDE...0xDF: ItemHeads.Head(.map, numberSize: 2 << Int(byte - 0xDE))
            default: ItemHeads.Head(.scalar)
            }
        },
        refuse: { _, _, _ in neverUsed }
    )

    package static func scan(_ scan: inout BinaryScan) throws(TapeParseError) -> [UInt64] {
        try scan.readMessagePack()
    }

    fileprivate static let neverUsed: StaticString = "A value begins with 0xC1, which is never used."
}

extension BinaryScan {
    fileprivate mutating func readMessagePack() throws(TapeParseError) -> [UInt64] {
        var cursor = 0
        while closeFinished() {
            if try beginItem(at: cursor) {
                if BinaryScan.isString(bytes[cursor]) {
                    cursor = try string(at: cursor)
                    try beginValue(at: cursor)
                } else {
                    turnIntoPairs()
                }
            }
            try countValue(at: cursor)
            let head = bytes[cursor]
            switch head {
            case 0x00...0x7F, 0xE0...0xFF:
                tape.append(TapeWord(smallInteger: Int64(Int8(bitPattern: head))))
                cursor &+= 1
            case 0xA0...0xBF: cursor = try text(UInt64(head & 0x1F), from: cursor &+ 1, at: cursor)
            case 0x80...0x8F: cursor = try begin(mapOf: UInt64(head & 0x0F), at: cursor, cursor &+ 1)
            case 0x90...0x9F: cursor = try begin(arrayOf: UInt64(head & 0x0F), at: cursor, cursor &+ 1)
            case 0xCB:
                tape.append(double: number(at: cursor &+ 1, size: 8), at: cursor)
                cursor &+= 9
            default: cursor = try other(head, at: cursor)
            }
        }
        return try finish(at: cursor)
    }

    /// Returns the length after a head, and the offset of the content.
    @inline(__always)
    private func length(after offset: Int, size: Int) throws(TapeParseError) -> (count: UInt64, content: Int) {
        let content = offset &+ 1 &+ size
        if content > bytes.count { throw .truncated(at: bytes.count) }
        return (number(at: offset &+ 1, size: size), content)
    }

    private mutating func other(_ head: UInt8, at offset: Int) throws(TapeParseError) -> Int {
        switch head {
        case 0xC0: tape.append(TapeWord(.null))
        case 0xC1: throw TapeParseError(MessagePackFormat.neverUsed, at: offset)
        case 0xC2: tape.append(TapeWord(.false))
        case 0xC3: tape.append(TapeWord(.true))
        case 0xC4, 0xC5, 0xC6:
            let (count, content) = try length(after: offset, size: 1 << Int(head - 0xC4))
            return try data(count, from: content, at: offset)
        case 0xC7, 0xC8, 0xC9:
            let (count, content) = try length(after: offset, size: 1 << Int(head - 0xC7))
            return try ext(count, from: content, at: offset)
        case 0xCA:
            tape.append(double: Double.bits(widening: UInt32(number(at: offset + 1, size: 4))), at: offset)
            return offset + 5
        case 0xCC, 0xCD, 0xCE, 0xCF:
            let size = 1 << Int(head - 0xCC)
            tape.append(number(at: offset + 1, size: size), at: offset)
            return offset + 1 + size
        case 0xD0, 0xD1, 0xD2, 0xD3:
            let size = 1 << Int(head - 0xD0)
            let bits = number(at: offset + 1, size: size) << UInt64(64 - 8 * size)
            tape.append(Int64(bitPattern: bits) >> Int64(64 - 8 * size), at: offset)
            return offset + 1 + size
        case 0xD4, 0xD5, 0xD6, 0xD7, 0xD8: return try ext(1 << UInt64(head - 0xD4), from: offset + 1, at: offset)
        case 0xD9, 0xDA, 0xDB: return try string(at: offset)
        case 0xDC, 0xDD:
            let (count, content) = try length(after: offset, size: 2 << Int(head - 0xDC))
            return try begin(arrayOf: count, at: offset, content)
        default:
            let (count, content) = try length(after: offset, size: 2 << Int(head - 0xDE))
            return try begin(mapOf: count, at: offset, content)
        }
        return offset + 1
    }

    @inline(__always)
    private static func isString(_ head: UInt8) -> Bool { head & 0xE0 == 0xA0 || head &- 0xD9 <= 2 }

    @inline(__always)
    private mutating func string(at offset: Int) throws(TapeParseError) -> Int {
        let head = bytes[offset]
        if head & 0xE0 == 0xA0 { return try text(UInt64(head & 0x1F), from: offset &+ 1, at: offset) }
        let (count, content) = try length(after: offset, size: 1 &<< Int(head &- 0xD9))
        return try text(count, from: content, at: offset)
    }

    /// Reads an ext: its type, and then the data.
    private mutating func ext(_ count: UInt64, from content: Int, at offset: Int) throws(TapeParseError) -> Int {
        guard content < bytes.count else { throw .truncated(at: bytes.count) }
        let start = tape.count
        tape.append(.ext, UInt64(bitPattern: Int64(Int8(bitPattern: bytes[content]))))
        let end = try data(count, from: content + 1, at: offset)
        tape.close(at: start)
        return end
    }

    @inline(__always)
    private mutating func begin(arrayOf count: UInt64, at offset: Int, _ content: Int) throws(TapeParseError) -> Int {
        try beginArray(count, at: offset, content)
        return content
    }

    @inline(__always)
    private mutating func begin(mapOf count: UInt64, at offset: Int, _ content: Int) throws(TapeParseError) -> Int {
        let isObject = count == 0 || BinaryScan.isString(bytes[content])
        try beginMap(count, isObject: isObject, at: offset, content)
        return content
    }
}
