import Mimeograph
import MimeographTree

/// An encoded value, which is yet to be written as XML or binary.
struct PropertyListEncodedTape {
    let document: PropertyListDocument
    let root: Int

    /// The bytes.
    ///
    /// - Throws: `EncodingError` with the path of what the format cannot hold.
    func written(_ options: PropertyListWritingOptions) throws -> [UInt8] {
        let writer = PropertyListTapeWriter(document: document, sortedKeys: options.sortedKeys)
        do throws(SerializationError) {
            switch options.format {
            case .xml:
                var sink = XMLPropertyListSink()
                try writer.write(root, to: &sink)
                return sink.finish()
            case .binary:
                var sink = BinaryPropertyListSink(allowsNull: options.allowsNull)
                try writer.write(root, to: &sink)
                return sink.finish()
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
        let kind = PropertyListWord(bits: bits).kind
        switch kind {
        case .boolean, .integer, .real, .string, .date:
            let description = "A \(kind) alone is not written as a property list; put it into an array or a dictionary."
            throw EncodingError.invalidValue("\(type)", errorContext(description))
        default: break
        }
    }
}
