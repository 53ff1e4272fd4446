import Foundation

@testable import mimeo

/// A writer that records bytes.
final class RecordingWriter: ByteWriter {
    private(set) var bytes: [UInt8] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
    func write(_ bytes: [UInt8]) { self.bytes += bytes }
    var failure: String? { nil }
}

/// A run of the tool with recorded streams.
struct ToolRun: Sendable {
    let exitCode: ExitCode
    let output: String
    let outputBytes: [UInt8]
    let errorOutput: String

    init(
        _ words: [String],
        input: [UInt8] = [],
        isTerminal: Bool = false,
        environment: [String: String] = [:],
        password: String? = nil
    ) {
        let output = RecordingWriter()
        let errorOutput = RecordingWriter()
        let console = Console(
            output: output,
            errorOutput: errorOutput,
            readInput: { (limit) throws(FileError) in Array(input.prefix(limit)) },
            outputIsTerminal: isTerminal,
            errorOutputIsTerminal: isTerminal,
            readPassword: { prompt in
                errorOutput.write(prompt)
                return password
            },
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

    /// Runs the tool on a separate thread, because it blocks while it waits for work on the tests' threads.
    static func request(
        _ words: [String],
        input: String = "",
        isTerminal: Bool = false,
        environment: [String: String] = [:],
        password: String? = nil
    ) async -> ToolRun {
        await onThread {
            ToolRun(
                words,
                input: Array(input.utf8),
                isTerminal: isTerminal,
                environment: environment,
                password: password
            )
        }
    }

    /// Returns the result of a function that blocks.
    static func onThread<Value: Sendable>(_ make: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: make()) }
            // A debug build of a parser needs more stack than threads have on some systems.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }
}
