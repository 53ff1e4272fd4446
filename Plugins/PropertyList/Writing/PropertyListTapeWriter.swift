import Mimeograph
import MimeographTree

/// Writes a value that was read from its tape to a sink, without recursion.
struct PropertyListTapeWriter {
    /// A container that is not finished.
    private struct Frame {
        /// The index of the first element or key.
        let start: Int
        /// The index of the next element or key.
        var next: Int
        let end: Int
        let isDictionary: Bool
        /// The keys that count, where these are not all of them in their order; and how many are written.
        var keys: [Int]?
        var written = 0
    }

    private let document: PropertyListDocument
    /// The document's, held so that spans over them can be handed on.
    private let bytes: [UInt8]
    private let sortedKeys: Bool

    init(document: PropertyListDocument, sortedKeys: Bool) {
        self.document = document
        bytes = document.bytes
        self.sortedKeys = sortedKeys
    }

    /// Writes the value at an index.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for what the format cannot hold, with the path to it from
    ///   that value on.
    func write<Sink: PropertyListSink & ~Copyable>(_ root: Int, to sink: inout Sink) throws(SerializationError) {
        var frames: [Frame] = []
        do throws(SerializationError) { try write(root, &frames, to: &sink) } catch {
            throw error.prefixed(by: frames.map(step(in:)))
        }
    }

    private func write<Sink: PropertyListSink & ~Copyable>(
        _ root: Int,
        _ frames: inout [Frame],
        to sink: inout Sink
    ) throws(SerializationError) {
        var index = root
        while true {
            let index0 = document.resolved(index)
            let word = document.word(at: index0)
            switch word.tag {
            case .array:
                sink.begin(.array)
                frames.append(Frame(start: index0 &+ 1, next: index0 &+ 1, end: word.low, isDictionary: false))
            case .dictionary:
                sink.begin(.dictionary)
                frames.append(
                    Frame(
                        start: index0 &+ 1,
                        next: index0 &+ 1,
                        end: word.low,
                        isDictionary: true,
                        keys: chosenKeys(ofDictionaryAt: index0)
                    )
                )
            case .string, .wideString:
                try withUTF8(of: word) { (span) throws(SerializationError) in try sink.append(string: span) }
            default: try write(scalar: word, at: index0, to: &sink)
            }
            guard let next = try nextIndex(in: &frames, to: &sink) else { return }
            index = next
        }
    }

    private func write<Sink: PropertyListSink & ~Copyable>(
        scalar word: PropertyListWord,
        at index: Int,
        to sink: inout Sink
    ) throws(SerializationError) {
        switch word.tag {
        case .true: sink.append(true)
        case .false: sink.append(false)
        case .smallInteger: sink.append(word.smallInteger)
        case .int64, .uint64:
            if let value = document.int64(at: index) {
                sink.append(value)
            } else {
                sink.append(document.word64(at: word.low))
            }
        case .real, .singleReal: sink.append(document.real(of: word))
        case .date: try sink.append(date: document.real(of: word))
        case .data:
            sink.append(data: bytes.span.extracting(word.low..<word.low &+ word.aux))
        case .uid: sink.append(PropertyList.UID(UInt32(truncatingIfNeeded: word.low)))
        default: try sink.appendNull()
        }
    }

    /// Writes the key before the next value, or the ends of containers, and gives the index of that value.
    @inline(__always)
    private func nextIndex<Sink: PropertyListSink & ~Copyable>(
        in frames: inout [Frame],
        to sink: inout Sink
    ) throws(SerializationError) -> Int? {
        while true {
            let last = frames.count &- 1
            if last < 0 { return nil }
            if let keys = frames[last].keys {
                if frames[last].written < keys.count {
                    let key = keys[frames[last].written]
                    frames[last].written &+= 1
                    try append(keyAt: key, to: &sink)
                    return key &+ 1
                }
            } else if frames[last].next < frames[last].end {
                let index = frames[last].next
                if !frames[last].isDictionary {
                    frames[last].next = document.index(after: index)
                    return index
                }
                // First, because an error is placed by what was begun last.
                frames[last].next = document.index(after: index &+ 1)
                try append(keyAt: index, to: &sink)
                return index &+ 1
            }
            sink.end(frames[last].isDictionary ? .dictionary : .array)
            frames.removeLast()
        }
    }

    /// The step to the element or member that was begun last, found only when writing failed.
    private func step(in frame: Frame) -> CodingStep {
        if let keys = frame.keys {
            return .key(PlainCodingKey(document.string(at: keys[frame.written - 1])))
        }
        var index = frame.start
        var number = 0
        while true {
            let next = document.index(after: frame.isDictionary ? index + 1 : index)
            if next >= frame.next { break }
            index = next
            number += 1
        }
        if !frame.isDictionary { return .index(number) }
        return .key(PlainCodingKey(document.string(at: index)))
    }

    @inline(__always)
    private func append<Sink: PropertyListSink & ~Copyable>(keyAt index: Int, to sink: inout Sink)
        throws(SerializationError)
    {
        try withUTF8(of: document.word(at: index)) { (span) throws(SerializationError) in try sink.append(key: span) }
    }

    /// Calls `body` with the UTF-8 of the string that a word names.
    @inline(__always)
    private func withUTF8(
        of word: PropertyListWord,
        _ body: (Span<UInt8>) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        if word.tag == .string {
            try body(bytes.span.extracting(word.low..<word.low &+ word.aux))
            return
        }
        var utf8: [UInt8] = []
        document.appendUTF8(of: word, to: &utf8)
        try body(utf8.span)
    }

    /// The keys of a dictionary that are to be written; nil for all of them in their order.
    private func chosenKeys(ofDictionaryAt index: Int) -> [Int]? {
        let shadowed = document.shadowedMembers(ofObjectAt: index)
        if shadowed == nil, !sortedKeys { return nil }
        let word = document.word(at: index)
        var keys: [Int] = []
        keys.reserveCapacity(word.aux)
        var skipped = (shadowed ?? [])[...]
        var key = index + 1
        while key < word.low {
            if key == skipped.first {
                skipped.removeFirst()
            } else {
                keys.append(key)
            }
            key = document.index(after: key + 1)
        }
        if sortedKeys { keys.sort { document.stringPrecedes(at: $0, $1) } }
        return keys
    }
}

extension PropertyListDocument {
    /// Whether the UTF-8 of the string at one index comes before that of another.
    func stringPrecedes(at left: Int, _ right: Int) -> Bool {
        let first = word(at: left)
        let second = word(at: right)
        if first.tag == .string, second.tag == .string {
            return bytes[first.low..<first.low + first.aux].lexicographicallyPrecedes(
                bytes[second.low..<second.low + second.aux]
            )
        }
        return string(of: first).utf8.lexicographicallyPrecedes(string(of: second).utf8)
    }
}
