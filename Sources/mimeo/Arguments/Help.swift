/// The texts of `--help`.
enum Help {
    /// The options that the tool and every command take.
    static let everywhere = [
        OptionDeclaration("help", help: "Shows this help."),
        OptionDeclaration("version", help: "Shows the version."),
    ]

    /// The help of the tool.
    static var tool: String {
        """
        Reads the bodies of HTTP responses by their media type, writes those of requests, and sends them.

        Usage: mimeo COMMAND [OPTIONS] [OPERANDS]

        Commands:
        \(columns(Tool.commands.map { ($0.name, $0.summary) } + [("help", "Shows this help, or that of a command.")]))

        mimeo COMMAND --help says more about each. Exit status: 0 success, 1 the body is bad, 2 wrong usage,
        or a file that cannot be read or written. Of a request: 3 no response came, 4 the server refuses,
        5 the server failed, 70 a fault of the tool's own, 130 Ctrl-C.

        """
    }

    /// The help of a command.
    static func text(of command: any Command.Type) -> String {
        """
        \(command.summary)

        Usage: mimeo \(command.name) [OPTIONS]\(command.operands.isEmpty ? "" : " " + command.operands)

        \(command.details)

        Options:
        \(columns((command.options + everywhere.filter { $0.name == "help" }).map { ($0.synopsis, $0.help) }))

        """
    }

    /// Lines of two columns.
    static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }
            .joined(separator: "\n")
    }
}
