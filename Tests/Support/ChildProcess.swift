import Foundation

/// Programs that tests run.
///
/// Foundation's pipes, and the sockets that report the end of a process, are inherited by processes that other code starts. Such
/// a child may live as long as the tests and keep a pipe open, so that a reader never reaches its end. So processes are started
/// one at a time, with their pipes, and each closes what it inherits.
public enum ChildProcess {
    private static let turn = NSLock()

    /// Starts something while no other thread does.
    ///
    /// - Parameter start: Makes the pipes, starts the process, and does not wait for it.
    /// - Returns: The result of `start`.
    public static func starting<Started>(_ start: () throws -> Started) rethrows -> Started {
        turn.lock()
        defer { turn.unlock() }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? [] {
            if let descriptor = Int32(name), descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
        return try start()
    }

    /// The result of a program.
    public struct Outcome {
        /// Its exit status, or the number of the signal that ended it.
        public let status: Int32
        /// Its standard output.
        public let output: [UInt8]
        /// Its standard error.
        public let errors: String

        /// The output, as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs a program to its end. Its input and its errors go through files, so that no pipe can fill up.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - arguments: Its arguments.
    ///   - input: Its standard input.
    ///   - environment: The variables that it has besides those of this process.
    /// - Throws: Foundation's error if the program cannot be started.
    public static func run(
        _ path: String,
        _ arguments: [String],
        input: [UInt8] = [],
        environment: [String: String] = [:]
    ) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mimeograph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, complaints) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("errors"))
        try Data(input).write(to: source)
        try Data().write(to: complaints)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = try starting {
            let output = Pipe()
            process.standardInput = try FileHandle(forReadingFrom: source)
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: complaints)
            try process.run()
            return output
        }
        let written = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: Array(written),
            errors: String(decoding: try Data(contentsOf: complaints), as: UTF8.self)
        )
    }

    /// Runs tests of this program in a process of their own.
    ///
    /// No thread that runs tasks waits for them. An exit test makes one wait until its process ends. There are as few of those threads
    /// as processors, so two exit tests can stop all other tests for that time.
    ///
    /// - Parameters:
    ///   - filter: The names of the tests, as `swift test --filter` has them.
    ///   - environment: The variables that tell the tests what to do.
    public static func runTests(_ filter: String, environment: [String: String]) async throws -> Outcome {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let arguments = ["--testing-library", "swift-testing", "--filter", filter]
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try run(program, arguments, environment: environment) })
            }
        }
    }
}
