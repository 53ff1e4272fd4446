/// Colours for a terminal, or none.
struct Style: Equatable {
    /// Whether colours are used.
    let isColored: Bool

    /// What a piece of text is, which decides its colour.
    enum Role: String {
        case key = "34"
        case string = "32"
        case number = "36"
        case word = "35"
        case remark = "2"
        case error = "1;31"
    }

    /// The text in the colour of its role.
    func text(_ text: some StringProtocol, _ role: Role) -> String {
        before(role) + text + after
    }

    /// What turns the colour of a role on.
    func before(_ role: Role) -> String { isColored ? "\u{1B}[\(role.rawValue)m" : "" }

    /// What turns colours off.
    var after: String { isColored ? "\u{1B}[0m" : "" }

    /// Decides whether to use colours.
    ///
    /// - Parameters:
    ///   - setting: What `--color` says: `auto`, `always` or `never`.
    ///   - isTerminal: Whether a person sees the stream.
    ///   - environment: `NO_COLOR`, when not empty, forbids colours under `auto` (source: no-color.org), and so does
    ///     `TERM=dumb`.
    init(setting: String, isTerminal: Bool, environment: [String: String]) {
        switch setting {
        case "always": isColored = true
        case "never": isColored = false
        default:
            isColored = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        }
    }

    /// Uses no colours.
    static let plain = Style(setting: "never", isTerminal: false, environment: [:])
}
