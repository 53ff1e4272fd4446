import Mimeograph
import MimeographTree

/// Reads MessagePack into a document, in one pass over one copy of the bytes.
///
/// The scan writes the tape (see ``TapeWord``) while it validates everything. It does not recurse: containers whose items are
/// not all read wait on a stack. Strings and data stay where they are in the copy.
///
/// A map whose keys are all strings is an object, any other one is an extension with an array of keys and values, whose first
/// words take more room. A map is what its first key says, which is right for nearly all. Where a later key is no string
/// after all, the offset of the map is recorded, the scan goes on, and in the end the whole is scanned a second time, when
/// these maps are known. So no input costs more than two passes, however its maps are nested.
///
/// Source: https://github.com/msgpack/msgpack/blob/master/spec.md
enum MessagePackScanner {
    /// Reads a body that is one value.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/limitExceeded``.
    static func parse(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> TapeDocument {
        try limits.check(.inputBytes, body.count)
        var mixedMaps: [Int] = []
        do throws(TapeParseError) {
            return try TapeDocument.read(body) { (bytes) throws(TapeParseError) in
                var scan = MessagePackScan(bytes, limits: limits, mixedMaps: mixedMaps)
                let tape = try scan.run()
                if scan.newMixedMaps.isEmpty { return tape }
                mixedMaps = scan.newMixedMaps.sorted()
                return nil
            }
        } catch {
            throw error.error(limits: limits, remedy: remedy)
        }
    }

    static let remedy =
        "The body is not MessagePack as its specification defines it; ask the sender to correct it, or read it as what it is."
}

private struct MessagePackScan: ~Copyable {
    /// A container whose items are not all read.
    private struct Frame {
        /// The index of its first word; -1 for the whole.
        var start: Int
        /// The offset of its first byte.
        var offset: Int
        /// Elements, or keys and values together, that are left.
        var remaining: Int
        var isObject: Bool
    }

    private let bytes: PaddedBytes
    private let depth: Int
    /// Values that may still come. The keys of objects do not count.
    private var elements: Int
    private var tape: TapeBuilder
    private var outer: [Frame] = []
    private var open = Frame(start: -1, offset: 0, remaining: 1, isObject: false)
    /// The offsets of maps whose first key is a string and another is none, in ascending order.
    private var mixedMaps: ArraySlice<Int>
    /// Those that were not known.
    private(set) var newMixedMaps: [Int] = []

    init(_ bytes: PaddedBytes, limits: DecodingLimits, mixedMaps: [Int]) {
        self.bytes = bytes
        depth = limits.depth
        elements = limits.elements
        tape = TapeBuilder(forBytes: bytes.count)
        self.mixedMaps = mixedMaps[...]
    }

    mutating func run() throws(TapeParseError) -> [UInt64] {
        var cursor = 0
        while true {
            while open.remaining == 0 {
                guard let next = outer.popLast() else { return try finish(at: cursor) }
                tape.close(at: open.start)
                open = next
            }
            // A number that was cut off has moved the cursor past the end; it was read from the padding.
            guard cursor < bytes.count else { throw .truncated(at: bytes.count) }
            // A key and the value with the most words: a map of pairs.
            tape.reserve(4)
            open.remaining &-= 1
            if open.isObject, open.remaining & 1 == 1 {
                if let end = try string(at: cursor) {
                    cursor = end
                    open.remaining &-= 1
                    guard cursor < bytes.count else { throw .truncated(at: bytes.count) }
                } else {
                    newMixedMaps.append(open.offset)
                    open.isObject = false
                }
            }
            elements &-= 1
            if elements < 0 { throw .elements(at: cursor) }
            let head = bytes[cursor]
            switch head {
            case 0x00...0x7F, 0xE0...0xFF:
                tape.append(TapeWord(smallInteger: Int64(Int8(bitPattern: head))))
                cursor &+= 1
            case 0xA0...0xBF: cursor = try text(at: cursor &+ 1, count: Int(head & 0x1F))
            case 0x80...0x8F: cursor = try begin(mapOf: Int(head & 0x0F), at: cursor, cursor &+ 1)
            case 0x90...0x9F: cursor = try begin(arrayOf: Int(head & 0x0F), at: cursor, cursor &+ 1)
            case 0xCB:
                tape.append(double: number(at: cursor &+ 1, size: 8), at: cursor)
                cursor &+= 9
            default: cursor = try other(head, at: cursor)
            }
        }
    }

    private mutating func finish(at cursor: Int) throws(TapeParseError) -> [UInt64] {
        if cursor > bytes.count { throw .truncated(at: bytes.count) }
        if cursor < bytes.count { throw TapeParseError("There are bytes after the value.", at: cursor) }
        return tape.finish()
    }

    /// An unsigned number of so many bytes.
    @inline(__always)
    private func number(at offset: Int, size: Int) -> UInt64 {
        bytes.word(at: offset).byteSwapped &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
    }

    /// The length after a head, and where the content begins.
    @inline(__always)
    private func length(after offset: Int, size: Int) throws(TapeParseError) -> (count: Int, content: Int) {
        let content = offset &+ 1 &+ size
        if content > bytes.count { throw .truncated(at: bytes.count) }
        return (Int(truncatingIfNeeded: number(at: offset &+ 1, size: size)), content)
    }

