import Foundation
import MCP
import MCPTransport
import Mimeograph
import MimeographSession

// Lists the tools of a server, or calls one: mcp-call URL [TOOL [NAME=VALUE …]]
let words = Array(CommandLine.arguments.dropFirst())
guard let url = words.first else {
    FileHandle.standardError.write(Data("usage: mcp-call URL [TOOL [NAME=VALUE …]]\n".utf8))
    exit(64)
}
let client = Client(name: "mcp-call", version: "1.0.0")
do {
    let api = try HTTPSessionManager(serializers: SerializerRegistry {})
    let server = try await client.connect(transport: StreamableHTTPTransport(api, url)).serverInfo
    print("\(server.name) \(server.version)")
    if words.count == 1 {
        for tool in try await client.listTools().tools { print("\(tool.name)\t\(tool.description ?? "")") }
    } else {
        await client.onNotification(ProgressNotification.self) { print("progress: \($0.params.progress)") }
        let arguments = words.dropFirst(2).map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        }
        let result: (content: [Tool.Content], isError: Bool?) = try await client.callTool(
            name: words[1],
            arguments: Dictionary(arguments.map { ($0[0], .string($0.count == 2 ? $0[1] : "")) }) { $1 },
            meta: Metadata(progressToken: .string("mcp-call"))
        )
        for case .text(let text, _, _) in result.content { print(text) }
    }
    await client.disconnect()
} catch {
    FileHandle.standardError.write(Data("mcp-call: \(error)\n".utf8))
    exit(1)
}
