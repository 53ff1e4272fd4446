import Foundation
import Synchronization

/// A small HTTP server for tests and for the demonstration: it listens on this machine alone and has an answer of each
/// kind; see ``Routes``.
///
/// Each connection has a thread. It serves HTTP/1.1 with keep-alive, one request after the other, and is not made for
/// anything else.
public final class LoopbackServer: Sendable {
    /// Where it is: `http://127.0.0.1:PORT`.
    public let url: String
    private let state = Mutex(State())

    private struct State {
        var requests: [ServedRequest] = []
        var attempts: [String: Int] = [:]
        var isStopped = false
    }

    /// Starts a server.
    ///
    /// - Parameter socketPath: A socket of the file system to listen on too.
    public init(socketPath: String? = nil) throws {
        Socket.outliveClients()
        let (listener, port) = try Socket.onLoopback()
        url = "http://127.0.0.1:\(port)"
        serve(listener)
        if let socketPath { serve(try Socket.atPath(socketPath)) }
    }

    deinit { stop() }

    /// Takes no more connections.
    public func stop() { state.withLock { $0.isStopped = true } }

    /// What came, in order.
    public var requests: [ServedRequest] { state.withLock { $0.requests } }

    /// Counts the requests for a target.
    ///
    /// - Returns: How many there were before.
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
