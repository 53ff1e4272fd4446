import Mimeograph
import MimeographTree

extension TreeFormat {
    /// The properties of JSON that the coders need.
    static let json = TreeFormat(
        value: JSON.self,
        errors: CodingErrorFormatter(
            writing: "JSON",
            plugin: "JSONPlugin",
            alternative: "set the strategy of JSONFormat for such values"
        ),
        isNullNoBool: true,
        hasNonFiniteNumbers: false,
        hasWideIntegers: true,
        unwritableNumber: "JSON cannot represent infinity and NaN.",
        dates: .deferredToDate,
        data: .base64,
        decimal: { JSONNumber.decimal(from: $0) }
    )
}

extension JSONFormat {
    /// Begins to decode a document.
    func decoding(_ document: TapeDocument) -> TreeDecodingContext {
        let hasUniqueNames = reading.duplicateKeys == .refuse
        return .begin(document, .json, decodingStrategies, hasUniqueNames: hasUniqueNames)
    }

    /// The strategies for reading and for writing, or nil if all of them are the defaults.
    var decodingStrategies: CodingStrategies? { strategies(sortsKeys: false) }
    var encodingStrategies: CodingStrategies? { strategies(sortsKeys: writing.sortedKeys) }

    private func strategies(sortsKeys: Bool) -> CodingStrategies? {
        CodingStrategies.unlessDefault(
            dates: dateStrategy,
            data: dataStrategy,
            keys: keyStrategy,
            floats: floatStrategy,
            sortsKeys: sortsKeys,
            userInfo: userInfo
        )
    }
}

extension TapeDocument {
    /// Returns the offset in ``bytes`` at which the value at an index begins, or else the offset of its member's name; nil if
    /// neither is known.
    ///
    /// - Parameter root: The index of the value that contains it.
    func offset(of index: Int, root: Int) -> Int? {
        guard index >= root, index < tape.count else { return nil }
        var offset: Int?
        var current = root
        if index == 0 { offset = bytes.firstIndex { $0 > 0x20 } }
        // Words can be distinguished only from the front, so this walks down to the value.
        while current < index {
            let word = word(at: current)
            if word.tag == .object || word.tag == .array, word.offset > index {
                current += 1
                continue
            }
            let next = self.index(after: current)
            if next == index, word.tag == .string { offset = word.offset - 1 }
            current = next
        }
        switch word(at: index).tag {
        case .string: offset = word(at: index).offset - 1
        case .int64, .uint64, .double, .bigNumber: offset = word(at: index).offset
        default: break
        }
        return offset
    }
}
