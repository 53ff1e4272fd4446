import Foundation
import MCP
import MCPTransport
import Mimeograph
import MimeographEventSource
import MimeographSession
import Synchronization

/// The server of this example, in its own process.
final class Server: Sendable {
    static let python = "/usr/bin/python3"
    let url: String
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
        url = String(decoding: line.dropLast(), as: UTF8.self)
    }

    // The server ends when its input does.
    deinit { try? input.fileHandleForWriting.close() }

    /// Returns a transport for the server that ignores the environment's proxies.
    func transport(path: String = "mcp") throws -> StreamableHTTPTransport {
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        return StreamableHTTPTransport(
            try HTTPSessionManager(
                baseURL: url,
                serializers: SerializerRegistry {},
                configuration: configuration,
                transport: CurlTransport(configuration: .init(maximumConnectionsPerHost: nil))
            ),
            "/\(path)",
            reconnection: EventSource.Reconnection(initialDelay: .zero, minimumDelay: .zero, jitter: 0, limit: 3)
        )
    }

    /// Returns the requests so far, each with its method.
    func log() async throws -> [[String]] {
        let url = URL(string: "/log", relativeTo: URL(string: url))?.absoluteString ?? ""
        let body = try await SessionManager().data(for: .init(method: .get, url: url)).value
        return try JSONDecoder().decode([[String]].self, from: Data(body))
    }

    /// Waits until an entry of the log meets a condition, for at most 10 s.
    func waits(for entry: @Sendable ([String]) -> Bool) async throws -> Bool {
        for _ in 0..<200 {
            if try await log().contains(where: entry) { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }
}

/// A client of the SDK that is connected to a server, and counts the notifications.
final class ConnectedClient: Sendable {
    let client = Client(name: "tests", version: "1.0", capabilities: .init(roots: .init()))
    let transport: StreamableHTTPTransport
    let initialization: Initialize.Result
    private let counts: Counts

    final class Counts: Sendable {
        let progress = Mutex<[Double]>([])
        let changes = Mutex(0)
    }

    init(_ server: Server, path: String = "mcp") async throws {
        transport = try server.transport(path: path)
        counts = Counts()
        await client.withRootsHandler { [Root(uri: "file:///tea")] }
        await client.onNotification(ProgressNotification.self) { [counts] message in
            counts.progress.withLock { $0.append(message.params.progress) }
        }
        await client.onNotification(ToolListChangedNotification.self) { [counts] _ in
            counts.changes.withLock { $0 += 1 }
        }
        initialization = try await client.connect(transport: transport)
    }

    var progress: [Double] { counts.progress.withLock { $0 } }
    var changes: Int { counts.changes.withLock { $0 } }

    /// Calls a tool, and returns its text.
    func call(_ tool: String, _ text: String? = nil) async throws -> String? {
        let result = try await client.callTool(
            name: tool,
            arguments: text.map { ["text": .string($0)] },
            meta: Metadata(progressToken: .string("t"))
        )
        guard case .text(let text, _, _)? = result.content.first else { return nil }
        return text
    }
}
