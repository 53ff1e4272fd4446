import Foundation
import Harness

/// serde_json with models of the same fields in Rust, `Peers/Serde`, in a process of its own that times itself, by the clock that
/// the harness goes by. It works when it is told to, and so takes its turns with the engines of this process.
final class SerdePeer {
    /// What is timed.
    enum Work: String {
        case decode, encode
    }

    /// The version of serde_json; nil where Scripts/bench could not build the peer.
    static let version: String? = {
        guard let process = try? SerdePeer(["--version"]) else { return nil }
        return try? String(decoding: process.end(), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }()

    /// Where Scripts/bench has built it.
    private static let path = ProcessInfo.processInfo.environment["MIMEOGRAPH_SERDE_PEER"].flatMap {
        $0.isEmpty ? nil : $0
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var isBroken = false

    /// Starts the peer, which reads a body to its model and then waits; nil where it could not be built.
    ///
    /// - Parameters:
    ///   - model: The name of the model, which is that of the document.
    ///   - work: What it is to do: read the body, or write the value of the body.
    ///   - body: A body in JSON.
    convenience init?(model: String, _ work: Work, body: [UInt8]) throws {
        guard SerdePeer.path != nil else { return nil }
        try self.init([model, work.rawValue])
        try send(body)
    }

    private init(_ arguments: [String]) throws {
        guard let path = SerdePeer.path else { throw BrokenEngine("there is no peer in Rust") }
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// What it makes of a body when it reads and writes it; nil where it could not be built.
    static func rewritten(model: String, body: [UInt8]) throws -> Data? {
        guard path != nil else { return nil }
        let process = try SerdePeer([model, "echo"])
        try process.send(body)
        return try process.end()
    }

    /// The piece of work, for a throughput by so many bytes.
    func benchmark(bytes: Int) -> Benchmark {
        Benchmark(Engine.serde, bytes: bytes, timedElsewhere: time)
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
        guard process.terminationStatus == 0, !isBroken else { throw BrokenEngine("the peer in Rust fails") }
        return rest
    }

    private func send(_ body: [UInt8]) throws {
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
