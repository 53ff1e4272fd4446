import Foundation
import Harness

/// A program that has models of the same documents in another language, and what of its arguments is always the same.
struct PeerProgram {
    let engine: String
    let path: String
    let arguments: [String]

    init(engine: String, path: String, _ arguments: [String] = []) {
        self.engine = engine
        self.path = path
        self.arguments = arguments
    }

    /// What it prints; nil where it fails.
    func answer(to arguments: [String]) -> String? {
        guard let process = try? PeerProcess(self, arguments), let output = try? process.end() else { return nil }
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What it makes of a body when it reads and writes it.
    func rewritten(model: String, body: [UInt8]) throws -> Data {
        let process = try PeerProcess(self, [model, "echo"])
        try process.send(body)
        return try process.end()
    }
}

/// A peer in another language, in a process of its own that times itself, by the clock that the harness goes by. It works when it is
/// told to, and so takes its turns with the engines of this process.
final class PeerProcess {
    /// What is timed.
    enum Work: String {
        case decode, encode
    }

    private let engine: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var isBroken = false

    /// Starts a program, which reads a body to its model and then waits.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - model: The name of the model, which is that of the document.
    ///   - work: What it is to do: read the body, or write the value of the body.
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

    /// The piece of work, for a throughput by so many bytes.
    func benchmark(bytes: Int) -> Benchmark {
        Benchmark(engine, bytes: bytes, timedElsewhere: time)
    }

    /// Ends the process.
    ///
    /// - Returns: What it has printed that was not read yet.
    /// - Throws: `BrokenEngine` where it did not do what it was told; no figure of it counts then.
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

    /// The nanoseconds that it takes to do its work so many times. Once it is broken, many, which soon end the measuring.
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
