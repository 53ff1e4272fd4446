/// How the tool ends, for the shell.
enum ExitCode: Int32 {
    /// The body was read, or the question answered.
    case success = 0
    /// The body is bad, or nothing here reads it.
    case badBody = 1
    /// The command line is wrong, or names a file that cannot be read, or the output cannot be written.
    case wrongUsage = 2
    /// The tool itself is at fault (`EX_SOFTWARE` of sysexits).
    case toolFault = 70
}
