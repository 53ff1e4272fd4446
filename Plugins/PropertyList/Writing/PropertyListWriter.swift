public import Mimeograph
import MimeographTree

/// Writes a value to a writer of one format, without recursion: containers that are not finished wait on a stack.
///
/// Parts that were read are written straight from their tape; see ``PropertyListTapeWriter``.
struct PropertyListWriter<Writer: PropertyListValueWriter & ~Copyable>: ~Copyable {
    private enum Open {
        case array([PropertyList], next: Int)
        case dictionary([(key: String, value: PropertyList)], next: Int)

        /// The step to the element or member that was begun last.
        var step: CodingStep {
            switch self {
            case .array(_, let next): .index(next - 1)
            case .dictionary(let members, let next): .key(PlainCodingKey(members[next - 1].key))
            }
        }
    }

    let sortedKeys: Bool
    var target: Writer

    init(sortedKeys: Bool, target: consuming Writer) {
        self.sortedKeys = sortedKeys
        self.target = target
    }

    /// - Throws: ``SerializationError/Code/unencodableValue`` for what the format cannot hold, with the path to it.
    mutating func write(_ root: PropertyList) throws(SerializationError) {
        var open: [Open] = []
        do throws(SerializationError) { try write(root, &open) } catch { throw error.prefixed(by: open.map(\.step)) }
    }

    private mutating func write(_ root: PropertyList, _ open: inout [Open]) throws(SerializationError) {
        var value: PropertyList? = root
        while let current = value {
            switch current.storage {
            case .null: try target.appendNull()
            case .boolean(let value): target.append(value)
            case .integer(let value): target.append(value)
            case .unsigned(let value): target.append(value)
            case .real(let value): target.append(value)
            case .string(let value): try target.append(string: value)
            case .date(let value): try target.append(date: value)
            case .data(let value): target.append(data: value.span)
            case .uid(let value): target.append(value)
            case .array(let elements):
                target.begin(.array)
                open.append(.array(elements, next: 0))
            case .dictionary(let members):
                target.begin(.dictionary)
                open.append(.dictionary(members.members(sorted: sortedKeys), next: 0))
            case .parsed(let document, let index):
                try PropertyListTapeWriter(document: document, sortedKeys: sortedKeys).write(index, to: &target)
            }
            value = try nextValue(in: &open)
        }
    }

    /// Writes what stands between the last value and the next, and gives that; nil at the end.
    private mutating func nextValue(in open: inout [Open]) throws(SerializationError) -> PropertyList? {
        while let innermost = open.popLast() {
            switch innermost {
            case .array(let elements, let next):
                if next < elements.count {
                    open.append(.array(elements, next: next + 1))
                    return elements[next]
                }
                target.end(.array)
            case .dictionary(let members, let next):
                if next < members.count {
                    open.append(.dictionary(members, next: next + 1))
                    try target.append(key: members[next].key)
                    return members[next].value
                }
                target.end(.dictionary)
            }
        }
        return nil
    }
}

extension SerializationError {
    /// The same error, seen from a value around the one that it was found in.
    func prefixed(by steps: [CodingStep]) -> SerializationError {
        var error = self
        error.codingPath = steps.codingPath + codingPath
        return error
    }
}

extension PropertyList {
    /// Writes the value as a property list.
    ///
    /// XML holds dates to the second, as Foundation's does: what is less is cut off.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for dates outside of the years 1 to 9999, and for null where
    ///   the options or the format do not allow it, and in XML for control characters in strings; with the coding path.
    public func serialized(_ options: PropertyListWritingOptions = .xml) throws(SerializationError) -> [UInt8] {
        switch options.format {
        case .xml:
            var writer = PropertyListWriter(sortedKeys: options.sortedKeys, target: XMLPropertyListWriter())
            try writer.write(self)
            return writer.target.finish()
        case .binary:
            let binary = BinaryPropertyListWriter(allowsNull: options.allowsNull)
            var writer = PropertyListWriter(sortedKeys: options.sortedKeys, target: binary)
            try writer.write(self)
            return writer.target.finish()
        }
    }
}

extension PropertyList: CustomStringConvertible {
    /// The XML of the property list; where XML cannot hold it, a word for its kind.
    public var description: String {
        if let bytes = try? serialized() { return String(decoding: bytes, as: UTF8.self) }
        return "\(kind)"
    }
}
