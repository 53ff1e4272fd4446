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
    /// What it does, in one line.
    let help: String

    init(_ name: String, short: Character? = nil, _ value: Value = .none, help: String) {
        self.name = name
        self.short = short
        self.value = value
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
