/// The command-line tool: finds the command, runs it, and tells the shell how it went.
struct Tool {
    /// The version that `--version` prints.
    static let version = "0.1.0-dev"

    /// Every command, in the order of the help.
    static let commands: [any Command.Type] = [
        DecodeCommand.self, ConvertCommand.self, ExplainCommand.self, FormatsCommand.self,
    ]

    /// What the tool reads from and writes to.
    let console: Console

    /// Runs a command line, without the name of the program.
    func run(_ words: [String]) -> ExitCode {
        do {
            return try run(parsed: Arguments(words, declared: Self.declaredOptions))
        } catch let error as UsageError {
            console.errorOutput.write(error.text)
            return .wrongUsage
        } catch let error as FileError {
            console.errorOutput.write("mimeo: \(VisibleText(error.path)): \(error.reason)\n")
            return .wrongUsage
        } catch {
            console.errorOutput.write("mimeo: this is a fault of the tool: \(error)\n")
            return .toolFault
        }
    }

    private func run(parsed arguments: Arguments) throws -> ExitCode {
        guard let name = arguments.operands.first else {
            if arguments.has("version") {
                console.output.write("mimeo \(Self.version)\n")
                return .success
            }
            if arguments.has("help") {
                console.output.write(Help.tool)
                return .success
            }
            throw UsageError("which command? One of \(Self.commands.map { $0.name }.joined(separator: ", "))")
        }
        guard let command = Self.commands.first(where: { $0.name == name }) else {
            let near = EditDistance.nearest(to: name, among: Self.commands.map { $0.name })
            let suggestion = near.map { "; did you mean \($0)?" } ?? ""
            throw UsageError("there is no command \(VisibleText(name))\(suggestion)")
        }
        if arguments.has("help") {
            console.output.write(Help.text(of: command))
            return .success
        }
        let known = Set((command.options + Help.everywhere).map(\.name))
        if let foreign = arguments.values.keys.sorted().first(where: { !known.contains($0) }) {
            throw UsageError("\(name) takes no option --\(foreign)", command: name)
        }
        do {
            return try command.run(arguments.withoutFirstOperand(), console: console)
        } catch var error as UsageError {
            error.command = name
            throw error
        }
    }

    /// The options of all commands; one name means one thing.
    private static var declaredOptions: [OptionDeclaration] {
        var names: Set<String> = []
        return (Help.everywhere + commands.flatMap { $0.options }).filter { names.insert($0.name).inserted }
    }
}
