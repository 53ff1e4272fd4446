import Mimeograph
import MimeographTree
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TreeFormat {
    /// The properties of tables that the coders need.
    static let csv = TreeFormat(
        value: nil,
        errors: CodingErrorFormatter(
            reading: "table",
            writing: "CSV",
            absence: "an empty field is meant to be there",
            alternative: "set the strategy of CSVFormat for such values"
        ),
        nouns: Nouns(
            null: "an empty field",
            string: "another text",
            extended: "a row of several columns",
            other: "a field, which holds a single value",
            end: "The row has no more fields."
        ),
        hasWideIntegers: true,
        unwritableNumber: "The Decimal is not a number.",
        dates: .iso8601,
        texts: TextRules(shape: .rows) { text in
            switch text.count {
            case 1: text[0] == UInt8(ascii: "1") ? true : text[0] == UInt8(ascii: "0") ? false : nil
            case 4: text.isWord("true", ignoringCase: true) ? true : nil
            case 5: text.isWord("false", ignoringCase: true) ? false : nil
            default: nil
            }
        },
        decimal: { TextNumber.decimal($0) }
    )
}

extension CSVFormat {
    /// The strategies for reading fields; nil if all of them are the defaults. Names become keys beforehand.
    var decodingStrategies: CodingStrategies? {
        CodingStrategies.unlessDefault(dates: dateStrategy, data: dataStrategy, userInfo: userInfo)
    }

    /// The strategies for writing rows.
    ///
    /// - Parameter numbers: Receives the numbers of coding keys, by their names; nil if they are not needed.
    func encodingStrategies(noting numbers: KeyNumbers?) -> CodingStrategies? {
        let convert: (@Sendable (_ key: String) -> String)? =
            switch keyStrategy {
            case .useDefaultKeys: nil
            case .snakeCase: { SnakeCase.snakeCase($0) }
            case .custom(_, let encode): { encode([PlainCodingKey($0)]).stringValue }
            }
        var keys = KeyStrategy.useDefaultKeys
        if numbers != nil || convert != nil {
            keys = .custom(encode: { path in
                guard let key = path.last else { return PlainCodingKey("") }
                let name = convert?(key.stringValue) ?? key.stringValue
                if let number = key.intValue { numbers?.note(number, of: name) }
                return PlainCodingKey(name)
            })
        }
        return CodingStrategies.unlessDefault(
            dates: dateStrategy,
            data: dataStrategy,
            keys: keys,
            sortsKeys: true,
            writesAbsent: true,
            userInfo: userInfo
        )
    }

    /// Returns the coding key of a column's name.
    func key(of name: String) -> String {
        switch keyStrategy {
        case .useDefaultKeys: name
        case .snakeCase: SnakeCase.camelCase(name) { $0.capitalized }
        case .custom(let decode, _): decode([PlainCodingKey(name)]).stringValue
        }
    }
}

/// The numbers of the coding keys of a row, by the names of their columns.
final class KeyNumbers: Sendable {
    private let numbers = Mutex<[ByteEqualString: Int]>([:])

    func note(_ number: Int, of name: String) { numbers.withLock { $0[ByteEqualString(name)] = number } }

    func number(of name: String) -> Int? { numbers.withLock { $0[ByteEqualString(name)] } }
}
