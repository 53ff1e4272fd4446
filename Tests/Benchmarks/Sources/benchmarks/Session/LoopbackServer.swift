import Foundation

/// nginx on the loopback interface, as the tests have it; it ends when this process does.
final class LoopbackServer {
    private let process = Process()
    private let input = Pipe()
    /// A folder for what the benchmarks write; it is removed with the server.
    let folder: URL
    /// The URL of nginx's HTTP/1.1 port.
    let url: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mimeograph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { tests.deleteLastPathComponent() }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-B", tests.appendingPathComponent("TestServers/nginx.py").path, folder.path]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != 0x0A {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw BrokenEngine("nginx did not start: Scripts/prepare --servers") }
            line += data
        }
        let description = try JSONSerialization.jsonObject(with: line) as? [String: any Sendable]
        guard let port = description?["http"] as? Int else { throw BrokenEngine("nginx has no port") }
        url = "http://127.0.0.1:\(port)"
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
