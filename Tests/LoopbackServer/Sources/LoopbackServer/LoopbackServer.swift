import Foundation
import Synchronization

/// A small HTTP server for tests and for the demonstration. It listens only on this machine, and has an answer of each kind; see
/// ``Routes``.
///
/// Each connection has a thread. The server supports HTTP/1.1 with keep-alive, one request after the other, and nothing else.
public final class LoopbackServer: Sendable {
    /// The URL of the server: `http://127.0.0.1:PORT`.
    public let url: String
    private let state = Mutex(State())

    private struct State {
        var requests: [ServedRequest] = []
        var attempts: [String: Int] = [:]
        var isStopped = false
    }

    /// Starts a server.
    ///
    /// - Parameter socketPath: The path of a Unix-domain socket to listen on as well.
    public init(socketPath: String? = nil) throws {
        Socket.outliveClients()
        let (listener, port) = try Socket.onLoopback()
        url = "http://127.0.0.1:\(port)"
        serve(listener)
        if let socketPath { serve(try Socket.atPath(socketPath)) }
    }

    deinit { stop() }

    /// Stops accepting connections.
    public func stop() { state.withLock { $0.isStopped = true } }

    /// The received requests, in order.
    public var requests: [ServedRequest] { state.withLock { $0.requests } }

    /// Counts a request for a target.
    ///
    /// - Returns: The number of earlier requests.
    func attempt(at target: String) -> Int {
        state.withLock { state in
            defer { state.attempts[target, default: 0] += 1 }
            return state.attempts[target, default: 0]
        }
    }

    private func serve(_ listener: Socket) {
        Thread.detachNewThread { [weak self] in
            defer { listener.close() }
            while let server = self, !server.state.withLock({ $0.isStopped }) {
                guard listener.waitUntilReadable(milliseconds: 100), let connection = listener.accept() else {
                    continue
                }
                Thread.detachNewThread {
                    server.answer(connection)
                    connection.close()
                }
            }
        }
    }

    private func answer(_ connection: Socket) {
        var reader = RequestReader(connection)
        while let request = reader.next() {
            state.withLock { $0.requests.append(request) }
            let answer = Routes.answer(request, attempt: attempt(at: request.target))
            let sleep = { (milliseconds: Int) in Thread.sleep(forTimeInterval: Double(milliseconds) / 1000) }
            guard answer.send(to: connection, isHead: request.method == "HEAD", sleep: sleep) else { return }
        }
    }
}