    private mutating func other(_ head: UInt8, at offset: Int) throws(TapeParseError) -> Int {
        switch head {
        case 0xC0: tape.append(TapeWord(.null))
        case 0xC1: throw TapeParseError("A value begins with 0xC1, which is never used.", at: offset)
        case 0xC2: tape.append(TapeWord(.false))
        case 0xC3: tape.append(TapeWord(.true))
        case 0xC4, 0xC5, 0xC6:
            let (count, content) = try length(after: offset, size: 1 << Int(head - 0xC4))
            return try data(at: content, count: count)
        case 0xC7, 0xC8, 0xC9:
            let (count, content) = try length(after: offset, size: 1 << Int(head - 0xC7))
            return try ext(at: content, count: count)
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
        case 0xD4, 0xD5, 0xD6, 0xD7, 0xD8: return try ext(at: offset + 1, count: 1 << Int(head - 0xD4))
        case 0xD9, 0xDA, 0xDB:
            let (count, content) = try length(after: offset, size: 1 << Int(head - 0xD9))
            return try text(at: content, count: count)
        case 0xDC, 0xDD:
            let (count, content) = try length(after: offset, size: 2 << Int(head - 0xDC))
            return try begin(arrayOf: count, at: offset, content)
        default:
            let (count, content) = try length(after: offset, size: 2 << Int(head - 0xDE))
            return try begin(mapOf: count, at: offset, content)
        }
        return offset + 1
    }
}

// MARK: - Content

extension MessagePackScan {
    /// Reads a string, and gives the offset after it; nil where something else is.
    @inline(__always)
    private mutating func string(at offset: Int) throws(TapeParseError) -> Int? {
        let head = bytes[offset]
        if head & 0xE0 == 0xA0 { return try text(at: offset &+ 1, count: Int(head & 0x1F)) }
        guard MessagePackScan.isString(head) else { return nil }
        let (count, content) = try length(after: offset, size: 1 &<< Int(head &- 0xD9))
        return try text(at: content, count: count)
    }

    @inline(__always)
    private static func isString(_ head: UInt8) -> Bool { head & 0xE0 == 0xA0 || head &- 0xD9 <= 2 }

    /// The offset after so many bytes.
    @inline(__always)
    private func end(_ count: Int, from content: Int) throws(TapeParseError) -> Int {
        guard count <= bytes.count &- content else { throw .truncated(at: bytes.count) }
        if count > TapeWord.maximumPayload { throw .size(at: content) }
        return content &+ count
    }

    @inline(__always)
    private mutating func text(at content: Int, count: Int) throws(TapeParseError) -> Int {
        let end = try end(count, from: content)
        if let invalid = bytes.firstInvalidUTF8(from: content, to: end) { throw .invalidText(at: invalid) }
        tape.append(TapeWord(.string, payload: count, offset: content))
        return end
    }

    private mutating func data(at content: Int, count: Int) throws(TapeParseError) -> Int {
        let end = try end(count, from: content)
        tape.append(TapeWord(.data, payload: count, offset: content))
        return end
    }

    /// Reads a type, which stands before the data.
    private mutating func ext(at offset: Int, count: Int) throws(TapeParseError) -> Int {
        guard offset < bytes.count else { throw .truncated(at: bytes.count) }
        let start = tape.count
        tape.append(.ext, UInt64(bitPattern: Int64(Int8(bitPattern: bytes[offset]))))
        let end = try data(at: offset + 1, count: count)
        tape.close(at: start)
        return end
    }

    @inline(__always)
    private mutating func begin(arrayOf count: Int, at offset: Int, _ content: Int) throws(TapeParseError) -> Int {
        try check(items: count, values: count, at: offset, content)
        push(Frame(start: tape.count, offset: offset, remaining: count, isObject: false))
        tape.append(TapeWord(.array, payload: min(count, TapeWord.maximumPayload)))
        return content
    }

    @inline(__always)
    private mutating func begin(mapOf count: Int, at offset: Int, _ content: Int) throws(TapeParseError) -> Int {
        try check(items: 2 &* count, values: count, at: offset, content)
        var isPairs = count > 0 && !MessagePackScan.isString(bytes[content])
        if mixedMaps.first == offset {
            mixedMaps.removeFirst()
            isPairs = true
        }
        push(Frame(start: tape.count, offset: offset, remaining: 2 &* count, isObject: !isPairs))
        tape.append(mapOf: count, isPairs: isPairs)
        return content
    }

    @inline(__always)
    private mutating func push(_ frame: Frame) {
        outer.append(open)
        open = frame
    }

    /// Makes sure that a container may be and that so many items can come. Each takes a byte at least.
    @inline(__always)
    private func check(items: Int, values: Int, at offset: Int, _ content: Int) throws(TapeParseError) {
        if outer.count >= depth { throw .depth(at: offset) }
        if values > elements { throw .elements(at: offset) }
        if items > bytes.count &- content { throw .truncated(at: bytes.count) }
    }
}
