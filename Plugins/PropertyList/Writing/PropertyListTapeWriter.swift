import Mimeograph
import MimeographTree

/// Writes a value that was read from its tape, without recursion.
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

    private let document: TapeDocument
    /// The document's, held so that spans over them can be handed on.
    private let bytes: [UInt8]
    private let sortedKeys: Bool

    init(document: TapeDocument, sortedKeys: Bool) {
        self.document = document
        bytes = document.bytes
        self.sortedKeys = sortedKeys
    }

    /// Writes the value at an index.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for what the format cannot hold, with the path to it from
    ///   that value on.
    func write<Writer: PropertyListValueWriter & ~Copyable>(_ root: Int, to writer: inout Writer)
        throws(SerializationError)
    {
        var frames: [Frame] = []
        do throws(SerializationError) { try write(root, &frames, to: &writer) } catch {
            throw error.prefixed(by: frames.map(step(in:)))
        }
    }

    private func write<Writer: PropertyListValueWriter & ~Copyable>(
        _ root: Int,
        _ frames: inout [Frame],
        to writer: inout Writer
    ) throws(SerializationError) {
        var index = root
        while true {
            let index0 = document.word(at: index).target(from: index)
            let word = document.word(at: index0)
            switch word.tag {
            case .array:
                writer.begin(.array)
                frames.append(Frame(start: index0 &+ 1, next: index0 &+ 1, end: word.offset, isDictionary: false))
            case .object:
                writer.begin(.dictionary)
                frames.append(
                    Frame(
                        start: index0 &+ 1,
                        next: index0 &+ 1,
                        end: word.offset,
                        isDictionary: true,
                        keys: chosenKeys(ofDictionaryAt: index0)
                    )
                )
            case .string, .wideString:
                try withUTF8(of: word) { (span) throws(SerializationError) in try writer.append(string: span) }
            default: try write(scalar: word, at: index0, to: &writer)
            }
            guard let next = try nextIndex(in: &frames, to: &writer) else { return }
            index = next
        }
    }

    private func write<Writer: PropertyListValueWriter & ~Copyable>(
        scalar word: TapeWord,
        at index: Int,
        to writer: inout Writer
    ) throws(SerializationError) {
        switch word.tag {
        case .true: writer.append(true)
        case .false: writer.append(false)
        case .smallInteger: writer.append(word.smallInteger)
        case .int64, .uint64:
            if let value = document.int64(at: index) {
                writer.append(value)
            } else {
                writer.append(document.long(at: index))
            }
        case .double: writer.append(Double(bitPattern: document.long(at: index)))
        case .date: try writer.append(date: Double(bitPattern: document.long(at: index)))
        case .data:
            writer.append(data: bytes.span.extracting(word.offset..<word.offset &+ word.payload))
        case .extended: writer.append(PropertyList.UID(UInt32(truncatingIfNeeded: document.long(at: index))))
        default: try writer.appendNull()
        }
    }

    /// Writes the key before the next value, or the ends of containers, and gives the index of that value.
    @inline(__always)
    private func nextIndex<Writer: PropertyListValueWriter & ~Copyable>(
        in frames: inout [Frame],
        to writer: inout Writer
    ) throws(SerializationError) -> Int? {
        while true {
            let last = frames.count &- 1
            if last < 0 { return nil }
            if let keys = frames[last].keys {
                if frames[last].written < keys.count {
                    let key = keys[frames[last].written]
                    frames[last].written &+= 1
                    try append(keyAt: key, to: &writer)
                    return key &+ 1
                }
            } else if frames[last].next < frames[last].end {
                let index = frames[last].next
                if !frames[last].isDictionary {
                    frames[last].next = document.index(after: index)
                    return index
                }
                // First, because the path of an error names what was begun last.
                frames[last].next = document.index(after: index &+ 1)
                try append(keyAt: index, to: &writer)
                return index &+ 1
            }
            writer.end(frames[last].isDictionary ? .dictionary : .array)
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
    private func append<Writer: PropertyListValueWriter & ~Copyable>(keyAt index: Int, to writer: inout Writer)
        throws(SerializationError)
    {
        try withUTF8(of: document.word(at: index)) { (span) throws(SerializationError) in try writer.append(key: span) }
    }

    /// Calls `body` with the UTF-8 of the string that a word names.
    @inline(__always)
    private func withUTF8(
        of word: TapeWord,
        _ body: (Span<UInt8>) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        if word.tag == .string {
            try body(bytes.span.extracting(word.offset..<word.offset &+ word.payload))
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
        keys.reserveCapacity(word.payload)
        var skipped = (shadowed ?? [])[...]
        var key = index + 1
        while key < word.offset {
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

extension TapeDocument {
    /// Whether the UTF-8 of the string at one index comes before that of another.
    func stringPrecedes(at left: Int, _ right: Int) -> Bool {
        let first = word(at: left)
        let second = word(at: right)
        if first.tag == .string, second.tag == .string {
            return bytes[first.offset..<first.offset + first.payload].lexicographicallyPrecedes(
                bytes[second.offset..<second.offset + second.payload]
            )
        }
        return string(of: first).utf8.lexicographicallyPrecedes(string(of: second).utf8)
    }
}
