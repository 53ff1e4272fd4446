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
