/// The texts of `--help`.
enum Help {
    /// The options that the tool and every command accept.
    static let everywhere = [
        OptionDeclaration("help", help: "Shows this help."),
        OptionDeclaration("version", help: "Shows the version."),
    ]

    /// What the tool does, in one sentence.
    static let introduction =
        "Decodes HTTP response bodies by media type, encodes request bodies, and sends requests."

    /// What the exit statuses mean.
    static let exitStatuses = """
        Exit status: 0 success, 1 invalid body, 2 wrong usage, or a file that cannot be read or written,
        70 internal error, 130 Ctrl-C. For requests: 3 no response arrived, 4 the server refused the request,
        5 the server failed, 6 the response is not as --expect demands.
        """

    /// What a profile is.
    static let profiles = """
        A profile: lines such as `base = https://api.example.com/`, `header = Accept: application/json`,
        `bearer-command = COMMAND` and other options of a request. `mimeo @NAME /path` sends GET, or POST with a body.
        """

    /// The help text of the tool.
    static var tool: String {
        """
        \(introduction)

        Usage: mimeo COMMAND [OPTIONS] [OPERANDS]
               mimeo @PROFILE PATH [OPTIONS] [ITEM]…

          mimeo get https://example.com/users/7
          mimeo post https://example.com/users name=Ada age:=36
          mimeo decode body.cbor --select '$.items[*].name'

        Commands:
        \(columns(Tool.commands.map { ($0.name, $0.summary) } + [("help", "Shows this help or that of a command.")]))

        mimeo help COMMAND describes a command. \(profiles.replacing("A profile", with: "~/.config/mimeo/profiles/PROFILE is a profile"))
        \(exitStatuses)

        """
    }

    /// Returns the help text of a command.
    static func text(of command: any Command.Type) -> String {
        let examples = command.examples.map { "  mimeo \($0.line)\n      \($0.meaning)\n" }.joined()
        let options = command.options + everywhere.filter { $0.name == "help" }
        var rows: [(String, String)] = []
        var limits: [String] = []
        for option in options {
            if option.name.hasPrefix("limits-") {
                limits.append(
                    "\(option.name.dropFirst(7)) (\(option.help.split(separator: " ").last?.dropLast() ?? ""))"
                )
            } else {
                rows.append((option.synopsis, option.help))
            }
        }
        if !limits.isEmpty {
            rows.append(("--limits-NAME N", "Sets a limit of the body: \(limits.joined(separator: ", "))."))
        }
        return """
            \(command.summary)

            Usage: mimeo \(command.name) [OPTIONS]\(command.operands.isEmpty ? "" : " " + command.operands)

            \(examples)
            \(command.details)

            Options:
            \(columns(rows))

            """
    }

    /// Formats rows as two columns.
    static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }
            .joined(separator: "\n")
    }
}
