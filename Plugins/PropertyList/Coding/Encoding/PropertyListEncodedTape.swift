import Mimeograph

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
            throw located(error, options)
        }
    }

    /// The error for the first value that a writer does not take, with its path. It is looked for only when writing failed:
    /// each value is offered to a writer of its own.
    private func located(_ error: SerializationError, _ options: PropertyListWritingOptions) -> any Error {
        var open: [(end: Int, next: Int, isDictionary: Bool)] = []
        var path: [PropertyListPathStep] = []
        var index = root
        while true {
            let place = document.resolved(index)
            let word = document.word(at: place)
            if word.isContainer {
                open.append((word.low, place + 1, word.tag == .dictionary))
                path.append(.index(-1))
            } else if !isWritable(place, options) {
                return refusal(of: word, path, error)
            }
            while let innermost = open.last, innermost.next >= innermost.end {
                open.removeLast()
                path.removeLast()
            }
            guard let innermost = open.last else { return error }
            index = innermost.next
            if innermost.isDictionary {
                path[path.count - 1] = .key(PropertyListCodingKey(stringValue: document.string(at: index)))
                if !isWritable(index, options) { return refusal(of: document.word(at: index), path, error) }
                index += 1
            } else if case .index(let number) = path[path.count - 1] {
                path[path.count - 1] = .index(number + 1)
            }
            open[open.count - 1].next = document.index(after: index)
        }
    }

    private func refusal(
        of word: PropertyListWord,
        _ path: [PropertyListPathStep],
        _ error: SerializationError
    ) -> EncodingError {
        .invalidValue(
            "\(word.kind)",
            EncodingError.Context(codingPath: path.codingPath, debugDescription: error.message)
        )
    }

    private func isWritable(_ index: Int, _ options: PropertyListWritingOptions) -> Bool {
        (try? PropertyList(document, at: index).serialized(options)) != nil
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
        try context.element(value, PropertyListEncodableKind(T.self), isRoot: true)
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
