/// A URL with sets, such as `{one,two}`, and ranges, such as `[1-3]` and `[a-c:2]`.
///
/// Source: curl(1), "GLOBBING".
struct CurlGlob {
    /// A text that the pattern stands for, and the values of its sets and ranges.
    struct Expansion {
        fileprivate(set) var text = ""
        fileprivate(set) var values: [String] = []

        /// Returns a name for the output, with `#1` replaced by the value of the first set or range.
        func name(_ pattern: String) -> String {
            pattern.replacing(#/#(\d+)/#) { match in
                guard let number = Int(match.1), number > 0, number <= values.count else { return String(match.0) }
                return values[number - 1]
            }
        }
    }

    /// The texts, in order.
    private(set) var expansions = [Expansion()]

    /// Expands a pattern; nil if it cannot be parsed.
    init?(_ pattern: String) {
        var rest = pattern[...]
        while let character = rest.first {
            switch character {
            case "\\" where rest.dropFirst().first.map { "{}[]".contains($0) } == true:
                add([String(rest.dropFirst().prefix(1))], isSet: false)
                rest = rest.dropFirst(2)
            case "{":
                guard let end = rest.firstIndex(of: "}") else { return nil }
                let set = rest[rest.index(after: rest.startIndex)..<end]
                add(set.split(separator: ",", omittingEmptySubsequences: false).map(String.init), isSet: true)
                rest = rest[rest.index(after: end)...]
            case "[":
                if let match = rest.prefixMatch(of: #/\[(\d+)-(\d+)(?::(\d+))?\]/#),
                    let range = Self.numbers(match.1, match.2, match.3)
                {
                    add(range, isSet: true)
                    rest = rest[match.range.upperBound...]
                } else if let match = rest.prefixMatch(of: #/\[([A-Za-z])-([A-Za-z])(?::(\d+))?\]/#),
                    let range = Self.letters(match.1, match.2, match.3)
                {
                    add(range, isSet: true)
                    rest = rest[match.range.upperBound...]
                } else {
                    // An address of IPv6, or empty brackets.
                    add([String(rest.removeFirst())], isSet: false)
                }
            default: add([String(rest.removeFirst())], isSet: false)
            }
        }
    }

    private mutating func add(_ values: [String], isSet: Bool) {
        expansions = expansions.flatMap { expansion in
            values.map { value in
                var next = expansion
                next.text += value
                if isSet { next.values.append(value) }
                return next
            }
        }
    }

    private static func numbers(_ first: Substring, _ last: Substring, _ step: Substring?) -> [String]? {
        guard let from = Int(first), let to = Int(last), from <= to, let step = Int(step ?? "1"), step > 0 else {
            return nil
        }
        let width = first.hasPrefix("0") ? first.count : 0
        return stride(from: from, through: to, by: step).map { number in
            String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
        }
    }

    private static func letters(_ first: Substring, _ last: Substring, _ step: Substring?) -> [String]? {
        guard let from = first.utf8.first, let to = last.utf8.first, from <= to, let step = Int(step ?? "1"), step > 0
        else { return nil }
        return stride(from: Int(from), through: Int(to), by: step).map { String(Unicode.Scalar(UInt8($0))) }
    }
}
