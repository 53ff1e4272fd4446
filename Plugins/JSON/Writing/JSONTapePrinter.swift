import Mimeograph
import MimeographTree

/// The way of a writer over a tape, which can stop where room runs out and go on where there is more.
///
/// A step writes one element or member, or ends a container, and asks for room for all of it before it begins. There is
/// no recursion: containers that are not finished wait on a stack.
struct JSONTapePrinter {
    private let document: JSONDocument
    private let options: JSONWritingOptions
    /// Containers around the whole.
    private let depth: Int
    private let root: Int

    /// Of the word that is next, in the innermost container or for the whole.
    private var index: Int
    /// The innermost container that is not finished; nil before the first.
    private var innermost: Open?
    /// Those around it.
    private var outer: [Open] = []
    /// The keys that are left to write, of all containers whose members are not written as they stand on the tape.
    private var keys = JSONKeyOrder()
    /// Whether nothing was written in the innermost container.
    private var isFirst = true
    /// Bytes that the step needs that found no room.
    private var needed = 0

    private struct Open {
        let isObject: Bool
        /// The index after the container.
        let end: Int
        /// Whether the keys are written as `keys` has them, and not as they stand on the tape.
        var isListed = false
        /// Of its first key in `keys`, of the next to write, and after the last.
        var firstKey = 0
        var nextKey = 0
        var endOfKeys = 0
    }

    init(document: JSONDocument, options: JSONWritingOptions, depth: Int, root: Int) {
        self.document = document
        self.options = options
        self.depth = depth
        self.root = root
        index = root
    }

