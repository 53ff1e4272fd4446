public import Mimeograph
import MimeographTree

/// Writes a ``JSON`` value, without recursion: containers that are not finished wait on a stack.
///
/// Parsed parts are written straight from their tape, numbers as the digits they had; see `JSONTapeWriter`.
struct JSONWriter: ~Copyable {
    let options: JSONWritingOptions
    var text: JSONByteWriter

    private enum Open {
        case array([JSON].Iterator)
        case object([(key: String, value: JSON)], next: Int)
    }

    init(options: JSONWritingOptions, capacity: Int) {
        self.options = options
        text = JSONByteWriter(capacity: capacity)
    }

    /// - Throws: ``SerializationError/Code/unencodableValue`` for infinities and not-a-number.
    mutating func write(_ root: JSON) throws(SerializationError) {
        var open: [Open] = []
        var value: JSON? = root
        while let current = value {
            var hasWritten = true
            switch current.storage {
            case .null: text.appendNull()
            case .boolean(let value): text.appendBool(value)
            case .integer(let value): text.appendInteger(value)
            case .unsigned(let value): text.appendInteger(value)
            case .double(let value):
                guard value.isFinite else { throw JSONWriter.notFinite }
                text.appendDouble(value)
            case .string(let value): text.appendString(value, escapingSlashes: options.escapesSlashes)
            case .array(let elements):
                text.append(UInt8(ascii: "["))
                open.append(.array(elements.makeIterator()))
                hasWritten = false
            case .object(let object):
                text.append(UInt8(ascii: "{"))
                open.append(.object(object.members(sorted: options.sortedKeys), next: 0))
                hasWritten = false
            case .parsed(let document, let index):
                let writer = JSONTapeWriter(document: document, options: options, depth: open.count)
                text.append(raw: writer.bytes(index).span)
            }
            value = nextValue(in: &open, isFirst: !hasWritten)
        }
    }

    private static var notFinite: SerializationError {
        SerializationError(
            .unencodableValue,
            "A number is infinite or not a number, which JSON cannot write.",
            remedy: "Replace it by null or by a string before writing."
        )
    }

    /// Writes what stands between the last value and the next, and gives that; nil at the end.
    private mutating func nextValue(in open: inout [Open], isFirst: Bool) -> JSON? {
        var isFirst = isFirst
        while let innermost = open.popLast() {
            switch innermost {
            case .array(var elements):
                if let element = elements.next() {
                    open.append(.array(elements))
                    separate(isFirst: isFirst, depth: open.count)
                    return element
                }
                endLine(isEmpty: isFirst, depth: open.count)
                text.append(UInt8(ascii: "]"))
            case .object(let members, let next):
                if next < members.count {
                    open.append(.object(members, next: next + 1))
                    separate(isFirst: isFirst, depth: open.count)
                    text.appendString(members[next].key, escapingSlashes: options.escapesSlashes)
                    if options.pretty { text.append(0x20_3A20, count: 3) } else { text.append(UInt8(ascii: ":")) }
                    return members[next].value
                }
                endLine(isEmpty: isFirst, depth: open.count)
                text.append(UInt8(ascii: "}"))
            }
            isFirst = false
        }
        return nil
    }

    private mutating func separate(isFirst: Bool, depth: Int) {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        breakLine(depth: depth)
    }

    /// An empty container holds an empty line, as Foundation lays it out.
    private mutating func endLine(isEmpty: Bool, depth: Int) {
        if isEmpty, options.pretty { text.append(UInt8(ascii: "\n")) }
        breakLine(depth: depth)
    }

    private mutating func breakLine(depth: Int) {
        guard options.pretty else { return }
        text.append(UInt8(ascii: "\n"))
        for _ in 0..<JSONWritingOptions.indentation(depth) / 2 { text.append(0x2020, count: 2) }
    }
}

extension JSON {
    /// Writes the value as a JSON text in UTF-8.
    ///
    /// What was parsed keeps the digits of its numbers; a built double is written with the fewest digits that read back
    /// as the same double. Of duplicate keys the last is written.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for infinities and not-a-number.
    public func serialized(_ options: JSONWritingOptions = .compact) throws(SerializationError) -> [UInt8] {
        if case .parsed(let document, let index) = storage {
            return JSONTapeWriter(document: document, options: options, depth: 0).bytes(index)
        }
        var writer = JSONWriter(options: options, capacity: 256)
        try writer.write(self)
        return writer.text.finish()
    }
}

extension JSON: CustomStringConvertible {
    /// The compact JSON text; `null` where the value holds an infinity or not-a-number, which JSON cannot write.
    public var description: String {
        if let bytes = try? serialized() { return String(decoding: bytes, as: UTF8.self) }
        return "null"
    }
}
