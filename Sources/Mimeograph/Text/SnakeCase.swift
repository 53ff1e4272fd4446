/// The two conversions between `snake_case` and `camelCase`, which agree with Foundation's coders for every key.
package enum SnakeCase {
    /// `first_name` → `firstName`. Underscores at both ends stay, and a key of one word is left alone.
    ///
    /// The words after the first get a capital and lose those they had: `ID_no` → `idNo`, `aB_cD` → `abCd`.
    ///
    /// - Parameter capitalized: Foundation's `capitalized`, which this module does not have.
    package static func camelCase(_ key: String, capitalized: (Substring) -> String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }),
            let last = key.lastIndex(where: { $0 != "_" })
        else { return key }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        var result = String(key[..<first])
        result += words[0].lowercased()
        for word in words.dropFirst() { result += capitalized(word) }
        result += key[key.index(after: last)...]
        return result
    }

    /// `firstName` → `first_name`.
    ///
    /// A capital after a lower-case stretch begins a word. A run of capitals is one word, but its last character belongs
    /// to the lower-case letter after it: `myURLProperty` → `my_url_property`. Another separator gives kebab case.
    package static func snakeCase(_ key: String, separator: String = "_") -> String {
        guard let second = key.indices.dropFirst().first else { return key.lowercased() }
        var words: [Substring] = []
        var wordStart = key.startIndex
        var search = second
        while let capital = key[search...].firstIndex(where: \.isCapital) {
            words.append(key[wordStart..<capital])
            wordStart = capital
            guard let lower = key[capital...].firstIndex(where: \.isLowercase) else { break }
            let beforeLower = key.index(before: lower)
            if beforeLower != capital {
                words.append(key[capital..<beforeLower])
                wordStart = beforeLower
            }
            search = key.index(after: lower)
        }
        words.append(key[wordStart...])
        return words.map { $0.lowercased() }.joined(separator: separator)
    }
}

extension Character {
    /// Whether it is a capital, those of two letters such as `ǅ` included.
    fileprivate var isCapital: Bool {
        isUppercase || unicodeScalars.first?.properties.generalCategory == .titlecaseLetter
    }
}
