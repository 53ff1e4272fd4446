import Foundation
import Mimeograph
import MimeographSession
import TodoClient

/// The output of a program.
final class Lines: Sendable {
    private let lock = NSLock()
    // Accessed under the lock only.
    nonisolated(unsafe) private var lines: [String] = []

    func append(_ line: String) { lock.withLock { lines.append(line) } }

    var all: [String] { lock.withLock { lines } }
}

/// A run of the program, with its output and exit status.
struct Run: Sendable {
    let status: Outcome
    let output: [String]
    let complaints: [String]

    init(
        _ arguments: [String],
        by transport: any Transport = PlatformTransport.make(),
        url: String = "https://todo.example/v1/",
        key: String? = nil
    ) async {
        let output = Lines()
        let complaints = Lines()
        var environment = ["TODO_URL": url]
        environment["TODO_KEY"] = key
        let program = TodoProgram(
            environment: environment,
            transport: transport,
            retries: RetryPolicy(delay: .milliseconds(1)),
            output: { output.append($0) },
            complaints: { complaints.append($0) }
        )
        status = await program.run(arguments)
        self.output = output.all
        self.complaints = complaints.all
    }
}
