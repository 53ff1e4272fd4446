/// The texts of `--help`.
enum Help {
    /// The options that the tool and every command accept.
    static let everywhere = [
        OptionDeclaration("help", help: "Shows this help."),
        OptionDeclaration("version", help: "Shows the version."),
    ]

    /// The help text of the tool.
    static var tool: String {
        """
        Decodes HTTP response bodies by media type, encodes request bodies, and sends requests.

        Usage: mimeo COMMAND [OPTIONS] [OPERANDS]

        Commands:
        \(columns(Tool.commands.map { ($0.name, $0.summary) } + [("help", "Shows this help or that of a command.")]))

        mimeo COMMAND --help describes a command. Exit status: 0 success, 1 invalid body, 2 wrong usage, or a file
        that cannot be read or written, 70 internal error, 130 Ctrl-C. For requests: 3 no response arrived,
        4 the server refused the request, 5 the server failed.

        """
    }

    /// Returns the help text of a command.
    static func text(of command: any Command.Type) -> String {
        """
        \(command.summary)

        Usage: mimeo \(command.name) [OPTIONS]\(command.operands.isEmpty ? "" : " " + command.operands)

        \(command.details)

        Options:
        \(columns((command.options + everywhere.filter { $0.name == "help" }).map { ($0.synopsis, $0.help) }))

        """
    }

    /// Formats rows as two columns.
    static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }
            .joined(separator: "\n")
    }
}
