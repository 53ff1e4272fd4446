import Foundation

/// AsyncHTTPClient with JSONDecoder, in a separate process, so that the benchmarks build without it. See `Peers/AsyncHTTPClient`.
///
/// It is unchecked because only one thread at a time uses it.
final class AsyncHTTPClientPeer: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts the peer; nil if Scripts/bench could not build it.
    init?(url: String) throws {
        let path = ProcessInfo.processInfo.environment["MIMEOGRAPH_ASYNC_HTTP_CLIENT_PEER"] ?? ""
        guard !path.isEmpty else { return nil }
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [url]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Requests the response and decodes its value `requests` times in total, with `workers` tasks at once.
    func get(_ requests: Int, workers: Int, connections: Int) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(workers) \(requests) \(connections)\n".utf8))
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw BrokenEngine("AsyncHTTPClient fails") }
            line += piece
        }
    }
}
