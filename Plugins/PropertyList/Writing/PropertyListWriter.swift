public import Mimeograph
import MimeographBinaryTree
import MimeographTree

/// A function that passes a value on a tape to a writer of one format, without recursion.
enum PropertyListWriter {
    /// Writes the value at an index.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a value that the format cannot hold, with the path to it from
    ///   the value at the index.
    static func write<Writer: PropertyListValueWriter & ~Copyable>(
        _ document: TapeDocument,
        at root: Int,
        sortedKeys: Bool,
        to writer: inout Writer
    ) throws(SerializationError) {
        var walk = TapeWalk(document, from: root, order: sortedKeys ? .byBytes : .asWritten)
        // The kinds of the open containers.
        var open: [PropertyListContainer] = []
        do throws(SerializationError) {
            while let step = walk.next() {
                switch step {
                case .value(let index):
                    try write(index, of: document, in: &walk, &open, to: &writer)
                case .member(let key):
                    try document.withUTF8(at: key) { (span) throws(SerializationError) in try writer.append(key: span) }
                    walk.enter(valueOfKeyAt: key)
                case .end: writer.end(open.removeLast())
                }
            }
        } catch {
            var located = error
            located.codingPath = walk.codingPath + error.codingPath
            throw located
        }
    }

    @inline(__always)
    private static func write<Writer: PropertyListValueWriter & ~Copyable>(
        _ index: Int,
        of document: TapeDocument,
        in walk: inout TapeWalk,
        _ open: inout [PropertyListContainer],
        to writer: inout Writer
    ) throws(SerializationError) {
        let word = walk.view.word(at: index)
        switch word.tag {
        case .array:
            writer.begin(.array)
            _ = walk.enter(arrayAt: index)
            open.append(.array)
        case .object:
            writer.begin(.dictionary)
            _ = walk.enter(objectAt: index)
            open.append(.dictionary)
        case .string, .wideString:
            try document.withUTF8(at: index) { (span) throws(SerializationError) in try writer.append(string: span) }
        case .true: writer.append(true)
        case .false: writer.append(false)
        case .smallInteger: writer.append(word.smallInteger)
        case .int64: writer.append(Int64(bitPattern: walk.view.bits(at: index &+ 1)))
        case .uint64: writer.append(walk.view.bits(at: index &+ 1))
        case .double: writer.append(Double(bitPattern: walk.view.bits(at: index &+ 1)))
        case .date: try writer.append(date: Double(bitPattern: walk.view.bits(at: index &+ 1)))
        case .data:
            let bytes = document.bytes
            writer.append(data: bytes.span.extracting(word.offset..<word.offset &+ word.payload))
        case .extended:
            writer.append(PropertyList.UID(UInt32(truncatingIfNeeded: walk.view.bits(at: index &+ 1))))
        case .null, .bigNumber, .shared: try writer.appendNull()
        }
    }
}

extension TapeDocument {
    /// Calls `body` with the UTF-8 of the string at an index.
    @inline(__always)
    fileprivate func withUTF8(
        at index: Int,
        _ body: (Span<UInt8>) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        let word = word(at: index)
        if word.tag == .string {
            let bytes = bytes
            try body(bytes.span.extracting(word.offset..<word.offset &+ word.payload))
            return
        }
        var utf8: [UInt8] = []
        appendUTF8(of: word, to: &utf8)
        try body(utf8.span)
    }
}

extension PropertyList {
    /// Writes the value as a property list.
    ///
    /// XML holds dates to the second, as Foundation's does; fractions are cut off.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path, for dates outside of the years 1 to 9999,
    ///   for null if the options or the format do not allow it, and in XML for control characters in strings.
    public func serialized(_ options: PropertyListWritingOptions = .xml) throws(SerializationError) -> [UInt8] {
        let (document, index) = try located()
        switch options.format {
        case .xml:
            var writer = XMLPropertyListWriter()
            try PropertyListWriter.write(document, at: index, sortedKeys: options.sortedKeys, to: &writer)
            return writer.finish()
        case .binary:
            var writer = BinaryPropertyListWriter(allowsNull: options.allowsNull)
            try PropertyListWriter.write(document, at: index, sortedKeys: options.sortedKeys, to: &writer)
            return writer.finish()
        }
    }
}

extension PropertyList: CustomStringConvertible {
    /// The XML of the property list, or a word for its kind if XML cannot hold it.
    public var description: String {
        if let bytes = try? serialized() { return String(decoding: bytes, as: UTF8.self) }
        return "\(kind)"
    }
}
