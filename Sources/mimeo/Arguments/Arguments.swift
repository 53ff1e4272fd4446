import Mimeograph

/// A command line, split: operands in their order, and options with their values.
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

    /// Splits a command line.
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
            try readOption(word == "-h" ? "--help" : word, &remaining, declared)
        }
    }

    private mutating func readOption(
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
            // A letter may have its value attached, as with cURL, and that may be a password.
            let shown = written.beginsWithBytes(of: "--") ? written : written.visible(atMost: 2)
            throw UsageError("there is no option \(shown)\(near.map { "; did you mean \($0)?" } ?? "")")
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

/// One option, as it is declared: its name, whether it takes a value, and what it does.
struct OptionDeclaration: Sendable {
    /// Whether a value belongs to the option, and how help names it.
    enum Value: Sendable {
        /// `--name`
        case none
        /// `--name VALUE` or `--name=VALUE`
        case required(String)
        /// The same, any number of times.
        case repeated(String)
        /// `--name` or `--name=VALUE`; without a value it has that of `whenAlone`.
        case optional(String, whenAlone: String)
    }

    /// The name without the dashes.
    let name: String
    /// Another way to write it, with one dash: a letter that users of cURL know.
    let short: Character?
    /// The value that belongs to it.
    let value: Value
    /// Whether the value may hold a password, and is to be hidden from the list of processes.
    let isSecret: Bool
    /// What it does, in one line.
    let help: String

    init(_ name: String, short: Character? = nil, _ value: Value = .none, isSecret: Bool = false, help: String) {
        self.name = name
        self.short = short
        self.value = value
        self.isSecret = isSecret
        self.help = help
    }

    /// How the option is written, for example `--to TYPE`.
    var synopsis: String {
        let names = short.map { "-\($0), --\(name)" } ?? "--\(name)"
        return switch value {
        case .none: names
        case .required(let placeholder), .repeated(let placeholder): "\(names) \(placeholder)"
        case .optional(let placeholder, _): "\(names)[=\(placeholder)]"
        }
    }
}
