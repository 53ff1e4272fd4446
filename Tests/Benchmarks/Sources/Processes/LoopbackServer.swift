import Foundation

/// A server on the loopback interface, as the tests have it: nginx, or another. It ends when this process does.
final class LoopbackServer {
    private let process = Process()
    private let input = Pipe()
    /// A folder for what the benchmarks write; it is removed with the server.
    let folder: URL
    /// Where it listens, and what it serves.
    private let description: [String: any Sendable]
    /// The URL of nginx's HTTP/1.1 port.
    var url: String { "http://127.0.0.1:\(port("http"))" }

    init(_ program: String = "nginx.py") throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mimeograph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { tests.deleteLastPathComponent() }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-B", tests.appendingPathComponent("TestServers/\(program)").path, folder.path]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != 0x0A {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw BrokenEngine("\(program) did not start: Scripts/prepare --servers") }
            line += data
        }
        description = try JSONSerialization.jsonObject(with: line) as? [String: any Sendable] ?? [:]
    }

    /// The port of that name; 0 where there is none.
    func port(_ name: String) -> Int { description[name] as? Int ?? 0 }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
