import Mimeograph
import MimeographTree

/// Reads CBOR into a document, in one pass over one copy of the bytes.
///
/// The scan writes the tape (see ``TapeWord``) while it validates everything. It does not recurse: containers whose items are
/// not all read wait on a stack, and so do tags. Strings stay where they are in the copy; the chunks of one of indefinite length
/// are moved together there.
///
/// A map whose keys are all strings is an object, any other one is an extension with an array of keys and values, whose first
/// words take more room. A map is what its first key says, which is right for nearly all. Where a later key is no string
/// after all, the offset of the map is recorded, the scan goes on, and in the end the whole is scanned a second time, when
/// these maps are known. So no input costs more than two passes, however its maps are nested.
///
/// Source: RFC 8949.
enum CBORScanner {
    /// Reads a body that is one value.
    ///
    /// - Parameter refusesDuplicateKeys: Whether a map may not have one key twice. Otherwise the last one wins in objects, and
    ///   other maps keep both.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/limitExceeded``.
    static func parse(
        _ body: Span<UInt8>,
        limits: DecodingLimits,
        refusesDuplicateKeys: Bool = false
    ) throws(SerializationError) -> TapeDocument {
        try limits.check(.inputBytes, body.count)
        var mixedMaps: [Int] = []
        var keys: [(index: Int, offset: Int)] = []
        do throws(TapeParseError) {
            let document = try TapeDocument.read(body) { (bytes) throws(TapeParseError) in
                var scan = CBORScan(bytes, limits: limits, mixedMaps: mixedMaps, recordsKeys: refusesDuplicateKeys)
                let tape = try scan.run()
                keys = scan.keys
                if scan.newMixedMaps.isEmpty { return tape }
                mixedMaps = scan.newMixedMaps.sorted()
                return nil
            }
            if refusesDuplicateKeys { try refuseDuplicateKeys(in: document, keys) }
            return document
        } catch {
            throw error.error(limits: limits, remedy: remedy)
        }
    }

    static let remedy =
        "The body is not CBOR as RFC 8949 defines it; ask the sender to correct it, or read it as what it is."

    /// Compares the keys of objects by their text, and others by what they would be written as.
    private static func refuseDuplicateKeys(
        in document: TapeDocument,
        _ keys: [(index: Int, offset: Int)]
    ) throws(TapeParseError) {
        var found = document.offsetOfDuplicateKey()
        let offsets = Dictionary(keys.map { ($0.index, $0.offset) }) { first, _ in first }
        var index = 0
        while index < document.tape.count {
            let word = document.word(at: index)
            if let (kind, _, content) = document.extended(at: index), kind == .pairs {
                var seen: Set<[UInt8]> = []
                var key = content + 1
                while key < word.offset {
                    let bytes = try? CBORPrinter.bytes(of: document, at: key, isDeterministic: true)
                    if let bytes, !seen.insert(bytes).inserted { found = min(found ?? .max, offsets[key] ?? .max) }
                    key = document.index(after: document.index(after: key))
                }
            }
            // An extension has a number, and what it is about.
            index += word.has(.extended) ? 2 : word.width
        }
        if let found { throw TapeParseError("A map has the same key a second time.", at: found) }
    }
}

struct CBORScan: ~Copyable {
    /// A container or tag whose items are not all read.
    private struct Frame {
        enum Kind { case array, object, pairs, tag, whole }

        /// The index of its first word.
        var start: Int
        /// The offset of its first byte.
        var offset: Int
        /// Items that are left, keys and values together; from ``indefinite`` down where no number was given.
        var remaining: Int
        var kind: Kind

        /// No body has half as many items. It is even, as the number of keys and values is.
        static let indefinite = 1 << 60

        @inline(__always)
        var isIndefinite: Bool { remaining > Frame.indefinite / 2 }
    }

    private let bytes: PaddedBytes
    private let depth: Int
    /// Values that may still come. The keys of objects do not count.
    private var elements: Int
    private var tape: TapeBuilder
    private var outer: [Frame] = []
    private var open = Frame(start: 0, offset: 0, remaining: 1, kind: .whole)
    /// The offsets of maps whose first key is a string and another is none, in ascending order.
    private var mixedMaps: ArraySlice<Int>
    /// Those that were not known.
    private(set) var newMixedMaps: [Int] = []
    /// Where the keys of the other maps stand on the tape and in the body, where that is asked for.
    private(set) var keys: [(index: Int, offset: Int)] = []
    private let recordsKeys: Bool

