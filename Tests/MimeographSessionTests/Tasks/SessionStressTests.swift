import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// A server with all kinds of answers: redirects, challenges, failures, slow and long bodies.
private func world() -> ScriptedTransport {
    let transport = ScriptedTransport()
    let chunk = [UInt8](repeating: 7, count: 1000)
    transport.on("http://h/redirect*", .init(status: 307, fields: ["Location": "/long"], chunks: [chunk]))
    transport.on("http://h/long*", .init(fields: ["Set-Cookie": "a=1"], chunks: Array(repeating: chunk, count: 20)))
    transport.on("http://h/slow*", .init(chunks: [[1], [2]], delay: .milliseconds(1), chunkDelay: .milliseconds(1)))
    transport.on("http://h/lost*", .init(chunks: [chunk], failure: TransportError(.connectionLost, "Gone.")))
    transport.on("http://h/cached*", .init(fields: ["Cache-Control": "max-age=60"], chunks: [[5]]))
    transport.on("http://h/private*") { request in
        request.fields.contains("Authorization")
            ? .init(chunks: [[1]])
            : .init(status: 401, fields: ["WWW-Authenticate": "Digest realm=r, nonce=n, qop=auth"])
    }
    return transport
}

/// Runs thousands of operations at the same time, a third of them cancelled or suspended at some point. Each ends once, with a
/// value or an error, and leaves nothing behind.
@Test func manyOperationsWithCancellationLeaveNothing() async throws {
    let transport = world()
    let session = session(transport) { configuration in
        configuration.cache = ResponseCache(memory: 1 << 16)
        configuration.credentials = try? Credentials(["http://h": Credential(username: "a", password: "b")])
        configuration.interceptors = [RetryPolicy(limit: 1, delay: .zero)]
    }
    let folder = NSTemporaryDirectory() + "mimeograph-stress-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let paths = ["redirect", "long", "slow", "lost", "cached", "private"]
    let ended = Locked(0)
    let operations = 1500
    await withTaskGroup(of: Void.self) { group in
        for worker in 0..<10 {
            group.addTask {
                var generator = SeededGenerator(seed: UInt64(worker))
                for number in 0..<operations / 10 {
                    let path = paths.randomElement(using: &generator) ?? ""
                    var request = RequestMessage(url: "http://h/\(path)?\(number % 7)")
                    if Bool.random(using: &generator) {
                        request.method = .put
                        request.body = streamed([[1, 2], [3]])
                    }
                    let pause = Int.random(in: 0..<5, using: &generator)
                    switch Int.random(in: 0..<5, using: &generator) {
                    case 0:
                        _ = try? await session.data(for: request)
                    case 1:
                        let task = session.dataTask(request)
                        task.suspend()
                        for _ in 0..<pause { await Task.yield() }
                        task.resume()
                        for _ in 0..<pause { await Task.yield() }
                        task.cancel()
                        _ = await task.result
                    case 2:
                        let sent = request
                        let task = Task { try await session.data(for: sent) }
                        for _ in 0..<pause { await Task.yield() }
                        task.cancel()
                        _ = await task.result
                    case 3:
                        let file = DownloadDestination.file("\(folder)/\(worker)-\(number)")
                        let task = session.downloadTask(request, to: file)
                        for _ in 0..<pause { await Task.yield() }
                        if pause > 2 { task.cancel() }
                        _ = await task.result
                    default:
                        if let response = try? await session.response(for: request) {
                            var chunks = response.body.makeAsyncIterator()
                            _ = try? await chunks.next()
                        }
                    }
                    ended.withLock { $0 += 1 }
                }
            }
        }
    }
    #expect(ended.withLock { $0 } == operations)
    #expect(session.activeCount == 0)
    #expect(transport.openExchangeCount == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".part") }
    #expect(left.isEmpty)
    session.invalidate()
    for await _ in session.events {}
}
