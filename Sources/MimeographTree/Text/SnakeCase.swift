import Mimeograph

/// The two conversions between `snake_case` and `camelCase`, which agree with Foundation's coders for every key.
package enum SnakeCase {
    /// Converts `first_name` to `firstName`. Underscores at both ends stay, and a key of one word is unchanged.
    ///
    /// Each word after the first gets an initial capital and loses any others: `ID_no` → `idNo`, `aB_cD` → `abCd`.
    ///
    /// - Parameter capitalized: Foundation's `capitalized`, which this module does not have.
    package static func camelCase(_ key: String, capitalized: (Substring) -> String) -> String {
        // By characters, as in Foundation: an underscore with an accent does not count.
        guard key.contains(ascii: "_"), let first = key.firstIndex(where: { !$0.isUnderscore }),
            let last = key.lastIndex(where: { !$0.isUnderscore })
        else { return key }
        let words = key[first...last].split(whereSeparator: \.isUnderscore)
        guard words.count > 1 else { return key }
        var result = String(key[..<first])
        result += words[0].lowercased()
        for word in words.dropFirst() { result += capitalized(word) }
        result += key[key.index(after: last)...]
        return result
    }

    /// Converts `firstName` to `first_name`.
    ///
    /// A capital after lowercase letters begins a word. A run of capitals is one word, but its last character belongs to the
    /// lowercase letter after it: `myURLProperty` → `my_url_property`. Another separator gives kebab case.
    package static func snakeCase(_ key: String, separator: String = "_") -> String {
        guard let second = key.indices.dropFirst().first else { return key.lowercased() }
        var words: [Substring] = []
        var wordStart = key.startIndex
        var search = second
        while let capital = key[search...].firstIndex(where: \.isCapital) {
            words.append(key[wordStart..<capital])
            wordStart = capital
            guard let lower = key[capital...].firstIndex(where: \.isLower) else { break }
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

// The standard library's own properties and `==` normalize a character, which may have as many marks as a peer likes. For a
// character of one scalar, these properties ask the scalar; for others they compare bytes.
extension Character {
    fileprivate var isUnderscore: Bool { utf8.elementsEqual(CollectionOfOne(UInt8(ascii: "_"))) }

    /// Whether it is a capital, including capitals of two letters such as `ǅ`.
    fileprivate var isCapital: Bool {
        isUpper || unicodeScalars.first?.properties.generalCategory == .titlecaseLetter
    }

    /// Whether uppercase leaves it unchanged, and lowercase does not.
    private var isUpper: Bool {
        if let only = onlyScalar, only.properties.isUppercase { return true }
        let text = String(self)
        return text.uppercased().hasSameBytes(as: text) && isCased
    }

    /// Whether lowercase leaves it unchanged, and uppercase does not.
    fileprivate var isLower: Bool {
        if let only = onlyScalar, only.properties.isLowercase { return true }
        let text = String(self)
        return text.lowercased().hasSameBytes(as: text) && isCased
    }

    private var isCased: Bool {
        if let only = onlyScalar, only.properties.isCased { return true }
        let text = String(self)
        return !text.uppercased().hasSameBytes(as: text) || !text.lowercased().hasSameBytes(as: text)
    }

    private var onlyScalar: Unicode.Scalar? {
        let scalars = unicodeScalars
        return scalars.index(after: scalars.startIndex) == scalars.endIndex ? scalars.first : nil
    }
}
