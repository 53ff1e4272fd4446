/// What the tool reads from and writes to, so that tests can stand in for a terminal.
struct Console {
    /// Takes what the command is asked for.
    let output: any ByteSink
    /// Takes what is said about it: which serializer, errors, usage.
    let errorOutput: any ByteSink
    /// Reads standard input, at most that many bytes.
    let readInput: (Int) throws(FileError) -> [UInt8]
    /// Whether a person sees the output.
    var outputIsTerminal = false
    /// Whether a person sees what is said about it.
    var errorOutputIsTerminal = false
    /// The environment variables `NO_COLOR` and `TERM`, where they are set.
    var environment: [String: String] = [:]

    /// The streams of the process.
    static func standard() -> Console {
        Console(
            output: FileDescriptorSink(descriptor: 1),
            errorOutput: FileDescriptorSink(descriptor: 2),
            readInput: { (limit) throws(FileError) in try FileReading.read(descriptor: 0, name: "-", atMost: limit) },
            outputIsTerminal: Terminal.isTerminal(descriptor: 1),
            errorOutputIsTerminal: Terminal.isTerminal(descriptor: 2),
            environment: Terminal.environment(["NO_COLOR", "TERM"])
        )
    }
}

/// Takes bytes in order.
protocol ByteSink: AnyObject {
    /// Takes the next bytes.
    func write(_ bytes: [UInt8])
    /// Why bytes could not be written, as the system says it; nil while all went well.
    var failure: String? { get }
}

extension ByteSink {
    /// Takes text, as UTF-8.
    func write(_ text: String) { write(Array(text.utf8)) }
}
