import Foundation
import TestSupport

/// A server in its own process. It ends with this process, because it reads its standard input and stops at the end of the input.
public final class ServerProcess: @unchecked Sendable {
    // It is unchecked because `Process` is not safe for several threads. This class uses it only to start and stop.
    private let process = Process()
    private let input: Pipe
    /// The JSON that the server printed when it was ready.
    private let description: [String: any Sendable]
    /// The server's working folder, which is removed when the server stops.
    let folder: URL

    /// Starts one of the programs beside this file, and waits until it is ready.
    public init(_ program: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mimeograph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(program)
        process.arguments = ["-B", script.path, folder.path]
        let output: Pipe
        (input, output) = try ChildProcess.starting { [process] in
            let (input, output) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            return (input, output)
        }
        var line = Data()
        while line.last != 0x0A {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw Failure(description: "\(program) did not start") }
            line += data
        }
        description = try JSONSerialization.jsonObject(with: line) as? [String: any Sendable] ?? [:]
    }

    deinit { stop() }

    /// Ends the server and waits until it has exited.
    public func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The process identifier of the server.
    public var identifier: Int32 { process.processIdentifier }

    /// A port that the server listens on.
    public func port(_ name: String) -> Int { description[name] as? Int ?? 0 }

    /// A path that the server printed.
    public func path(_ name: String) -> String { description[name] as? String ?? "" }

    /// The error for a server that did not start.
    public struct Failure: Error, CustomStringConvertible {
        /// The text of the error, which names the server.
        public let description: String
    }
}
