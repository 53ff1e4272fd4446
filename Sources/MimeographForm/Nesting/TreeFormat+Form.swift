import Mimeograph
import MimeographTree

extension TreeFormat {
    /// The rules for coding forms and queries.
    static let form = TreeFormat(
        value: nil,
        errors: CodingErrorFormatter(
            reading: "form",
            writing: "parameters",
            absence: "a name without a value is meant to be there",
            alternative: "set the option of QueryEncoder that says how such values are written"
        ),
        nouns: Nouns(
            null: "a name without a value",
            string: "another text",
            array: "elements",
            object: "members",
            other: "another value",
            found: ", found ",
            end: "There are no more elements."
        ),
        hasWideIntegers: true,
        unwritableNumber: "The Decimal is not a number.",
        dates: .iso8601,
        texts: TextRules(shape: .nested) { text in
            switch text.count {
            case 1: text[0] == UInt8(ascii: "1") ? true : text[0] == UInt8(ascii: "0") ? false : nil
            case 2: text.isWord("on") ? true : nil
            case 3: text.isWord("off") ? false : nil
            case 4: text.isWord("true") ? true : nil
            case 5: text.isWord("false") ? false : nil
            default: nil
            }
        },
        decimal: { TextNumber.decimal($0) }
    )
}

extension FormFormat {
    /// The strategies for reading; nil if all of them are the defaults.
    var strategies: CodingStrategies? {
        CodingStrategies.unlessDefault(dates: dateStrategy, data: dataStrategy, keys: keyStrategy, userInfo: userInfo)
    }
}
