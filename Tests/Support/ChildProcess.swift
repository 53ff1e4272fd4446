import Foundation

/// Programs that tests run.
///
/// Foundation's pipes, and the sockets by which it hears that a process has ended, go on into what other code starts. A child that
/// lives as long as the tests would hold a tool's output or a server's input open: what reads to the end of it would wait as long.
/// So one is started after the other, its pipes included, and what is open already is closed in each.
public enum ChildProcess {
    private static let turn = NSLock()

    /// Starts something while no other thread does.
    ///
    /// - Parameter start: Makes the pipes, starts the process, and does not wait for it.
    /// - Returns: What `start` returns.
    public static func starting<Started>(_ start: () throws -> Started) rethrows -> Started {
        turn.lock()
        defer { turn.unlock() }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? [] {
            if let descriptor = Int32(name), descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
        return try start()
    }

    /// What a program that has ended leaves.
    public struct Outcome {
        /// Its exit status, or the number of the signal that ended it.
        public let status: Int32
        /// What it wrote to standard output.
        public let output: [UInt8]
        /// What it wrote to standard error.
        public let errors: String

        /// The output, as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs a program to its end. What it reads and the errors that it writes go through files, so that no pipe can fill up.
    ///
    /// - Parameters:
    ///   - path: Where the program is.
    ///   - arguments: What it is called with.
    ///   - input: What it finds in its standard input.
    /// - Throws: What Foundation throws where a program cannot be started.
    public static func run(_ path: String, _ arguments: [String], input: [UInt8] = []) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mimeograph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, complaints) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("errors"))
        try Data(input).write(to: source)
        try Data().write(to: complaints)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
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
}
