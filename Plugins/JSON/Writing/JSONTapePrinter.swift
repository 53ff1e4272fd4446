import Mimeograph
import MimeographTree

/// A printer that writes the text of a tape. It can stop when room runs out and continue when there is more.
///
/// A step writes one element or member, or ends a container, and makes sure of the room for all of it before it begins. Nothing
/// recurses: unfinished containers are kept on a stack.
struct JSONTapePrinter {
    private let document: TapeDocument
    private let options: JSONWritingOptions
    private let root: Int

    /// The index of the next word, in the innermost container or in the whole.
    private var index: Int
    /// The innermost unfinished container; nil before the first.
    private var innermost: Open?
    /// The containers around it.
    private var outer: [Open] = []
    /// The keys left to write, of all containers whose members are not written in the order of the tape.
    private var keys = JSONKeyOrder()
    /// Whether nothing is written in the innermost container yet.
    private var isFirst = true
    /// The number of bytes that the step without room needs.
    private(set) var needed = 0

    /// The number of words written, and of all words.
    var progress: (done: Int, whole: Int) { (index - root, document.index(after: root) - root) }

    private struct Open {
        let isObject: Bool
        /// The index after the container.
        let end: Int
        /// Whether the keys are written in the order of `keys`, not of the tape.
        var isListed = false
        /// The indices in `keys` of its first key, of the next to write, and after the last.
        var firstKey = 0
        var nextKey = 0
        var endOfKeys = 0
    }

    init(document: TapeDocument, options: JSONWritingOptions, root: Int) {
        self.document = document
        self.options = options
        self.root = root
        index = root
    }

