import Foundation
import Harness

/// A program with models of the same documents in another language, and its fixed arguments.
struct PeerProgram {
    let engine: String
    let path: String
    let arguments: [String]

    init(engine: String, path: String, _ arguments: [String] = []) {
        self.engine = engine
        self.path = path
        self.arguments = arguments
    }

    /// Returns the program's output; nil if it fails.
    func answer(to arguments: [String]) -> String? {
        guard let process = try? PeerProcess(self, arguments), let output = try? process.end() else { return nil }
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns a body that the program has read and written again.
    func rewritten(model: String, body: [UInt8]) throws -> Data {
        let process = try PeerProcess(self, [model, "echo"])
        try process.send(body)
        return try process.end()
    }
}

/// A peer in another language, in a separate process that times itself by the same clock as the harness. It works only on
/// request, so it takes turns with the engines of this process.
final class PeerProcess {
    /// The timed work.
    enum Work: String {
        case decode, encode, find
    }

    private let engine: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var isBroken = false

    /// Starts a program, which reads a body into its model and then waits.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - model: The name of the model, which is the name of the document; the query, for finding values.
    ///   - work: The work to time: read the body, write its value, or find values in it.
    ///   - body: A body in JSON.
    convenience init(_ program: PeerProgram, model: String, _ work: Work, body: [UInt8]) throws {
        try self.init(program, [model, work.rawValue])
        try send(body)
    }

    fileprivate init(_ program: PeerProgram, _ arguments: [String]) throws {
        engine = program.engine
        process.executableURL = URL(fileURLWithPath: program.path)
        process.arguments = program.arguments + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Returns a benchmark of the process's work, with the bytes for a throughput.
    func benchmark(bytes: Int) -> Benchmark {
        Benchmark(engine, bytes: bytes, timedElsewhere: time)
    }

    /// Ends the process.
    ///
    /// - Returns: The output that was not read yet.
    /// - Throws: `BrokenEngine` if the process did not do its work. Its figures do not count then.
    @discardableResult
    func end() throws -> Data {
        try input.fileHandleForWriting.close()
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0, !isBroken else { throw BrokenEngine("\(engine) fails") }
        return rest
    }

    fileprivate func send(_ body: [UInt8]) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(body.count)\n".utf8) + Data(body))
    }

    /// Returns the nanoseconds for a number of operations. If the process is broken, a large number soon ends the measurement.
    private func time(_ count: Int) -> Double {
        guard !isBroken, let nanoseconds = try? answer(to: count) else {
            isBroken = true
            return 1e12
        }
        return nanoseconds
    }

    private func answer(to count: Int) throws -> Double? {
        try input.fileHandleForWriting.write(contentsOf: Data("\(count)\n".utf8))
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { return nil }
            line += piece
        }
        return Double(String(decoding: line.dropLast(), as: UTF8.self))
    }
}
