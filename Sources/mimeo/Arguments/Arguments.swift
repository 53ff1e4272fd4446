import Mimeograph

/// A command line taken apart: operands in their order, and options with their values.
///
/// An option is written `--name`, `--name value` or `--name=value`, anywhere. After `--` everything is an operand, and a
/// single `-` always is one. `-h` is `--help`; some options have such a letter too.
struct Arguments: Equatable {
    /// What is no option, in order.
    private(set) var operands: [String] = []
    /// The values by option name; the empty string for an option without one.
    private(set) var values: [String: String] = [:]
    /// All values of the options that may come several times, in order.
    private(set) var lists: [String: [String]] = [:]

    /// Takes a command line apart.
    ///
    /// - Throws: ``UsageError`` for an option that is not declared, given twice, or short of a value it needs.
    init(_ words: [String], declared: [OptionDeclaration]) throws(UsageError) {
        var remaining = words[...]
        while let word = remaining.popFirst() {
            if word == "--" {
                operands += remaining
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            try take(word == "-h" ? "--help" : word, &remaining, declared)
        }
    }

    private mutating func take(
        _ word: String,
        _ remaining: inout ArraySlice<String>,
        _ declared: [OptionDeclaration]
    ) throws(UsageError) {
        let parts = word.parts(at: "=", most: 1)
        let written = String(parts[0])
        var attached = parts.count > 1 ? String(parts[1]) : nil
        guard
            let option = declared.first(where: { option in
                "--\(option.name)" == written || option.short.map { "-\($0)" == written } ?? false
            })
        else {
            let near = EditDistance.nearest(to: written, among: declared.map { "--\($0.name)" })
            throw UsageError("there is no option \(written)\(near.map { "; did you mean \($0)?" } ?? "")")
        }
        switch option.value {
        case .none:
            if attached != nil { throw UsageError("\(written) takes no value") }
        case .required(let placeholder), .repeated(let placeholder):
            attached = attached ?? remaining.popFirst()
            if attached == nil { throw UsageError("\(written) needs a value: \(written) \(placeholder)") }
        case .optional(_, let whenAlone):
            attached = attached ?? whenAlone
        }
        if case .repeated = option.value {
            lists[option.name, default: []].append(attached ?? "")
            values[option.name] = attached
            return
        }
        guard values.updateValue(attached ?? "", forKey: option.name) == nil else {
            throw UsageError("\(written) is given twice")
        }
    }

    /// Whether an option was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The same without the first operand, which names the command.
    func withoutFirstOperand() -> Arguments {
        var copy = self
        copy.operands.removeFirst(Swift.min(1, operands.count))
        return copy
    }
}