    init(_ bytes: PaddedBytes, limits: DecodingLimits, mixedMaps: [Int], recordsKeys: Bool) {
        self.recordsKeys = recordsKeys
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
            guard cursor < bytes.count else { throw .truncated(at: bytes.count) }
            if bytes[cursor] == 0xFF, open.isIndefinite {
                try endIndefinite(at: cursor)
                cursor &+= 1
                continue
            }
            // A key and the value with the most words: a map of pairs.
            tape.reserve(4)
            open.remaining &-= 1
            if open.kind == .object, open.remaining & 1 == 1 {
                if bytes[cursor] &>> 5 == 3 {
                    cursor = try string(at: cursor)
                    open.remaining &-= 1
                    guard cursor < bytes.count else { throw .truncated(at: bytes.count) }
                } else {
                    newMixedMaps.append(open.offset)
                    open.kind = .pairs
                }
            } else if open.kind == .pairs, recordsKeys, open.remaining & 1 == 1 {
                keys.append((tape.count, cursor))
            }
            elements &-= 1
            if elements < 0 { throw .elements(at: cursor) }
            cursor = try value(at: cursor)
        }
    }

    private mutating func finish(at cursor: Int) throws(TapeParseError) -> [UInt64] {
        if cursor < bytes.count { throw TapeParseError("There are bytes after the value.", at: cursor) }
        return tape.finish()
    }

    private mutating func endIndefinite(at offset: Int) throws(TapeParseError) {
        if open.kind != .array, open.remaining & 1 == 1 {
            throw TapeParseError("A map ends after a key, before its value.", at: offset)
        }
        tape.close(at: open.start, items: Frame.indefinite - open.remaining)
        // A map that turned out to be mixed is closed again in vain: its words are written anew.
        guard let next = outer.popLast() else { return }
        open = next
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
        if head & 0x1F == 31, major == 4 || major == 5 {
            return try begin(major, count: nil, at: offset, offset &+ 1)
        }
        let (number, content) = try argument(head, at: offset)
        switch major {
        case 0: tape.append(number, at: offset)
        case 1: appendNegative(number, at: offset, endingAt: content)
        case 6: try begin(tag: number, at: offset)
        default: return try begin(major, count: number, at: offset, content)
        }
        return content
    }

    /// The number in a head or after it, and the offset after that. Source: RFC 8949 §3.
    @inline(__always)
    private func argument(_ head: UInt8, at offset: Int) throws(TapeParseError) -> (number: UInt64, content: Int) {
        let info = head & 0x1F
        if info < 24 { return (UInt64(info), offset &+ 1) }
        guard info < 28 else { throw CBORScan.reserved(head, at: offset) }
        let size = 1 &<< Int(info &- 24)
        let content = offset &+ 1 &+ size
        if content > bytes.count { throw .truncated(at: bytes.count) }
        let number = bytes.word(at: offset &+ 1).byteSwapped
        return (number &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size), content)
    }

    /// The error for a head whose low bits are 28 to 31, where 31 stands for no indefinite length.
    static func reserved(_ head: UInt8, at offset: Int) -> TapeParseError {
        switch head {
        case 0xFF: TapeParseError("A break stands where no indefinite length ends.", at: offset)
        case _ where head & 0x1F == 31: TapeParseError("A number or tag has an indefinite length.", at: offset)
        default: TapeParseError("A head has additional information 28 to 30, which is reserved.", at: offset)
        }
    }
}

// MARK: - Values

extension CBORScan {
    /// Appends -1 - number. What needs more than 64 bits becomes a bignum of these bytes.
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

    private mutating func begin(tag: UInt64, at offset: Int) throws(TapeParseError) {
        // It says what the body is, and nothing of the value. Source: RFC 8949 §3.4.6.
        if tag == 55_799, offset == 0 {
            open.remaining = 1
            elements += 1
            return
        }
        if outer.count >= depth { throw .depth(at: offset) }
        push(Frame(start: tape.count, offset: offset, remaining: 1, kind: .tag))
        tape.append(.tag, tag)
    }

