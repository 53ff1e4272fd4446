@testable import mimeo

/// Keeps what is written to it.
final class RecordingSink: ByteSink {
    private(set) var bytes: [UInt8] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
    func write(_ bytes: [UInt8]) { self.bytes += bytes }
    var failure: String? { nil }
}

/// Runs the tool with streams that are kept.
struct ToolRun {
    let exitCode: ExitCode
    let output: String
    let outputBytes: [UInt8]
    let errorOutput: String

    init(
        _ words: [String],
        input: [UInt8] = [],
        isTerminal: Bool = false,
        environment: [String: String] = [:]
    ) {
        let output = RecordingSink()
        let errorOutput = RecordingSink()
        let console = Console(
            output: output,
            errorOutput: errorOutput,
            readInput: { (limit) throws(FileError) in Array(input.prefix(limit)) },
            outputIsTerminal: isTerminal,
            errorOutputIsTerminal: isTerminal,
            environment: environment
        )
        exitCode = Tool(console: console).run(words)
        self.output = output.text
        outputBytes = output.bytes
        self.errorOutput = errorOutput.text
    }

    init(_ words: String..., input: String) {
        self.init(words, input: Array(input.utf8))
    }
}
