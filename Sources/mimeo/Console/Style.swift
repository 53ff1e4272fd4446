/// Colors for a terminal.
struct Style: Equatable {
    /// Whether to use colors.
    let isColored: Bool

    /// The role of a piece of text, which decides its color.
    enum Role: String {
        case key = "34"
        case string = "32"
        case number = "36"
        case word = "35"
        case remark = "2"
        case error = "1;31"
    }

    /// Returns the text in the color of its role.
    func text(_ text: some StringProtocol, _ role: Role) -> String {
        before(role) + text + after
    }

    /// Returns the escape sequence that turns on the color of a role.
    func before(_ role: Role) -> String { isColored ? "\u{1B}[\(role.rawValue)m" : "" }

    /// The escape sequence that turns off colors.
    var after: String { isColored ? "\u{1B}[0m" : "" }

    /// Decides whether to use colors.
    ///
    /// - Parameters:
    ///   - setting: The value of `--color`: `auto`, `always` or `never`.
    ///   - isTerminal: Whether the stream is a terminal.
    ///   - environment: The environment. Under `auto`, a non-empty `NO_COLOR` (source: no-color.org) or `TERM=dumb` forbids
    ///     colors.
    init(setting: String, isTerminal: Bool, environment: [String: String]) {
        switch setting {
        case "always": isColored = true
        case "never": isColored = false
        default:
            isColored = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        }
    }

    /// A style without colors.
    static let plain = Style(setting: "never", isTerminal: false, environment: [:])
}
