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
    /// The tool itself is at fault (`EX_SOFTWARE` of sysexits).
    case toolFault = 70
    /// Somebody pressed Ctrl-C (what a shell makes of signal 2).
    case interrupted = 130
}
