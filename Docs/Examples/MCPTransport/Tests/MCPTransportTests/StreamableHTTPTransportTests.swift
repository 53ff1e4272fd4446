import Foundation
import MCP
import MCPTransport
import Mimeograph
import MimeographSession
import Testing

/// The SDK's client with the server of this example, over a socket.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: Server.python)
            || ProcessInfo.processInfo.environment["CI"] == "true",
        "\(Server.python) is not here"
    )
)
struct StreamableHTTPTransportTests {
    let server: Server
    let tools: ConnectedClient

    init() async throws {
        server = try Server()
        tools = try await ConnectedClient(server)
    }

    /// The sample of the README.
    func sample() async throws {
        let api = try HTTPSessionManager(
            baseURL: "https://tools.example/",
            serializers: SerializerRegistry {},
            transport: CurlTransport(configuration: .init(maximumConnectionsPerHost: nil))
        )
        let client = Client(name: "assistant", version: "1.0.0")
        try await client.connect(transport: StreamableHTTPTransport(api, "mcp"))
        let result: (content: [Tool.Content], isError: Bool?) = try await client.callTool(name: "weather")
        print(result.content)
        await client.disconnect()
    }

    /// The server rejects requests without its session and the negotiated version, which is not the SDK's newest.
    @Test func initialization() async throws {
        #expect(tools.initialization.serverInfo.name == "test-server")
        #expect(await tools.transport.protocolVersion == "2025-06-18")
        #expect(await tools.transport.sessionID?.isEmpty == false)
        #expect(try await tools.client.listTools().tools.count == 15)
        #expect(
            try await server.log().filter { $0[0] == "POST" }.map { $0[1] }
                == ["initialize", "notifications/initialized", "tools/list"]
        )
    }

    @Test(arguments: ["Tea", "Größe 🍵", String(repeating: "x", count: 300_000)])
    func json(text: String) async throws {
        #expect(try await tools.call("echo", text) == text)
        #expect(tools.progress.isEmpty)
    }

    /// The first progress comes before the connection is lost, the second one after it.
    @Test(arguments: [("count", 0), ("drop", 1), ("poll", 1), ("later", 1), ("linger", 0)])
    func streams(tool: String, resumptions: Int) async throws {
        let start = ContinuousClock.now
        #expect(try await tools.call(tool) == tool)
        // The server names this delay in lines without a message.
        if tool == "later" { #expect(start.duration(to: .now) >= .milliseconds(300)) }
        #expect(tools.progress == [1, 2])
        #expect(try await server.log().count { $0[0] == "GET" && !$0[2].isEmpty } == resumptions)
    }

    /// No message is lost, however few fit into the buffer.
    @Test func aFlood() async throws {
        #expect(try await tools.call("flood") == "flood")
        #expect(tools.progress.count == 1000)
    }

    /// The connection is closed within about a second.
    @Test func aStreamThatDoesNotEnd() async throws {
        #expect(try await tools.call("linger") == "linger")
        #expect(try await server.waits { $0 == ["POST", "closed by the client"] })
    }

    @Test(arguments: [
        ("lose", SessionError.Code.connectionLost), ("forget", .unacceptableStatus), ("astray", .invalidResponse),
    ])
    func lostResponses(tool: String, code: SessionError.Code) async throws {
        let error = await #expect(throws: SessionError.self) { try await tools.call(tool) }
        #expect(error?.code == code)
        if tool != "astray" { #expect(try await server.waits { _ in tools.progress.first == 1 }) }
        // Other requests of the session are not affected.
        #expect(try await tools.call("echo", "x") == "x")
    }

    @Test func aRequestOfTheServer() async throws {
        #expect(try await tools.call("ask") == "file:///tea")
    }

    /// Each call holds a connection while the client answers the server's request over another one.
    @Test func manyRequestsOfTheServer() async throws {
        let texts = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<12 { group.addTask { try await tools.call("ask") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "file:///tea", count: 12))
    }

    @Test func manyAtOnce() async throws {
        let texts = try await withThrowingTaskGroup(of: String?.self) { group in
            for index in 0..<20 {
                group.addTask { try await tools.call(["echo", "count", "drop"][index % 3], "\(index)") }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == Set((0..<20).map { "\($0)" }))
    }

    /// The server breaks its own stream off after each message.
    @Test func messagesOutsideOfResponses() async throws {
        #expect(try await server.waits { $0.starts(with: ["GET", "/mcp", ""]) })
        #expect(try await tools.call("announce") == "announce")
        #expect(try await server.waits { $0 == ["GET", "/mcp", "main/1"] })
        #expect(try await server.log().contains(["GET", "/mcp", "main/0"]))
        #expect(try await server.waits { _ in tools.changes == 2 })
    }

    @Test func aServerWithoutItsOwnStream() async throws {
        let tools = try await ConnectedClient(server, path: "silent")
        #expect(try await server.waits { $0 == ["GET", "/silent", ""] })
        #expect(try await tools.call("count") == "count")
    }

    /// The server's own stream ends five times without an event, more often than the limit for a response.
    @Test func aSilentStream() async throws {
        let tools = try await ConnectedClient(server, path: "flaky")
        #expect(try await tools.call("announce") == "announce")
        #expect(try await server.waits { _ in tools.changes == 2 })
    }

    @Test(arguments: ["expire", "vanish"]) func anEndedSession(tool: String) async throws {
        // The second tool ends the session while its response is still to come.
        if tool == "expire" { #expect(try await tools.call("expire") == "expire") }
        let error = await #expect(throws: SessionError.self) {
            try await tools.call(tool == "expire" ? "echo" : "vanish")
        }
        #expect(error?.message.contains("new transport") == true)
        #expect(error?.status == 404)
        #expect(await tools.transport.sessionID == nil)
    }

    @Test func aTransportIsForOneConnection() async throws {
        await tools.client.disconnect()
        await #expect(throws: MCPError.self) { try await tools.transport.connect() }
    }

    /// The secrets of a manager stay with its own origin.
    @Test func secretsAreNotSentToAnotherOrigin() async throws {
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.fields["Authorization"] = "Bearer secret"
        for base in ["http://127.0.0.1:1/", server.url] {
            let api = try HTTPSessionManager(
                baseURL: base,
                serializers: SerializerRegistry {},
                configuration: configuration
            )
            let client = Client(name: "tests", version: "1.0")
            try await client.connect(transport: StreamableHTTPTransport(api, server.url))
            await client.disconnect()
            #expect(try await server.log().contains(["POST", "authorized"]) == (base == server.url))
        }
    }

    @Test func disconnecting() async throws {
        let session = try #require(await tools.transport.sessionID)
        let call = Task { [tools] in try await tools.call("wait") }
        while tools.progress.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        await tools.client.disconnect()
        await #expect(throws: (any Error).self) { try await call.value }
        #expect(try await server.waits { $0 == ["POST", "closed by the client"] })
        #expect(try await server.log().contains(["DELETE", "/mcp", session]))
        await #expect(throws: (any Error).self) { try await tools.call("echo") }
    }
}
