/// The command that prints a completion script for a shell, made from the declared options.
enum CompletionsCommand: Command {
    static let name = "completions"
    static let summary = "Prints a script that completes commands and options in a shell."
    static let operands = "bash|zsh|fish"
    static let examples = [
        (line: "completions bash > ~/.local/share/bash-completion/completions/mimeo", meaning: "For Bash."),
        (line: "completions zsh > ~/.zfunc/_mimeo", meaning: "For Z shell, if ~/.zfunc is in fpath."),
        (line: "completions fish > ~/.config/fish/completions/mimeo.fish", meaning: "For fish."),
    ]
    static let details = "A new shell reads the script."
    static let options: [OptionDeclaration] = []

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        switch arguments.operands {
        case ["bash"]: console.output.write(bash)
        case ["zsh"]: console.output.write(zsh)
        case ["fish"]: console.output.write(fish)
        default: throw UsageError("name a shell: bash, zsh or fish")
        }
        return .success
    }

    private static var commands: [any Command.Type] { Tool.commands }

    private static func options(of command: any Command.Type) -> [OptionDeclaration] {
        command.options + Help.everywhere.filter { $0.name == "help" }
    }

    private static var bash: String {
        let cases = commands.map { command in
            "        \(command.name)) options=\"\(options(of: command).map { "--\($0.name)" }.joined(separator: " "))\" ;;"
        }
        return """
            # Completion of mimeo for Bash.
            _mimeo() {
                local word=${COMP_WORDS[COMP_CWORD]} options=
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\((commands.map { $0.name } + ["help"]).joined(separator: " "))" -- "$word"))
                    return
                fi
                case ${COMP_WORDS[1]} in
                    help) options="\(commands.map { $0.name }.joined(separator: " "))" ;;
            \(cases.joined(separator: "\n"))
                esac
                case $word in
                    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
                    *)
                        COMPREPLY=($(compgen -f -- "$word"))
                        [ "${COMP_WORDS[1]}" != help ] || COMPREPLY=($(compgen -W "$options" -- "$word"))
                        ;;
                esac
            }
            complete -o filenames -F _mimeo mimeo

            """
    }

    private static var zsh: String {
        let names = commands.map { "        '\($0.name):\(quoted($0.summary))'" }
        let cases = commands.map { command in
            let lines = options(of: command).map { "            '--\($0.name)\(zshValue($0))' \\" }
            return
                "        \(command.name))\n            _arguments -S \\\n\(lines.joined(separator: "\n"))\n            '*:file:_files'\n            ;;"
        }
        return """
            #compdef mimeo
            # Completion of mimeo for Z shell.
            _mimeo() {
                local -a names
                names=(
            \(names.joined(separator: "\n"))
                    'help:Shows this help or that of a command.'
                )
                if (( CURRENT == 2 )); then
                    _describe command names
                    return
                fi
                local name=$words[2]
                shift words
                (( CURRENT-- ))
                case $name in
            \(cases.joined(separator: "\n"))
                    help) _describe command names ;;
                esac
            }
            _mimeo "$@"

            """
    }

    private static func zshValue(_ option: OptionDeclaration) -> String {
        let help = "[\(quoted(option.help, "[]:"))]"
        return switch option.value {
        case .none: help
        case .required(let placeholder), .repeated(let placeholder): "\(help):\(quoted(placeholder, "[]:")):_files"
        case .pairs(let first, let second): "\(help):\(quoted(first, "[]:")):_files:\(quoted(second, "[]:")):_files"
        case .optional(let placeholder, _): "=\(help)::\(quoted(placeholder, "[]:")):"
        }
    }

    private static var fish: String {
        let first = "__fish_use_subcommand"
        var lines = ["# Completion of mimeo for fish."]
        for command in commands {
            lines.append("complete -c mimeo -n \(first) -f -a \(command.name) -d '\(quoted(command.summary))'")
        }
        lines.append("complete -c mimeo -n \(first) -f -a help -d 'Shows this help or that of a command.'")
        let names = commands.map { $0.name }.joined(separator: " ")
        lines.append("complete -c mimeo -n '__fish_seen_subcommand_from help' -f -a '\(names)'")
        for command in commands {
            for option in options(of: command) {
                let short = option.short.map { " -s \($0)" } ?? ""
                let needsValue =
                    if case .none = option.value { "" } else if case .optional = option.value { "" } else { " -r" }
                lines.append(
                    "complete -c mimeo -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name)\(short)\(needsValue) "
                        + "-d '\(quoted(option.help))'"
                )
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns text for single quotes: an apostrophe becomes a typographic one, and other special characters get a backslash.
    private static func quoted(_ text: String, _ special: String = "") -> String {
        var quoted = ""
        for character in text {
            if special.contains(character) { quoted += "\\" }
            quoted.append(character == "'" ? "’" : character)
        }
        return quoted
    }
}