    /// Writes until the end and returns true, or until there is no more room and returns false.
    mutating func write(into writer: inout JSONBufferWriter) -> Bool {
        let words = document.tape
        let tape = words.span
        let content = document.bytes
        // SAFETY: bytes are trivial, and nothing is written through the raw span.
        let bytes = unsafe content.span.bytes
        guard var open = innermost ?? begin(tape, bytes, &writer) else { return needed == 0 }

        // All variables that change at each step are local, so that they can stay in registers.
        var local = writer
        var outer = self.outer
        var index = self.index
        var isFirst = self.isFirst
        let isPretty = options.pretty
        let escapesSlashes = options.escapesSlashes
        var isDone = false
        while true {
            let level = outer.count
            let indentation = JSONWritingOptions.indentation(level)
            var position = index
            if open.isListed { position = open.nextKey < open.endOfKeys ? keys[open.nextKey] : open.end }
            if position >= open.end {
                needed = JSONBufferWriter.slack &+ indentation
                if local.room < needed { break }
                if isPretty {
                    // An empty container holds an empty line, as Foundation lays it out.
                    if isFirst { local.append(UInt8(ascii: "\n")) }
                    local.appendLineBreak(indentation)
                }
                local.append(open.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                isFirst = false
                index = open.end
                if open.isListed { keys.truncate(to: open.firstKey) }
                guard let next = outer.popLast() else {
                    isDone = true
                    break
                }
                open = next
                continue
            }
            let key = TapeWord(bits: tape[position])
            let word = open.isObject ? TapeWord(bits: tape[position &+ 1]) : key
            needed = JSONBufferWriter.slack &+ indentation &+ JSONTapePrinter.room(for: word, bytes)
            if open.isObject { needed &+= JSONTapePrinter.room(for: key, bytes) }
            if local.room < needed { break }

            if !isFirst { local.append(UInt8(ascii: ",")) }
            isFirst = false
            if isPretty { local.appendLineBreak(JSONWritingOptions.indentation(level &+ 1)) }
            if open.isObject {
                open.nextKey &+= 1
                local.appendString(bytes, from: key.offset, count: key.payload, escapingSlashes: escapesSlashes)
                if isPretty { local.append(0x20_3A20, count: 3) } else { local.append(UInt8(ascii: ":")) }
                position &+= 1
            }
            if word.tag == .array || word.tag == .object {
                outer.append(open)
                open = begin(word, at: position, &local)
                index = position &+ 1
                isFirst = true
            } else {
                if word.isLong, word.payload == 0 {
                    JSONTapePrinter.write(number: word, bits: tape[position &+ 1], &local)
                } else {
                    JSONTapePrinter.writeScalar(word, bytes, escapesSlashes, &local)
                }
                index = position &+ word.width
            }
        }
        writer = local
        self.outer = outer
        self.index = index
        self.isFirst = isFirst
        innermost = open
        return isDone
    }

    /// Writes the first word. Returns nil if it is not a container, or if there is no room; then `needed` is not zero.
    private mutating func begin(_ tape: Span<UInt64>, _ bytes: RawSpan, _ writer: inout JSONBufferWriter) -> Open? {
        let word = TapeWord(bits: tape[root])
        needed = JSONBufferWriter.slack &+ JSONTapePrinter.room(for: word, bytes)
        if writer.room < needed { return nil }
        needed = 0
        if word.tag == .array || word.tag == .object {
            index = root &+ 1
            return begin(word, at: root, &writer)
        }
        if word.isLong, word.payload == 0 {
            JSONTapePrinter.write(number: word, bits: tape[root &+ 1], &writer)
        } else {
            JSONTapePrinter.writeScalar(word, bytes, options.escapesSlashes, &writer)
        }
        return nil
    }

    /// Begins a container.
    @inline(__always)
    private mutating func begin(_ word: TapeWord, at position: Int, _ writer: inout JSONBufferWriter) -> Open {
        var open = Open(isObject: word.tag == .object, end: word.offset)
        writer.append(open.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        if open.isObject, word.payload > 1 { list(&open, at: position) }
        return open
    }

    /// Lists the keys of an object if they are not written in the order of the tape.
    private mutating func list(_ open: inout Open, at position: Int) {
        open.firstKey = keys.count
        if options.sortedKeys {
            keys.append(sorted: document, object: position)
        } else if let shadowed = document.shadowedMembers(ofObjectAt: position) {
            keys.append(document, object: position, without: shadowed)
        } else {
            return
        }
        open.isListed = true
        open.nextKey = open.firstKey
        open.endOfKeys = keys.count
    }

    /// Returns the most bytes that a value and its punctuation may need, without indentation; for a container, its start only.
    @inline(__always)
    static func room(for word: TapeWord, _ bytes: RawSpan) -> Int {
        switch word.tag {
        case .string:
            if word.payload > 4096 { return 8 &+ escapedLength(word, bytes) }
            return 8 &+ 6 &* word.payload
        case .int64, .uint64, .double, .bigNumber: return 8 &+ max(word.payload, JSONNumber.maximumTextLength)
        default: return 24
        }
    }

    /// Counts the bytes that a long string may need, to avoid requesting six times its length.
    @inline(never)
    private static func escapedLength(_ word: TapeWord, _ bytes: RawSpan) -> Int {
        var controls = 0
        // SAFETY: bytes are trivial.
        for offset in word.offset..<word.offset + word.payload
        where unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) < 0x20 {
            controls += 1
        }
        return 2 * word.payload + 4 * controls
    }

    @inline(__always)
    static func writeScalar(
        _ word: TapeWord,
        _ bytes: RawSpan,
        _ escapesSlashes: Bool,
        _ writer: inout JSONBufferWriter
    ) {
        switch word.tag {
        // The letters, the first in the lowest bits.
        case .null: writer.append(0x6C6C_756E, count: 4)
        case .true: writer.append(0x6575_7274, count: 4)
        case .false: writer.append(0x65_736C_6166, count: 5)
        case .smallInteger: writer.appendInt64(word.smallInteger)
        case .string:
            writer.appendString(bytes, from: word.offset, count: word.payload, escapingSlashes: escapesSlashes)
        default: writer.append(bytes, from: word.offset, count: word.payload)
        }
    }

    /// Writes a number that has no text on the tape; a double must be finite.
    @inline(__always)
    static func write(number word: TapeWord, bits: UInt64, _ writer: inout JSONBufferWriter) {
        if word.has(.double) {
            // A double that came from a `Float` has the digits of that `Float`: `2.3` stays `2.3`.
            if word.offset == 4 { return JSONNumber.write(Float(Double(bitPattern: bits)), into: &writer) }
            JSONNumber.write(Double(bitPattern: bits), into: &writer)
        } else if word.has(.int64) {
            writer.appendInt64(Int64(bitPattern: bits))
        } else {
            for byte in String(bits).utf8 { writer.append(byte) }
        }
    }
}
