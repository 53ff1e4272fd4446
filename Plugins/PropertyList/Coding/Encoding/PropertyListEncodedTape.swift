import Mimeograph
import MimeographTree

/// An encoded value, which is yet to be written as XML or binary.
struct PropertyListEncodedTape {
    let document: TapeDocument
    let root: Int

    /// The bytes.
    ///
    /// - Throws: `EncodingError` with the path of what the format cannot hold.
    func written(_ options: PropertyListWritingOptions) throws -> [UInt8] {
        let tape = PropertyListTapeWriter(document: document, sortedKeys: options.sortedKeys)
        do throws(SerializationError) {
            switch options.format {
            case .xml:
                var writer = XMLPropertyListWriter()
                try tape.write(root, to: &writer)
                return writer.finish()
            case .binary:
                var writer = BinaryPropertyListWriter(allowsNull: options.allowsNull)
                try tape.write(root, to: &writer)
                return writer.finish()
            }
        } catch {
            let value = error.codingPath.reduce(PropertyList(document, at: root)) { value, key in
                key.intValue.map { value[$0] } ?? value[key.stringValue]
            }
            throw EncodingError.invalidValue(
                "\(value.kind)",
                EncodingError.Context(codingPath: error.codingPath, debugDescription: error.message)
            )
        }
    }
}

extension PropertyListEncodingContext {
    /// Encodes a value.
    static func tape<T: Encodable>(
        of value: T,
        userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> PropertyListEncodedTape {
        let store = PropertyListEncodingStore(userInfo: userInfo)
        let context = PropertyListEncodingContext(store: store)
        try context.element(value, PropertyListEncodableKind(of: T.self), isRoot: true)
        if T.self != PropertyList.self { try context.checkRoot(T.self) }
        let (document, root) = store.document(context.words, format: .binary)
        if store.isOverfull {
            throw EncodingError.invalidValue(
                "\(T.self)",
                context.errorContext("The value is too large: its strings and data come to 4 GB, or one to 256 MB.")
            )
        }
        return PropertyListEncodedTape(document: document, root: root)
    }

    /// Refuses what Foundation refuses as a whole list.
    private func checkRoot(_ type: any Any.Type) throws {
        guard let bits = words.first else { return }
        let kind = TapeWord(bits: bits).kind
        switch kind {
        case .boolean, .integer, .real, .string, .date:
            let description = "A \(kind) alone is not written as a property list; put it into an array or a dictionary."
            throw EncodingError.invalidValue("\(type)", errorContext(description))
        default: break
        }
    }
}

/// Writes a property list to the tape of an encoding.
struct PropertyListEncodingWriter: PropertyListValueWriter {
    let context: PropertyListEncodingContext
    /// Where each open container begins, and its elements or members so far.
    private var open: [(start: Int, count: Int)] = []

    init(context: PropertyListEncodingContext) { self.context = context }

    private mutating func append(_ word: TapeWord) {
        countElement()
        context.append(word)
    }

    private mutating func append(_ tag: TapeWord.Tag, _ bits: UInt64) {
        countElement()
        context.append(tag, bits)
    }

    private mutating func countElement() { if !open.isEmpty { open[open.count - 1].count += 1 } }

    mutating func appendNull() { append(TapeWord(.null)) }
    mutating func append(_ value: Bool) { append(TapeWord(value ? .true : .false)) }
    mutating func append(_ value: Int64) {
        countElement()
        context.append(value)
    }

    mutating func append(_ value: UInt64) {
        if let value = Int64(exactly: value) { append(value) } else { append(.uint64, value) }
    }

    mutating func append(_ value: Double) { append(.double, value.bitPattern) }
    mutating func append(date seconds: Double) { append(.date, seconds.bitPattern) }
    mutating func append(_ uid: PropertyList.UID) {
        let end = context.words.count + 2
        append(TapeWord(.extended, payload: TapeWord.Extension.uid.rawValue, offset: end))
        context.append(TapeWord(bits: UInt64(uid.index)))
    }
    mutating func append(data: Span<UInt8>) { append(word(.data, of: data)) }
    mutating func append(string utf8: Span<UInt8>) { append(word(.string, of: utf8)) }
    /// A key is counted with its value.
    mutating func append(key utf8: Span<UInt8>) { context.append(word(.string, of: utf8)) }

    mutating func begin(_ kind: PropertyListContainer) {
        if !open.isEmpty { open[open.count - 1].count += 1 }
        open.append((context.words.count, 0))
        context.begin()
    }

    mutating func end(_ kind: PropertyListContainer) {
        guard let (start, count) = open.popLast() else { return }
        context.end(kind, from: start, count: count)
    }

    private func word(_ tag: TapeWord.Tag, of bytes: Span<UInt8>) -> TapeWord {
        // SAFETY: the buffer is only read, during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe context.store.word(tag, of: UnsafeRawBufferPointer($0)) }
    }
}
