import Foundation
import MimeographSession
import OpenAPIRuntime
import OpenAPITransport
import Petstore

/// The server of this example, in its own process.
final class Server: Sendable {
    static let python = "/usr/bin/python3"
    let url: URL
    private let input = Pipe()

    init() throws {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Server/server.py")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = ["-B", program.path]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != 0x0A {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.executableLoad) }
            line += data
        }
        guard let url = URL(string: String(decoding: line.dropLast(), as: UTF8.self)) else {
            throw CocoaError(.executableLoad)
        }
        self.url = url
    }

    // The server ends when its input does.
    deinit { try? input.fileHandleForWriting.close() }

    /// Returns a client for the server that ignores the environment's proxies.
    func client(bodyLimit: Int? = 1 << 20) -> Client {
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        return Client(
            serverURL: url,
            configuration: Configuration(xmlCoder: XMLFormatCoder()),
            transport: SessionTransport(session: SessionManager(configuration: configuration), bodyLimit: bodyLimit)
        )
    }

    /// Returns the entries of the log, each as JSON.
    func log() async throws -> [String] {
        let body = try await SessionManager().data(for: .init(method: .get, url: "\(url)/log")).value
        let entries = try JSONSerialization.jsonObject(with: Data(body)) as? [[Any]] ?? []
        return entries.map { $0.map { "\($0)" }.joined(separator: " ") }
    }

    /// Waits until the log has an entry, for at most 10 s.
    func logs(_ entry: String) async throws -> Bool {
        for _ in 0..<200 {
            if try await log().contains(entry) { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }
}

extension OpenAPIRuntime.HTTPBody {
    /// The whole body as text, at most 1 MiB.
    var text: String {
        get async throws { try await String(collecting: self, upTo: 1 << 20) }
    }
}
