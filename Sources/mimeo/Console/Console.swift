/// What the tool reads from and writes to, so that tests can stand in for a terminal.
struct Console {
    /// Gets the result of the command.
    let output: any ByteWriter
    /// Gets what is said about it: which serializer, errors, usage.
    let errorOutput: any ByteWriter
    /// Reads standard input, at most that many bytes.
    let readInput: (Int) throws(FileError) -> [UInt8]
    /// Whether a person sees the output.
    var outputIsTerminal = false
    /// Whether a person sees what is said about it.
    var errorOutputIsTerminal = false
    /// The size of the terminal that the output is.
    var outputSize: Terminal.Size?
    /// How many characters of a line are seen, where a person sees what is said.
    var errorOutputColumns: Int?
    /// Asks a person for a password; nil where there is no person to ask.
    var readPassword: (String) -> String? = { _ in nil }
    /// Says, from now on, whether the user or the system wants the tool to end.
    var interruption: () -> Interruption = { Interruption(check: { false }) }
    /// The environment variables that the tool looks at, where they are set: for colours `NO_COLOR`, `TERM` and `COLORTERM`,
    /// and those that name proxies.
    var environment: [String: String] = [:]

    /// Where a picture can be drawn: a terminal that says that it shows colours of 24 bits, and how large it is.
    ///
    /// Source: the variable `COLORTERM` of `truecolor` or `24bit`, a custom of terminals.
    func canvas(_ style: Style) -> Terminal.Size? {
        guard outputIsTerminal, style.isColored, ["truecolor", "24bit"].contains(environment["COLORTERM"]) else {
            return nil
        }
        return outputSize ?? Terminal.Size(columns: 80, rows: 24)
    }

    private static let proxyVariables = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap {
        [$0, $0.uppercased()]
    }

    /// The streams of the process.
    static func standard() -> Console {
        Console(
            output: FileDescriptorWriter(descriptor: 1),
            errorOutput: FileDescriptorWriter(descriptor: 2),
            readInput: { (limit) throws(FileError) in try FileReading.read(descriptor: 0, name: "-", atMost: limit) },
            outputIsTerminal: Terminal.isTerminal(descriptor: 1),
            errorOutputIsTerminal: Terminal.isTerminal(descriptor: 2),
            outputSize: Terminal.size(descriptor: 1),
            errorOutputColumns: Terminal.size(descriptor: 2)?.columns,
            readPassword: Terminal.readPassword,
            interruption: Interruption.ofProcess,
            environment: Terminal.environment(["NO_COLOR", "TERM", "COLORTERM", "REQUEST_METHOD"] + proxyVariables)
        )
    }
}

/// Writes bytes in order.
protocol ByteWriter: AnyObject {
    /// Writes the next bytes.
    func write(_ bytes: [UInt8])
    /// Why bytes could not be written, as the system says it; nil while all went well.
    var failure: String? { get }
}

extension ByteWriter {
    /// Writes text, as UTF-8.
    func write(_ text: String) { write(Array(text.utf8)) }
}