    /// Writes until the end, and gives true, or until there is no more room.
    mutating func write(into sink: inout JSONSink) -> Bool {
        let words = document.tape
        let tape = words.span
        let content = document.bytes
        // SAFETY: bytes are trivial, and nothing is written through the raw span.
        let bytes = unsafe content.span.bytes
        guard var open = innermost ?? begin(tape, bytes, &sink) else { return needed == 0 }

        // Everything that changes at each step is local, so that it can stay in registers.
        var output = sink
        var outer = self.outer
        var index = self.index
        var isFirst = self.isFirst
        let isPretty = options.pretty
        let escapesSlashes = options.escapesSlashes
        var isDone = false
        while true {
            let level = depth &+ outer.count
            let indentation = JSONWritingOptions.indentation(level)
            var place = index
            if open.isListed { place = open.nextKey < open.endOfKeys ? keys[open.nextKey] : open.end }
            if place >= open.end {
                needed = JSONSink.slack &+ indentation
                if output.room < needed { break }
                if isPretty {
                    // An empty container holds an empty line, as Foundation lays it out.
                    if isFirst { output.append(UInt8(ascii: "\n")) }
                    output.appendLineBreak(indentation)
                }
                output.append(open.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
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
            let key = JSONWord(bits: tape[place])
            let word = open.isObject ? JSONWord(bits: tape[place &+ 1]) : key
            needed = JSONSink.slack &+ indentation &+ JSONTapePrinter.room(for: word, document)
            if open.isObject { needed &+= JSONTapePrinter.room(for: key, document) }
            if output.room < needed { break }

            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            if isPretty { output.appendLineBreak(JSONWritingOptions.indentation(level &+ 1)) }
            if open.isObject {
                open.nextKey &+= 1
                output.appendString(bytes, from: key.low, count: key.aux, escapingSlashes: escapesSlashes)
                if isPretty { output.append(0x20_3A20, count: 3) } else { output.append(UInt8(ascii: ":")) }
                place &+= 1
            }
            if word.tag == .array || word.tag == .object {
                outer.append(open)
                open = begin(word, at: place, &output)
                index = place &+ 1
                isFirst = true
            } else {
                JSONTapePrinter.writeScalar(word, bytes, escapesSlashes, &output)
                index = place &+ word.width
            }
        }
        sink = output
        self.outer = outer
        self.index = index
        self.isFirst = isFirst
        innermost = open
        return isDone
    }

    /// Writes what comes first; nil where it is no container, or where there is no room, which `needed` then tells.
    private mutating func begin(_ tape: Span<UInt64>, _ bytes: RawSpan, _ sink: inout JSONSink) -> Open? {
        let word = JSONWord(bits: tape[root])
        needed = JSONSink.slack &+ JSONTapePrinter.room(for: word, document)
        if sink.room < needed { return nil }
        needed = 0
        if word.tag == .array || word.tag == .object {
            index = root &+ 1
            return begin(word, at: root, &sink)
        }
        JSONTapePrinter.writeScalar(word, bytes, options.escapesSlashes, &sink)
        return nil
    }

    /// Begins a container.
    @inline(__always)
    private mutating func begin(_ word: JSONWord, at place: Int, _ sink: inout JSONSink) -> Open {
        var open = Open(isObject: word.tag == .object, end: word.low)
        sink.append(open.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        if open.isObject, word.aux > 1 { list(&open, at: place) }
        return open
    }

    /// Lists the keys of an object where they are not written as they stand on the tape.
    private mutating func list(_ open: inout Open, at place: Int) {
        open.firstKey = keys.count
        if options.sortedKeys {
            keys.append(sorted: document, object: place)
        } else if let shadowed = document.shadowedMembers(ofObjectAt: place) {
            keys.append(document, object: place, without: shadowed)
        } else {
            return
        }
        open.isListed = true
        open.nextKey = open.firstKey
        open.endOfKeys = keys.count
    }

    /// The most bytes that a value and what stands around it may take, indentation aside; of a container its start.
    @inline(__always)
    private static func room(for word: JSONWord, _ document: JSONDocument) -> Int {
        switch word.tag {
        case .string:
            if word.aux > 4096 { return 8 &+ escapedLength(word, document) }
            return 8 &+ 6 &* word.aux
        case .int64, .uint64, .double, .bigNumber: return 8 &+ word.aux
        default: return 24
        }
    }

    /// For long strings it is worth a look, lest six times their length be asked for in vain.
    @inline(never)
    private static func escapedLength(_ word: JSONWord, _ document: JSONDocument) -> Int {
        var controls = 0
        for offset in word.low..<word.low + word.aux where document.bytes[offset] < 0x20 { controls += 1 }
        return 2 * word.aux + 4 * controls
    }

    @inline(__always)
    private static func writeScalar(
        _ word: JSONWord,
        _ bytes: RawSpan,
        _ escapesSlashes: Bool,
        _ sink: inout JSONSink
    ) {
        switch word.tag {
        // The letters, the first in the lowest bits.
        case .null: sink.append(0x6C6C_756E, count: 4)
        case .true: sink.append(0x6575_7274, count: 4)
        case .false: sink.append(0x65_736C_6166, count: 5)
        case .smallInteger: sink.appendInt64(word.smallInteger)
        case .string: sink.appendString(bytes, from: word.low, count: word.aux, escapingSlashes: escapesSlashes)
        default: sink.append(bytes, from: word.low, count: word.aux)
        }
    }
}

extension JSONTapePrinter {
    /// Bytes to begin with.
    var estimatedCapacity: Int {
        // A compact text is hardly ever longer than what was read.
        if root == 0 { return document.bytes.count + document.bytes.count / 8 + 512 }
        let word = document.word(at: root)
        switch word.tag {
        case .array, .object: return 512 + (word.low - root) * 16
        // An integer that stands in the word itself is no length.
        case .null, .false, .true, .smallInteger: return 64
        case .int64, .uint64, .double, .bigNumber, .string: return 64 + word.aux
        }
    }

    /// Bytes that are likely to be enough, where `used` were written so far.
    func grownCapacity(used: Int) -> Int {
        let whole = document.index(after: root) - root
        let done = Double(min(max(index - root, 1), whole)) / Double(whole)
        // Sorted keys go to and fro, so that how far it has come may be misjudged; growing by half is always enough in the end.
        let likely = min(Double(used) / done * 1.02, Double(used) * 8)
        return max(Int(likely), used + used / 2) + needed + 512
    }
}
