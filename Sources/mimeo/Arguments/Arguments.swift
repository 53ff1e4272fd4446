import Mimeograph

/// A parsed command line: the operands in order, and the options with their values.
///
/// An option is written `--name`, `--name value` or `--name=value`, anywhere on the line. Everything after `--` is an operand,
/// and so is a single `-`. Some options have a one-letter form. `-h` before a URL means `--help`, and `--head` after it.
struct Arguments: Equatable {
    /// The words that are not options, in order.
    private(set) var operands: [String] = []
    /// The values by option name. An option without a value has the empty string.
    private(set) var values: [String: String] = [:]
    /// All values of the repeatable options, in order.
    private(set) var lists: [String: [String]] = [:]

    /// Parses a command line.
    ///
    /// - Throws: ``UsageError`` if an option is unknown or given twice, or if its value is missing or unexpected.
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
            // After a URL, -h asks for the head of its response.
            try readOption(word == "-h" && operands.count < 2 ? "--help" : word, &remaining, declared)
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
            // A one-letter option may have its value attached, as in cURL, and that may be a password.
            let shown = written.beginsWithBytes(of: "--") ? written : written.visible(atMost: 2)
            throw UsageError("unknown option \(shown)\(near.map { "; did you mean \($0)?" } ?? "")")
        }
        switch option.value {
        case .none:
            if attached != nil { throw UsageError("\(written) takes no value") }
        case .required(let placeholder), .repeated(let placeholder):
            attached = attached ?? remaining.popFirst()
            if attached == nil { throw UsageError("\(written) needs a value: \(written) \(placeholder)") }
        case .pairs(let first, let second):
            guard attached == nil, remaining.count > 1 else {
                throw UsageError("\(written) needs two values: \(written) \(first) \(second)")
            }
            lists[option.name, default: []] += remaining.prefix(2)
            values[option.name] = remaining.first
            remaining = remaining.dropFirst(2)
            return
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

    /// Adds the options that this command line lacks. Values of repeatable options go before those of this command line.
    mutating func addDefaults(_ other: Arguments) {
        values.merge(other.values) { own, _ in own }
        lists.merge(other.lists) { own, defaults in defaults + own }
    }

    /// Adds a field, unless the command line has one.
    mutating func addDefaults(field: String) {
        lists["header"] = [field] + (lists["header"] ?? [])
        values["header"] = values["header"] ?? field
    }

    /// Returns a copy with other operands.
    func withOperands(_ operands: [String]) -> Arguments {
        var copy = self
        copy.operands = operands
        return copy
    }

    /// Returns a copy without the first operand, which names the command.
    func withoutFirstOperand() -> Arguments { withOperands(Array(operands.dropFirst())) }
}

/// The declaration of one option: its name, whether it takes a value, and its help text.
struct OptionDeclaration: Sendable {
    /// Whether the option takes a value, and how the help names that value.
    enum Value: Sendable {
        /// `--name`
        case none
        /// `--name VALUE` or `--name=VALUE`
        case required(String)
        /// Like `required`, but allowed any number of times.
        case repeated(String)
        /// `--name FIRST SECOND`, allowed any number of times.
        case pairs(String, String)
        /// `--name` or `--name=VALUE`; `whenAlone` is the value of a plain `--name`.
        case optional(String, whenAlone: String)
    }

    /// The name without the dashes.
    let name: String
    /// The one-letter form, written with one dash, as in cURL.
    let short: Character?
    /// The kind of value that the option takes.
    let value: Value
    /// Whether the value may hold a password and must be hidden from the process list.
    let isSecret: Bool
    /// The help text, in one line.
    let help: String

    init(_ name: String, short: Character? = nil, _ value: Value = .none, isSecret: Bool = false, help: String) {
        self.name = name
        self.short = short
        self.value = value
        self.isSecret = isSecret
        self.help = help
    }

    /// The option as the help shows it, for example `--to TYPE`.
    var synopsis: String {
        let names = short.map { "-\($0), --\(name)" } ?? "--\(name)"
        return switch value {
        case .none: names
        case .required(let placeholder), .repeated(let placeholder): "\(names) \(placeholder)"
        case .pairs(let first, let second): "\(names) \(first) \(second)"
        case .optional(let placeholder, _): "\(names)[=\(placeholder)]"
        }
    }
}
