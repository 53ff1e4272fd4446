/// The way of a writer over a tape, which can stop where room runs out and go on where there is more.
///
/// A step writes one element or member, or ends a container, and asks for room for all of it before it begins. There is
/// no recursion: containers that are not finished wait on a stack.
struct JSONTapeRun {
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
        if case nil = innermost, !begin(tape, bytes, &sink) { return false }
        guard var open = innermost else { return true }
        while true {
            let lineLength = options.pretty ? 1 &+ 2 &* (depth &+ outer.count &+ 1) : 0
            var place = index
            if open.isListed { place = open.nextKey < open.endOfKeys ? keys[open.nextKey] : open.end }
            if place >= open.end {
                guard hasRoom(lineLength, in: sink) else { break }
                end(open, &sink)
                guard let next = outer.popLast() else { return true }
                open = next
                continue
            }
            let key = JSONWord(bits: tape[place])
            let word = open.isObject ? JSONWord(bits: tape[place &+ 1]) : key
            var length = lineLength &+ room(for: word)
            if open.isObject { length &+= room(for: key) }
            guard hasRoom(length, in: sink) else { break }

            if !isFirst { sink.append(UInt8(ascii: ",")) }
            isFirst = false
            if options.pretty { breakLine(outer.count &+ 1, &sink) }
            open.nextKey &+= 1
            if open.isObject {
                writeString(key, bytes, &sink)
                if options.pretty { sink.append(0x20_3A20, count: 3) } else { sink.append(UInt8(ascii: ":")) }
                place &+= 1
            }
            if word.tag == .array || word.tag == .object {
                outer.append(open)
                open = self.open(word, at: place, &sink)
            } else {
                writeScalar(word, bytes, &sink)
                index = place &+ word.width
            }
        }
        innermost = open
        return false
    }

    /// Writes what comes first; false where there is no room.
    private mutating func begin(_ tape: Span<UInt64>, _ bytes: RawSpan, _ sink: inout JSONSink) -> Bool {
        let word = JSONWord(bits: tape[root])
        guard hasRoom(room(for: word), in: sink) else { return false }
        if word.tag == .array || word.tag == .object {
            innermost = open(word, at: root, &sink)
        } else {
            writeScalar(word, bytes, &sink)
        }
        return true
    }

    @inline(__always)
    private mutating func hasRoom(_ length: Int, in sink: JSONSink) -> Bool {
        if sink.room >= length &+ JSONSink.slack { return true }
        needed = length &+ JSONSink.slack
        return false
    }

    /// The most bytes that a value and what stands around it may take, line breaks aside; of a container its start.
    @inline(__always)
    private func room(for word: JSONWord) -> Int {
        switch word.tag {
        case .string where word.aux > 4096: 8 &+ escapedLength(word)
        case .string: 8 &+ 6 &* word.aux
        case .int64, .uint64, .double, .bigNumber: 8 &+ word.aux
        default: 24
        }
    }

    /// For long strings it is worth a look, lest six times their length be asked for in vain.
    @inline(never)
    private func escapedLength(_ word: JSONWord) -> Int {
        var controls = 0
        for offset in word.low..<word.low + word.aux where document.bytes[offset] < 0x20 { controls += 1 }
        return 2 * word.aux + 4 * controls
    }

    @inline(__always)
    private func breakLine(_ containers: Int, _ sink: inout JSONSink) {
        sink.append(UInt8(ascii: "\n"))
        sink.appendSpaces(2 &* (depth &+ containers))
    }

    @inline(__always)
    private mutating func open(_ word: JSONWord, at place: Int, _ sink: inout JSONSink) -> Open {
        isFirst = true
        index = place &+ 1
        var open = Open(isObject: word.tag == .object, end: word.low)
        sink.append(open.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        if open.isObject, word.aux > 1 {
            if options.sortedKeys {
                open.isListed = true
                open.firstKey = keys.count
                keys.append(sorted: document, object: place)
            } else if let superseded = document.supersededMembers(ofObjectAt: place) {
                open.isListed = true
                open.firstKey = keys.count
                keys.append(document, object: place, without: superseded)
            }
            open.nextKey = open.firstKey
            open.endOfKeys = keys.count
        }
        return open
    }

    @inline(__always)
    private mutating func end(_ open: Open, _ sink: inout JSONSink) {
        if options.pretty {
            // An empty container holds an empty line, as Foundation lays it out.
            if isFirst { sink.append(UInt8(ascii: "\n")) }
            breakLine(outer.count, &sink)
        }
        sink.append(open.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        isFirst = false
        index = open.end
        if open.isListed { keys.truncate(to: open.firstKey) }
    }

    @inline(__always)
    private func writeScalar(_ word: JSONWord, _ bytes: RawSpan, _ sink: inout JSONSink) {
        switch word.tag {
        // The letters, the first in the lowest bits.
        case .null: sink.append(0x6C6C_756E, count: 4)
        case .true: sink.append(0x6575_7274, count: 4)
        case .false: sink.append(0x65_736C_6166, count: 5)
        case .smallInteger: sink.appendInteger(word.smallInteger)
        case .string: writeString(word, bytes, &sink)
        default: sink.append(bytes, from: word.low, count: word.aux)
        }
    }

    @inline(__always)
    private func writeString(_ word: JSONWord, _ bytes: RawSpan, _ sink: inout JSONSink) {
        sink.appendString(bytes, from: word.low, count: word.aux, escapingSlashes: options.escapesSlashes)
    }
}

extension JSONTapeRun {
    /// Bytes to begin with.
    var estimatedCapacity: Int {
        // A compact text is hardly ever longer than what was read.
        if root == 0 { return document.bytes.count + document.bytes.count / 8 + 512 }
        let word = document.word(at: root)
        switch word.tag {
        case .array, .object: return 512 + (word.low - root) * 16
        default: return 64 + word.aux
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
