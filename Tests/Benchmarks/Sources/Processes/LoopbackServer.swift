public import Foundation

/// A program of `Tests/TestServers` on the loopback interface. It runs in a separate process, which ends when this one does.
///
/// It is unchecked because `Process` is not thread-safe; only one thread at a time starts and stops it.
public final class LoopbackServer: @unchecked Sendable {
    private var process = Process()
    private var input = Pipe()
    private let program: String
    /// A folder for files that the server writes; it is removed with the server.
    public let folder: URL
    /// The ports and contents that the server reports.
    private var description: [String: any Sendable] = [:]
    /// The URL of its HTTP/1.1 port.
    public var url: String { "http://127.0.0.1:\(port("http"))" }

    /// Starts a program, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - program: The file name of the program.
    ///   - arguments: Makes the program's arguments from the folder.
    public init(_ program: String = "nginx.py", _ arguments: (URL) -> [String] = { [$0.path] }) throws {
        self.program = program
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mimeograph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try start(arguments(folder))
    }

    private func start(_ arguments: [String]) throws {
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { tests.deleteLastPathComponent() }
        process = Process()
        input = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-B", tests.appendingPathComponent("TestServers/\(program)").path] + arguments
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != 0x0A {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw Failure(description: "\(program) did not start. Run Scripts/prepare --servers.")
            }
            line += data
        }
        try? output.fileHandleForReading.close()
        description = try JSONSerialization.jsonObject(with: line) as? [String: any Sendable] ?? [:]
    }

    /// Returns the port with that name, or 0 if there is none.
    public func port(_ name: String) -> Int { description[name] as? Int ?? 0 }

    /// Kills the server process, as a crash would, and starts it again with other arguments.
    public func restart(_ arguments: [String]) throws {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? input.fileHandleForWriting.close()
        for attempt in 1... {
            do {
                return try start(arguments)
            } catch  where attempt < 50 {
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }

    /// Stops the server and waits until it has ended.
    public func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// An error thrown if a server does not start.
    public struct Failure: Error, CustomStringConvertible {
        /// The message, which names the server.
        public let description: String
    }
}