    /// Begins an array or a map.
    ///
    /// - Parameter count: Elements or members; nil where a break ends it.
    private mutating func begin(_ major: UInt8, count: UInt64?, at offset: Int, _ content: Int) throws(TapeParseError)
        -> Int
    {
        if outer.count >= depth { throw .depth(at: offset) }
        if let count {
            if elements < 0 || count > UInt64(elements) { throw .elements(at: offset) }
            // Each element takes a byte at least, each member two.
            if count > UInt64(bytes.count - content) / (major == 5 ? 2 : 1) { throw .truncated(at: bytes.count) }
        }
        let number = Int(count ?? 0)
        if major == 4 {
            let remaining = count == nil ? Frame.indefinite : number
            push(Frame(start: tape.count, offset: offset, remaining: remaining, kind: .array))
            tape.append(TapeWord(.array, payload: min(number, TapeWord.maximumPayload)))
            return content
        }
        let first = bytes[content]
        // Where the map is empty, its end is no key.
        let isEmpty = count.map { $0 == 0 } ?? (first == 0xFF)
        var isPairs = !isEmpty && first >> 5 != 3
        if mixedMaps.first == offset {
            mixedMaps.removeFirst()
            isPairs = true
        }
        let remaining = count == nil ? Frame.indefinite : 2 * number
        push(Frame(start: tape.count, offset: offset, remaining: remaining, kind: isPairs ? .pairs : .object))
        tape.append(mapOf: number, isPairs: isPairs)
        return content
    }

    @inline(__always)
    private mutating func push(_ frame: Frame) {
        outer.append(open)
        open = frame
    }

    /// Source: RFC 8949 §3.3.
    private mutating func simple(_ head: UInt8, at offset: Int) throws(TapeParseError) -> Int {
        let (number, content) = try argument(head, at: offset)
        switch head {
        case 0xF4: tape.append(TapeWord(.false))
        case 0xF5: tape.append(TapeWord(.true))
        case 0xF6: tape.append(TapeWord(.null))
        case 0xF8 where number < 32:
            throw TapeParseError("A simple value below 32 has two bytes.", at: offset)
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
}

// MARK: - Strings

extension CBORScan {
    /// Reads text or bytes, and gives the offset after them.
    @inline(__always)
    private mutating func string(at offset: Int) throws(TapeParseError) -> Int {
        let head = bytes[offset]
        if head & 0x1F == 31 { return try chunks(of: head &>> 5, at: offset) }
        let (start, end) = try content(head, at: offset)
        tape.append(TapeWord(head &>> 5 == 3 ? .string : .data, payload: end &- start, offset: start))
        return end
    }

    /// The range of a string of definite length, which is valid where it is text.
    @inline(__always)
    private func content(_ head: UInt8, at offset: Int) throws(TapeParseError) -> (start: Int, end: Int) {
        let (count, start) = try argument(head, at: offset)
        guard count <= UInt64(truncatingIfNeeded: bytes.count &- start) else { throw .truncated(at: bytes.count) }
        if count > UInt64(TapeWord.maximumPayload) { throw .size(at: offset) }
        let end = start &+ Int(truncatingIfNeeded: count)
        if head &>> 5 == 3, let invalid = bytes.firstInvalidUTF8(from: start, to: end) {
            throw .invalidText(at: invalid)
        }
        return (start, end)
    }

    /// Reads the chunks of a string of indefinite length, and moves them together where the first one stands. Each is valid
    /// text by itself. Source: RFC 8949 §3.2.3.
    private mutating func chunks(of major: UInt8, at offset: Int) throws(TapeParseError) -> Int {
        var cursor = offset + 1
        // There is a head at least before each chunk, so that nothing is overwritten that was not read.
        var used = offset + 1
        while true {
            guard cursor < bytes.count else { throw .truncated(at: bytes.count) }
            let head = bytes[cursor]
            if head == 0xFF { break }
            guard head >> 5 == major, head & 0x1F != 31 else {
                throw TapeParseError(
                    "A chunk of a string is no string of the same kind and of definite length.",
                    at: cursor
                )
            }
            let (start, end) = try content(head, at: cursor)
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
