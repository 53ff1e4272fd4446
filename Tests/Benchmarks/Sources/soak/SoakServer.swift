import Foundation
import Mimeograph

/// A program of `Tests/TestServers` in a process of its own, which ends when this one does.
///
/// It is unchecked because `Process` is not made for several threads; one task starts and stops it.
final class SoakServer: @unchecked Sendable {
    private var process = Process()
    private var input = Pipe()
    private let program: String
    private var arguments: [String]
    /// The ports that it named when it was ready, and whatever else.
    private(set) var description: [String: any Sendable] = [:]

    init(_ program: String, _ arguments: [String]) throws {
        self.program = program
        self.arguments = arguments
        try start()
    }

    func port(_ name: String) -> Int { description[name] as? Int ?? 0 }

    private func start() throws {
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
            guard !data.isEmpty else { throw SoakFailure("\(program) did not start: Scripts/prepare --servers") }
            line += data
        }
        try? output.fileHandleForReading.close()
        description = try JSONSerialization.jsonObject(with: line) as? [String: any Sendable] ?? [:]
    }

    /// Ends the server as a crash would, by its own process id, and starts it again on the same port.
    func restart() throws {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? input.fileHandleForWriting.close()
        arguments[0] = String(port("http"))
        for attempt in 1... {
            do {
                return try start()
            } catch  where attempt < 50 {
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

/// What ends the run, in one sentence.
struct SoakFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
