import Mimeograph

/// The command that prints the manual page.
enum ManualCommand: Command {
    static let name = "manual"
    static let summary = "Prints the manual page, for man(1)."
    static let operands = ""
    static let examples = [
        (line: "manual | man -l -", meaning: "Shows the manual."),
        (line: "manual > ~/.local/share/man/man1/mimeo.1", meaning: "Installs it for one user."),
    ]
    static let details = "The page has the help of every command."
    static let options: [OptionDeclaration] = []

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        console.output.write(page)
        return .success
    }

    /// The page in the language of man(7).
    static var page: String {
        var text = """
            .TH MIMEO 1 "" "mimeo \(Tool.version)" "User commands"
            .SH NAME
            mimeo \\- decode HTTP bodies by media type, and send requests
            .SH SYNOPSIS
            .B mimeo
            .I command
            [options] [operands]
            .br
            .B mimeo
            .I @profile path
            [options] [items]
            .SH DESCRIPTION
            \(escaped(Help.introduction))
            .SH EXIT STATUS
            \(escaped(Help.exitStatuses))
            .SH COMMANDS

            """
        for command in Tool.commands {
            text += """
                .SS "mimeo \(command.name) \(escaped(command.operands).replacing("\"", with: "\\(dq"))"
                \(escaped(command.summary))
                .PP
                .nf
                \(escaped(command.details))
                .fi

                """
            for (line, meaning) in command.examples {
                text += ".TP\n.B mimeo \(escaped(line))\n\(escaped(meaning))\n"
            }
            for option in command.options where !option.name.hasPrefix("limits-") {
                text += ".TP\n.B \(escaped(option.synopsis))\n\(escaped(option.help))\n"
            }
        }
        return text + """
            .SH FILES
            .TP
            .I ~/.config/mimeo/profiles/NAME
            \(escaped(Help.profiles))

            """
    }

    /// Returns text without the special characters of man(7): backslashes, hyphens, and dots or apostrophes that begin a line.
    private static func escaped(_ text: String) -> String {
        text.parts(at: "\n").map { line in
            let plain = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&\(plain)" : String(plain)
        }.joined(separator: "\n")
    }
}
