import Mimeograph
import MimeographTree

extension TreeFormat {
    /// What coding has to know of JSON.
    static let json = TreeFormat(
        value: JSON.self,
        errors: CodingErrorFormatter(
            writing: "JSON",
            alternative: "set the strategy of JSONFormat that says how such values are written"
        ),
        isNullNoBool: true,
        hasNonFiniteNumbers: false,
        hasWideIntegers: true,
        unwritableNumber: "JSON has no text for infinity and for what is not a number.",
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

    /// The strategies for reading; nil where they are those of a format that was just made.
    var decodingStrategies: DecodingStrategies? {
        if case .useDefaultKeys = keyDecoding, case .deferredToDate = dateDecoding, case .base64 = dataDecoding,
            case .throw = nonConformingFloatDecoding, userInfo.isEmpty
        {
            return nil
        }
        let dates: DecodingStrategies.Dates =
            switch dateDecoding {
            case .deferredToDate: .deferredToDate
            case .secondsSince1970: .secondsSince1970
            case .millisecondsSince1970: .millisecondsSince1970
            case .iso8601: .iso8601
            case .custom(let read): .custom(read)
            }
        let data: DecodingStrategies.Bytes =
            switch dataDecoding {
            case .deferredToData: .deferredToData
            case .base64: .base64
            case .custom(let read): .custom(read)
            }
        let keys: DecodingStrategies.Keys =
            switch keyDecoding {
            case .useDefaultKeys: .useDefaultKeys
            case .convertFromSnakeCase: .convertFromSnakeCase
            case .custom(let convert): .custom(convert)
            }
        var nonFinite: NonFiniteTexts?
        if case .convertFromString(let positive, let negative, let nan) = nonConformingFloatDecoding {
            nonFinite = NonFiniteTexts(positive: positive, negative: negative, nan: nan)
        }
        return DecodingStrategies(dates: dates, data: data, keys: keys, nonFinite: nonFinite, userInfo: userInfo)
    }
}

extension JSONFormat {
    /// The strategies for writing; nil where they are those of a format that was just made.
    var encodingStrategies: EncodingStrategies? {
        if case .useDefaultKeys = keyEncoding, case .deferredToDate = dateEncoding, case .base64 = dataEncoding,
            case .throw = nonConformingFloatEncoding, userInfo.isEmpty, !writing.sortedKeys
        {
            return nil
        }
        let dates: EncodingStrategies.Dates =
            switch dateEncoding {
            case .deferredToDate: .deferredToDate
            case .secondsSince1970: .secondsSince1970
            case .millisecondsSince1970: .millisecondsSince1970
            case .iso8601: .iso8601
            case .custom(let write): .custom(write)
            }
        let data: EncodingStrategies.Bytes =
            switch dataEncoding {
            case .deferredToData: .deferredToData
            case .base64: .base64
            case .custom(let write): .custom(write)
            }
        let keys: EncodingStrategies.Keys =
            switch keyEncoding {
            case .useDefaultKeys: .useDefaultKeys
            case .convertToSnakeCase: .convertToSnakeCase
            case .custom(let convert): .custom(convert)
            }
        var nonFinite: NonFiniteTexts?
        if case .convertToString(let positive, let negative, let nan) = nonConformingFloatEncoding {
            nonFinite = NonFiniteTexts(positive: positive, negative: negative, nan: nan)
        }
        return EncodingStrategies(
            dates: dates,
            data: data,
            keys: keys,
            nonFinite: nonFinite,
            sortsKeys: writing.sortedKeys,
            userInfo: userInfo
        )
    }
}

extension TapeDocument {
    /// The offset in ``bytes`` at which the value at an index begins, or, where only that is known, the name of its
    /// member; nil where neither is.
    ///
    /// - Parameter root: The index of the value that it is a part of.
    func offset(of index: Int, root: Int) -> Int? {
        guard index >= root, index < tape.count else { return nil }
        var offset: Int?
        var current = root
        if index == 0 { offset = bytes.firstIndex { $0 > 0x20 } }
        // Words can only be told apart from the front, so this walks down to the value.
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
