/// The command-line tool: finds the command, runs it, and tells the shell how it went.
struct Tool {
    /// The version that `--version` prints.
    static let version = "0.1.0"

    /// Every command, in the order of the help.
    static let commands: [any Command.Type] = [
        DecodeCommand.self, EncodeCommand.self, ConvertCommand.self, XPathCommand.self, ApplyCommand.self,
        ExplainCommand.self, FormatsCommand.self, ConformCommand.self, GetCommand.self, PostCommand.self,
        PutCommand.self, PatchCommand.self, DeleteCommand.self, HeadCommand.self, EventsCommand.self,
        ReachabilityCommand.self, TrustCommand.self,
    ]

    /// What the tool reads from and writes to.
    let console: Console

    /// Runs a command line, without the name of the program.
    func run(_ words: [String]) -> ExitCode {
        do {
            let code = try run(parsed: Arguments(words, declared: Self.declaredOptions))
            if let reason = console.output.failure { throw FileError(path: "standard output", reason: reason) }
            return code
        } catch var error as UsageError {
            // A bad option is found before the command is known, and help with it is the command's.
            error.command = error.command ?? words.first { word in Self.commands.contains { $0.name == word } }
            console.errorOutput.write(error.text)
            return .wrongUsage
        } catch let error as FileError {
            console.errorOutput.write("mimeo: \(VisibleText(error.path)): \(error.reason)\n")
            return .wrongUsage
        } catch {
            console.errorOutput.write("mimeo: this is a fault of the tool: \(error)\n")
            return .internalError
        }
    }

    private func run(parsed arguments: Arguments) throws -> ExitCode {
        if arguments.has("version") {
            console.output.write("mimeo \(Self.version)\n")
            return .success
        }
        if arguments.operands.first == "help" {
            let asked = arguments.withoutFirstOperand().operands.first
            console.output.write(try asked.map { Help.text(of: try Self.command($0)) } ?? Help.tool)
            return .success
        }
        guard let name = arguments.operands.first else {
            if arguments.has("help") {
                console.output.write(Help.tool)
                return .success
            }
            throw UsageError("which command? One of \(Self.commands.map { $0.name }.joined(separator: ", "))")
        }
        let command = try Self.command(name)
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

    /// The command of that name.
    ///
    /// - Throws: ``UsageError`` where there is none, with the one that may have been meant, or with all.
    private static func command(_ name: String) throws(UsageError) -> any Command.Type {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let names = commands.map { $0.name }
        let near = EditDistance.nearest(to: name, among: names).map { "did you mean \($0)?" }
        // Another word may be a URL with a password.
        let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-") }
        let shown = isName ? name : "of that name"
        throw UsageError("there is no command \(shown); \(near ?? "there are \(names.joined(separator: ", "))")")
    }

    /// The options of all commands; one name means one thing.
    static var declaredOptions: [OptionDeclaration] {
        var names: Set<String> = []
        return (Help.everywhere + commands.flatMap { $0.options }).filter { names.insert($0.name).inserted }
    }
}

/// One command of the tool.
protocol Command: SendableMetatype {
    /// The word that calls it.
    static var name: String { get }
    /// What it does, in one line.
    static var summary: String { get }
    /// Its operands, as help writes them.
    static var operands: String { get }
    /// What help says besides, in whole lines.
    static var details: String { get }
    /// The options it takes.
    static var options: [OptionDeclaration] { get }
    /// Runs it.
    ///
    /// - Parameter arguments: What follows the command's name.
    /// - Throws: ``UsageError`` or ``FileError``; what is wrong with a body is shown, and told by the exit code.
    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode
}

/// How the tool ends, for the shell.
enum ExitCode: Int32 {
    /// The body was read, or the question answered.
    case success = 0
    /// The body is bad, or nothing here reads it.
    case badBody = 1
    /// The command line is wrong, or names a file that cannot be read, or the output cannot be written.
    case wrongUsage = 2
    /// A request got no response: no connection, no time, too many redirects.
    case noResponse = 3
    /// A server refused a request: a status from 400 to 499.
    case refused = 4
    /// A server failed: a status from 500 on.
    case serverFailed = 5
    /// The tool itself is wrong (`EX_SOFTWARE` of sysexits).
    case internalError = 70
    /// The user pressed Ctrl-C (what a shell makes of signal 2).
    case interrupted = 130
}
