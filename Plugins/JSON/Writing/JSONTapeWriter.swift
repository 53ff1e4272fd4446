/// Writes a part of a document, straight from the tape.
struct JSONTapeWriter {
    let document: JSONDocument
    let options: JSONWritingOptions
    /// Containers around the part, for the indentation.
    let depth: Int

    private struct Open {
        let isObject: Bool
        /// The index after the container.
        let end: Int
        /// Keys of this container that are left out because they stand again later, in ascending order.
        var superseded: ArraySlice<Int> = []
        /// Keys in the order they are to be written, where that is another than the tape's.
        var order: ArraySlice<Int>?
    }

    func write(_ root: Int, into text: inout JSONText) {
        var open: [Open] = []
        var index = root
        while true {
            let word = document.word(at: index)
            switch word.tag {
            case .array, .object:
                let isObject = word.tag == .object
                text.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                var container = Open(isObject: isObject, end: word.low)
                if isObject { arrange(&container, at: index) }
                open.append(container)
                index += 1
                if next(&index, in: &open, isFirst: true, &text) { continue }
                return
            default: writeScalar(word, at: index, into: &text)
            }
            index += word.width
            if !next(&index, in: &open, isFirst: false, &text) { return }
        }
    }

    private func arrange(_ container: inout Open, at index: Int) {
        if let superseded = document.supersededMembers(ofObjectAt: index) { container.superseded = superseded[...] }
        guard options.sortedKeys else { return }
        var keys: [Int] = []
        var key = index + 1
        while key < container.end {
            if container.superseded.first == key { container.superseded.removeFirst() } else { keys.append(key) }
            key = document.index(after: key + 1)
        }
        keys.sort { document.string(at: $0, precedes: $1) }
        container.order = keys[...]
    }

    private func writeScalar(_ word: JSONWord, at index: Int, into text: inout JSONText) {
        switch word.tag {
        case .null: text.append("null")
        case .true: text.append("true")
        case .false: text.append("false")
        case .smallInteger: text.appendInteger(word.smallInteger)
        case .string: writeString(word, into: &text)
        default: text.append(raw: document.bytes[word.low..<word.low + word.aux])
        }
    }

    private func writeString(_ word: JSONWord, into text: inout JSONText) {
        let bytes = document.bytes
        let content = bytes.span.extracting(word.low..<word.low + word.aux)
        text.appendEscaped(content, escapingSlashes: options.escapesSlashes)
    }

    /// Goes to the next value, writing what stands between; false at the end.
    ///
    /// `index` is that of the word after the last value, or after an opened container's own.
    private func next(_ index: inout Int, in open: inout [Open], isFirst: Bool, _ text: inout JSONText) -> Bool {
        var isFirst = isFirst
        while let last = open.indices.last {
            let end = open[last].end
            let isObject = open[last].isObject
            if isObject {
                if let order = open[last].order {
                    index = order.first ?? end
                    open[last].order = order.dropFirst()
                } else {
                    while open[last].superseded.first == index {
                        open[last].superseded.removeFirst()
                        index = document.index(after: index + 1)
                    }
                }
            }
            if index < end {
                if !isFirst { text.append(UInt8(ascii: ",")) }
                if options.pretty { text.appendLineBreak(depth: depth + open.count) }
                if isObject {
                    writeString(document.word(at: index), into: &text)
                    if options.pretty { text.append(" : ") } else { text.append(UInt8(ascii: ":")) }
                    index += 1
                }
                return true
            }
            open.removeLast()
            // An empty container holds an empty line, as Foundation lays it out.
            if options.pretty, isFirst { text.append("\n") }
            if options.pretty { text.appendLineBreak(depth: depth + open.count) }
            text.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
            index = end
            isFirst = false
        }
        return false
    }
}

extension JSONDocument {
    /// Whether the bytes of one string come before those of another.
    func string(at left: Int, precedes right: Int) -> Bool {
        let left = word(at: left)
        let right = word(at: right)
        return bytes[left.low..<left.low + left.aux].lexicographicallyPrecedes(bytes[right.low..<right.low + right.aux])
    }
}
