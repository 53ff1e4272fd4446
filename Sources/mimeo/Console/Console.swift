/// The input and output of the tool. Tests use it in place of a terminal.
struct Console {
    /// The stream for the result of the command.
    let output: any ByteWriter
    /// The stream for remarks, errors and usage.
    let errorOutput: any ByteWriter
    /// Reads at most that many bytes from standard input.
    let readInput: (Int) throws(FileError) -> [UInt8]
    /// Whether standard input is a pipe or a file, so that a body may come from it without being named.
    var inputIsPiped = false
    /// Whether the output is a terminal.
    var outputIsTerminal = false
    /// Whether the error output is a terminal.
    var errorOutputIsTerminal = false
    /// The size of the output, if it is a terminal.
    var outputSize: Terminal.Size?
    /// The width of the error output in characters, if it is a terminal.
    var errorOutputColumns: Int?
    /// Asks a person for a password. Returns nil without a terminal.
    var readPassword: (String) -> String? = { _ in nil }
    /// Starts to watch for a request to end the tool, from the user or the system.
    var interruption: () -> Interruption = { Interruption(check: { false }) }
    /// The environment variables that the tool uses, if they are set: `NO_COLOR`, `TERM` and `COLORTERM` for colors, and those
    /// that name proxies and the user's folders.
    var environment: [String: String] = [:]

    /// Returns the size of the terminal for pictures, or nil if it does not declare 24-bit colors.
    ///
    /// Source: the variable `COLORTERM` with `truecolor` or `24bit`, a convention of terminals.
    func canvas(_ style: Style) -> Terminal.Size? {
        guard outputIsTerminal, style.isColored, ["truecolor", "24bit"].contains(environment["COLORTERM"]) else {
            return nil
        }
        return outputSize ?? Terminal.Size(columns: 80, rows: 24)
    }

    private static let proxyVariables = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap {
        [$0, $0.uppercased()]
    }

    /// Returns the console of the process.
    static func standard() -> Console {
        Console(
            output: FileDescriptorWriter(descriptor: 1),
            errorOutput: FileDescriptorWriter(descriptor: 2),
            readInput: { (limit) throws(FileError) in try FileReading.read(descriptor: 0, name: "-", atMost: limit) },
            inputIsPiped: FileReading.isPipeOrFile(descriptor: 0),
            outputIsTerminal: Terminal.isTerminal(descriptor: 1),
            errorOutputIsTerminal: Terminal.isTerminal(descriptor: 2),
            outputSize: Terminal.size(descriptor: 1),
            errorOutputColumns: Terminal.size(descriptor: 2)?.columns,
            readPassword: PasswordPrompt.ask,
            interruption: Interruption.ofProcess,
            environment: Terminal.environment(
                ["NO_COLOR", "TERM", "COLORTERM", "REQUEST_METHOD", "HOME", "XDG_CONFIG_HOME"] + proxyVariables
            )
        )
    }
}

extension Console {
    /// Checks that the terminal can show bytes that are written unchanged.
    ///
    /// - Throws: ``UsageError`` for binary bytes, which could change the state of a terminal.
    func check(unchanged bytes: [UInt8]) throws(UsageError) {
        // Text has line feeds, tabs, form feeds and escapes, but no other control characters.
        if outputIsTerminal, bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) }) {
            throw UsageError(
                "the bytes are not text for a terminal; write them into a file with > FILE, or send them to a pipe"
            )
        }
    }
}

/// A destination for bytes.
protocol ByteWriter: AnyObject {
    /// Writes the next bytes.
    func write(_ bytes: [UInt8])
    /// The system's reason why a write failed, or nil if all writes succeeded.
    var failure: String? { get }
    /// Whether nothing more is written, because a write failed or the reader of a pipe has closed it.
    var isClosed: Bool { get }
}

extension ByteWriter {
    var isClosed: Bool { failure != nil }

    /// Writes text, as UTF-8.
    func write(_ text: String) { write(Array(text.utf8)) }
}
