/// The command-line tool. It finds the command, runs it and returns the exit code.
struct Tool {
    /// The version that `--version` prints.
    static let version = "0.2.0"

    /// Every command, in the order of the help.
    static let commands: [any Command.Type] = [
        DecodeCommand.self, EncodeCommand.self, ConvertCommand.self, XPathCommand.self, ApplyCommand.self,
        ExplainCommand.self, FormatsCommand.self, ConformCommand.self, GetCommand.self, QueryCommand.self,
        PostCommand.self, PutCommand.self, PatchCommand.self, DeleteCommand.self, HeadCommand.self,
        OptionsCommand.self, AnyRequestCommand.self, EventsCommand.self, ReplayCommand.self,
        ReachabilityCommand.self, TrustCommand.self, CompletionsCommand.self, ManualCommand.self,
    ]

    /// The console that the tool reads from and writes to.
    let console: Console

    /// Runs a command line, which excludes the name of the program.
    func run(_ words: [String]) -> ExitCode {
        do {
            let code = try run(parsed: Arguments(words, declared: Self.declaredOptions))
            if let reason = console.output.failure { throw FileError(path: "standard output", reason: reason) }
            return code
        } catch var error as UsageError {
            // The parser reports a bad option before it knows the command. The suggested help is still the help of the command.
            error.command = error.command ?? words.first { word in Self.commands.contains { $0.name == word } }
            console.errorOutput.write(error.text)
            return .wrongUsage
        } catch let error as FileError {
            console.errorOutput.write("mimeo: \(VisibleText(error.path)): \(error.reason)\n")
            return .wrongUsage
        } catch {
            console.errorOutput.write("mimeo: internal error: \(error)\n")
            return .internalError
        }
    }

    private func run(parsed given: Arguments) throws -> ExitCode {
        let arguments = given.has("help") ? given : try Profile.expanded(given, console)
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
            throw UsageError("name a command: \(Self.commands.map { $0.name }.joined(separator: ", "))")
        }
        let command = try Self.command(name)
        // -h asks for the head of a response; for other commands it is help.
        let asksForHead = arguments.has("head") && !command.options.contains { $0.name == "head" }
        if arguments.has("help") || asksForHead {
            console.output.write(Help.text(of: command))
            return .success
        }
        let known = Set((command.options + Help.everywhere).map(\.name))
        if let foreign = arguments.values.keys.sorted().first(where: { !known.contains($0) }) {
            throw UsageError("\(name) has no option --\(foreign)", command: name)
        }
        do {
            return try command.run(arguments.withoutFirstOperand(), console: console)
        } catch var error as UsageError {
            error.command = name
            throw error
        }
    }

    /// Returns the command with that name.
    ///
    /// - Throws: ``UsageError`` if no command has that name. The message suggests a similar name, or else lists all names.
    private static func command(_ name: String) throws(UsageError) -> any Command.Type {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let names = commands.map { $0.name }
        let near = EditDistance.nearest(to: name, among: names).map { "did you mean \($0)?" }
        // The word may be a URL with a password, so the message shows only a word that looks like a name.
        let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-") }
        let shown = isName ? name : "(not shown)"
        throw UsageError("unknown command \(shown); \(near ?? "the commands are \(names.joined(separator: ", "))")")
    }

    /// The options of all commands. Options with the same name have the same meaning.
    static let declaredOptions: [OptionDeclaration] = {
        var names: Set<String> = []
        return (Help.everywhere + commands.flatMap { $0.options }).filter { names.insert($0.name).inserted }
    }()
}

/// One command of the tool.
protocol Command: SendableMetatype {
    /// The name of the command on the command line.
    static var name: String { get }
    /// A description in one line.
    static var summary: String { get }
    /// The operands, as the help shows them.
    static var operands: String { get }
    /// Examples: command lines without the name of the program, each with what it does.
    static var examples: [(line: String, meaning: String)] { get }
    /// The rest of the help text, in whole lines.
    static var details: String { get }
    /// The options that the command accepts.
    static var options: [OptionDeclaration] { get }
    /// Runs the command.
    ///
    /// - Parameter arguments: The arguments after the command's name.
    /// - Throws: ``UsageError`` or ``FileError``. A problem with a body is not thrown, but reported and returned as an exit code.
    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode
}

/// An exit code of the tool.
enum ExitCode: Int32 {
    /// The command did its work, or the answer is yes.
    case success = 0
    /// The body is invalid or has no reader, or the answer is no.
    case badBody = 1
    /// The command line is wrong, a file cannot be read, or the output cannot be written.
    case wrongUsage = 2
    /// A request got no response: no connection, a timeout or too many redirects.
    case noResponse = 3
    /// The server refused a request: a status from 400 to 499.
    case refused = 4
    /// The server failed: a status of 500 or more.
    case serverFailed = 5
    /// A response is not as a script expects it: the status, the type or a value.
    case unexpected = 6
    /// The tool itself has a bug (`EX_SOFTWARE` of sysexits).
    case internalError = 70
    /// The user pressed Ctrl-C. Shells report signal 2 as 130.
    case interrupted = 130
}
