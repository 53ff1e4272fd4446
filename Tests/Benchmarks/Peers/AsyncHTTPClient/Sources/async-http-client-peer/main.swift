import AsyncHTTPClient
import Foundation

// Uses AsyncHTTPClient and JSONDecoder as an ordinary program does. It requests the URL in its first argument as often as each
// line of its input says, and prints the nanoseconds that this took:
//
//     WORKERS REQUESTS CONNECTIONS

struct Small: Decodable {
    let id: Int
    let name: String
    let tags: [String]
    let text: String
}

let url = CommandLine.arguments[1]
let decoder = JSONDecoder()

@Sendable func get(_ client: HTTPClient) async throws {
    let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
    let body = try await response.body.collect(upTo: 1 << 20)
    let small = try decoder.decode(Small.self, from: Data(body.readableBytesView))
    guard small.id == 7, small.name == "Ada", small.tags.count == 2, small.text.utf8.count == 90 else { exit(1) }
}

var clients: [Int: HTTPClient] = [:]

while let line = readLine() {
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 3 else { exit(2) }
    let (workers, requests, connections) = (numbers[0], numbers[1], numbers[2])
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
    let client = clients[connections] ?? HTTPClient(configuration: configuration)
    clients[connections] = client
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<workers {
            group.addTask { for _ in 0..<requests / workers { try await get(client) } }
        }
        try await group.waitForAll()
    }
    let time = (ContinuousClock.now - start) / .nanoseconds(1)
    FileHandle.standardOutput.write(Data("\(time)\n".utf8))
}
for client in clients.values { try await client.shutdown().get() }
